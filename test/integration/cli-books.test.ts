import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { readSheet } from 'read-excel-file/node';
import writeXlsxFile from 'write-excel-file/node';
import { describe, expect, it } from 'vitest';
import { vouch } from '../helpers/command-line.ts';
import { ours, startedOwn } from '../helpers/own-books.ts';
import { madeInvoice, writeMade } from '../helpers/made-invoices.ts';
import { filledBox, pdf } from '../samples/digital/pdf-file.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { bought, own } from '../helpers/own-invoices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Three pictures of invoices for the sandbox, and a function that runs the command line on them. */
const started = async () => {
  const folder = await temporaryFolder();
  const { input, truths } = await writeMade(
    folder,
    await Promise.all([1, 2, 3].map((seed) => madeInvoice(seed))),
  );
  const environment = { VOUCH_HOME: join(folder, 'home'), VOUCH_SANDBOX_TRUTH: truths };
  const run = (...given: string[]) => vouch(given, environment);
  const readAll = () => run('invoice', input, '--sandbox', '--json', join(folder, 'read.json'));
  return { folder, home: join(folder, 'home'), input, run, readAll };
};

const listOf = async (path: string, numbers: readonly string[], over: Record<string, string> = {}) => {
  const headers = ['序号', '发票代码', '发票号码', '开票日期', '金额', '税额', '价税合计', '发票状态'];
  const rows = numbers.map((number) =>
    headers.map((header) => ({
      value:
        {
          发票代码: '3100221130',
          发票号码: number,
          开票日期: '2024-05-28',
          金额: '300.00',
          税额: '18.00',
          价税合计: '318.00',
          ...over,
        }[header] ?? '',
    })),
  );
  await writeFile(
    path,
    await writeXlsxFile([{ sheet: '1', data: [headers.map((value) => ({ value })), ...rows] }]).toBuffer(),
  );
};

const named = (...numbers: readonly (string | null | undefined)[]) =>
  numbers
    .map((one) => one ?? '')
    .toSorted()
    .map((one) => ({ code: null, number: one }));

describe('vouch match', () => {
  it('compares a list with the ledger as the contract states', async () => {
    const { folder, run, readAll } = await startedOwn();
    expect((await readAll()).code).toBe(0);
    const [first, second, third] = [1, 2, 3].map((seed) => bought(seed));
    const number = first?.number ?? '';
    await listOf(join(folder, 'list.xlsx'), [number, '24312000000099999999'], {
      发票状态: '已作废',
      金额: '300.01',
      税额: first?.taxTotal ?? '',
      价税合计: first?.grossTotal ?? '',
    });
    const ran = await run('match', join(folder, 'list.xlsx'), '--json', join(folder, 'match.json'));
    expect(ran.code).toBe(0);
    expect(JSON.parse(await readFile(join(folder, 'match.json'), 'utf8'))).toEqual({
      onlyInList: named('24312000000099999999'),
      onlyInLedger: named(second?.number, third?.number),
      differences: [{ code: null, number, field: 'total', list: '300.01', ledger: first?.total }],
      flags: [
        { code: null, number, state: 'voided' },
        { code: null, number: '24312000000099999999', state: 'voided' },
      ],
    });
  });

  it('never reports demo data', async () => {
    const { folder, run, readAll } = await started();
    expect((await readAll()).code).toBe(0);
    await listOf(join(folder, 'list.xlsx'), ['10000001']);
    const ran = await run('match', join(folder, 'list.xlsx'), '--json', join(folder, 'match.json'));
    expect(ran.stderr).toContain('0 matched, 1 only in the list, 0 only in the ledger');
  });

  it('rejects a file that is not a list, and writes nothing', async () => {
    const { folder, run } = await started();
    await writeFile(join(folder, 'list.xlsx'), 'PK');
    const ran = await run('match', join(folder, 'list.xlsx'), '--json', join(folder, 'match.json'));
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain('not a file of type XLSX, CSV or TSV');
    expect(await readdir(folder)).not.toContain('match.json');
  });
});

it.skipIf(process.platform !== 'linux')(
  'a list or rules that are not files end the command with a message',
  async () => {
    const { folder, input, run } = await started();
    const pipe = join(folder, 'pipe');
    spawnSync('mkfifo', [pipe]);
    for (const path of ['/dev/zero', pipe]) {
      const list = await run('match', path, '--json', join(folder, 'match.json'));
      expect([list.code, list.stdout], path).toEqual([2, '']);
      const ruled = await run(
        'vouchers',
        ...ours,
        '--rules',
        path,
        '--format',
        'kingdee',
        '--out',
        join(folder, 'k'),
        input,
      );
      expect([ruled.code, ruled.stdout], path).toEqual([2, '']);
      expect(ruled.stderr).toContain('not a regular file');
    }
  },
);

describe('vouch vouchers', () => {
  it('recognizes and books invoices for both programs', async () => {
    const { folder, run, book } = await startedOwn();
    const first = await book('kingdee', 'k.xlsx', ...ours);
    expect([first.code, first.stderr.includes('already booked')]).toEqual([0, false]);
    const held = await book('yonyou', 'y.txt', ...ours);
    expect([held.code, held.stderr.match(/not booked: already booked/g)?.length]).toEqual([1, 3]);
    expect(await readdir(folder)).not.toContain('y.txt');
    const again = await book('yonyou', 'y.txt', ...ours, '--include', 'booked');
    expect([again.code, again.stderr.match(/already booked \(2024-05-28, 记-\d\)/g)?.length]).toEqual([0, 3]);
    // The ledger and an archive now contain the vouchers.
    await run('archive', '--from', '2024-05-01', '--to', '2024-05-31', '--out', join(folder, 'may'));
    const [headers = [], ...index] = await readSheet(join(folder, 'may', 'index.xlsx'));
    expect(new Set(index.map((row) => row[headers.indexOf('凭证号')]))).toEqual(
      new Set(['记-1', '记-2', '记-3']),
    );
    const sheet = await readSheet(join(folder, 'k.xlsx'));
    expect(sheet[0]?.[6]).toBe('科目代码');
    const sum = (column: number) =>
      sheet.slice(1).reduce((all, row) => all + Math.round(Number(row[column] ?? 0) * 100), 0);
    expect(sum(8)).toBe(sum(9));
    const text = new TextDecoder('gbk').decode(await readFile(join(folder, 'y.txt')));
    expect(text.split('\r\n')[0]).toBe('填制凭证,V800');
    expect(text.split('\r\n')[1]).toMatch(/^2024-05-28,记,1,1,/u);
  });

  it('tells purchases from sales only with an own company', async () => {
    const { folder, book } = await startedOwn();
    const unknown = await book('kingdee', 'k.xlsx');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('--own TAXID')]);
    const other = await book('kingdee', 'k.xlsx', '--own', '91110000000000009C');
    expect([other.code, other.stderr.match(/neither party is an own company/gu)?.length]).toEqual([1, 3]);
    expect((await book('kingdee', 'k.xlsx', '--own', 'x')).code).toBe(2);
    expect(await readdir(folder)).not.toContain('k.xlsx');
  });

  it('names what is held back, and includes only what is asked for', async () => {
    const { input, folder, book } = await startedOwn();
    await writeFile(join(input, '4.xml'), writeEInvoice(bought(4, { issueDate: null })));
    await writeFile(join(input, '5.xml'), writeEInvoice(bought(5, { grossTotal: '1.00' })));
    const held = await book('kingdee', 'k.xlsx', ...ours);
    expect([held.code, held.stderr]).toEqual([1, expect.stringContaining('3 vouchers written')]);
    expect(held.stderr).toMatch(/4\.xml: not booked: no issue date/u);
    expect(held.stderr).toMatch(/5\.xml: not booked: has errors/u);
    // The figures of an included invoice must still add up; it keeps no other from being booked.
    const included = await book('kingdee', 'l.xlsx', ...ours, '--include', 'errors,warnings,booked');
    expect([included.code, included.stderr]).toEqual([1, expect.stringContaining('3 vouchers written')]);
    expect(included.stderr).toMatch(/5\.xml: not booked: total without tax and tax do not add up/u);
    for (const word of ['demo', 'everything', ''])
      expect((await book('kingdee', 'm.xlsx', ...ours, '--include', word)).code, word).toBe(2);
    expect(await readdir(folder)).not.toContain('m.xlsx');
  });

  it('books no demo data', async () => {
    const { folder, input, run } = await started();
    await writeFile(
      join(folder, 'rules.json'),
      JSON.stringify({ own: [own], rules: [{ account: { code: '1' } }] }),
    );
    const out = join(folder, 'k.xlsx');
    const given = [
      '--rules',
      join(folder, 'rules.json'),
      '--format',
      'kingdee',
      '--out',
      out,
      '--sandbox',
      input,
    ];
    const ran = await run('vouchers', ...given, '--include', 'warnings,errors,undated,changed,booked');
    expect([ran.code, ran.stderr.match(/not booked: demo data/gu)?.length]).toEqual([1, 3]);
    expect(await readdir(folder)).not.toContain('k.xlsx');
  });

  it('writes nothing if the rules are wrong', async () => {
    const { folder, input, run } = await started();
    await writeFile(join(folder, 'rules.json'), '{"rules":[{"accounts":1}]}');
    const ran = await run(
      'vouchers',
      '--rules',
      join(folder, 'rules.json'),
      '--format',
      'kingdee',
      '--out',
      join(folder, 'k.xlsx'),
      '--sandbox',
      input,
    );
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('rules.0');
    expect(await readdir(folder)).not.toContain('k.xlsx');
  });

  it.each(['rules.json', 'codes.csv'])('never writes over its %s', async (name) => {
    const { folder, input, run } = await started();
    const [rules, codes] = [join(folder, 'rules.json'), join(folder, 'codes.csv')];
    await writeFile(rules, '{}');
    await writeFile(codes, 'kind,name,taxId,code\n');
    const out = join(folder, name);
    const before = await readFile(out, 'utf8');
    const given = ['--rules', rules, '--codes', codes, '--format', 'kingdee', '--out', out, ...ours];
    const ran = await run('vouchers', ...given, input);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('would overwrite an input file')]);
    expect(await readFile(out, 'utf8')).toBe(before);
  });
});

describe('vouch print', () => {
  it("lays out files, names those that it can't print, and needs no account or ledger", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'one.pdf'), pdf([{ content: filledBox(0, 0, 9, 9) }]));
    const print = (...given: string[]) => vouch(['print', ...given], { VOUCH_HOME: join(folder, 'home') });
    const ran = await print(
      join(folder, 'one.pdf'),
      join(folder, 'gone.pdf'),
      '--per-page',
      '2',
      '--out',
      join(folder, 'out.pdf'),
    );
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain('gone.pdf');
    expect((await readFile(join(folder, 'out.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await print(join(folder, 'one.pdf'), '--out', join(folder, 'one.pdf'))).code).toBe(2);
    expect(
      (await print(join(folder, 'one.pdf'), '--per-page', '3', '--out', join(folder, 'x.pdf'))).code,
    ).toBe(2);
    expect(await readdir(folder)).toEqual(['one.pdf', 'out.pdf']);
  });
});

describe('vouch rename', () => {
  const pattern = '{year}-{month}/{date}_{seller}_{number}';
  const names = ['1', '2', '3'].map((end) => `2024-05-28_上海某某有限公司_1000000${end}.png`);

  it('previews, renames and reverts', async () => {
    const { input, run } = await started();
    const list = async () => (await readdir(input, { recursive: true })).toSorted();
    const before = await list();
    const dry = await run('rename', input, '--sandbox', '--pattern', pattern, '--dry-run');
    expect([dry.code, dry.stdout.split('\n').length]).toEqual([0, 4]);
    expect(await list()).toEqual(before);
    expect((await run('rename', input, '--sandbox', '--pattern', pattern)).code).toBe(0);
    expect(await list()).toEqual(['2024-05', ...names.map((name) => `2024-05/${name}`)]);
    expect((await run('rename', '--undo')).code).toBe(0);
    expect((await list()).filter((name) => name !== '2024-05')).toEqual(before);
    expect((await run('rename', '--undo')).code).toBe(1);
  });

  it('copies, and never overwrites', async () => {
    const { folder, input, run } = await started();
    const to = join(folder, 'to');
    await mkdir(to);
    await writeFile(join(to, '10000002.png'), 'mine');
    const ran = await run('rename', input, '--sandbox', '--pattern', '{number}', '--copy-to', to);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain('10000002.png exists');
    expect((await readdir(to)).toSorted()).toEqual(['10000001.png', '10000002.png', '10000003.png']);
    expect(await readFile(join(to, '10000002.png'), 'utf8')).toBe('mine');
    expect(await readdir(input)).toHaveLength(3);
    // A file is not a folder, so nothing is copied, and the next run is not blocked.
    const file = join(to, '10000002.png');
    const wrong = await run('rename', input, '--sandbox', '--pattern', '{number}', '--copy-to', file);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('ENOTDIR')]);
  });
});
