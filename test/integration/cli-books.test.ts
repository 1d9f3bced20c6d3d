import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { readSheet } from 'read-excel-file/node';
import writeXlsxFile from 'write-excel-file/node';
import { describe, expect, it } from 'vitest';
import { vouch } from '../helpers/command-line.ts';
import { madeInvoice, writeMade } from '../helpers/made-invoices.ts';
import { filledBox, pdf } from '../samples/digital/pdf-file.ts';
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

describe('vouch match', () => {
  it('compares a list with the ledger as the contract states', async () => {
    const { folder, run, readAll } = await started();
    expect((await readAll()).code).toBe(0);
    await listOf(join(folder, 'list.xlsx'), ['10000001', '10000009'], { 发票状态: '已作废', 金额: '300.01' });
    const ran = await run('match', join(folder, 'list.xlsx'), '--json', join(folder, 'match.json'));
    expect(ran.code).toBe(0);
    expect(JSON.parse(await readFile(join(folder, 'match.json'), 'utf8'))).toEqual({
      onlyInList: [{ code: '3100221130', number: '10000009' }],
      onlyInLedger: [
        { code: '3100221130', number: '10000002' },
        { code: '3100221130', number: '10000003' },
      ],
      differences: [
        { code: '3100221130', number: '10000001', field: 'total', list: '300.01', ledger: '300.00' },
      ],
      flags: [
        { code: '3100221130', number: '10000001', state: 'voided' },
        { code: '3100221130', number: '10000009', state: 'voided' },
      ],
    });
  });

  it('rejects a file that is not a list, and writes nothing', async () => {
    const { folder, run } = await started();
    await writeFile(join(folder, 'list.xlsx'), 'PK');
    const ran = await run('match', join(folder, 'list.xlsx'), '--json', join(folder, 'match.json'));
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain('not an .xlsx workbook');
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

const rules = { rules: [{ account: { code: '660201', name: '管理费用' } }] };

describe('vouch vouchers', () => {
  it('recognizes and books invoices for both programs', async () => {
    const { folder, input, run } = await started();
    await writeFile(join(folder, 'rules.json'), JSON.stringify(rules));
    const book = (format: string, out: string) =>
      run(
        'vouchers',
        '--rules',
        join(folder, 'rules.json'),
        '--format',
        format,
        '--out',
        join(folder, out),
        '--sandbox',
        input,
      );
    const first = await book('kingdee', 'k.xlsx');
    expect([first.code, first.stderr.includes('already booked')]).toEqual([0, false]);
    // The ledger and an archive now contain the vouchers.
    const again = await book('yonyou', 'y.txt');
    expect([again.code, again.stderr.match(/already booked \(2024-05-28, 记-\d\)/g)?.length]).toEqual([0, 3]);
    await run('archive', '--from', '2024-05-01', '--to', '2024-05-31', '--out', join(folder, 'may'));
    const [headers = [], ...index] = await readSheet(join(folder, 'may', 'index.xlsx'));
    expect(new Set(index.map((row) => row[headers.indexOf('凭证号')]))).toEqual(
      new Set(['记-1', '记-2', '记-3']),
    );
    expect((await readSheet(join(folder, 'k.xlsx'))).map((row) => row[6])).toEqual([
      '科目代码',
      '660201',
      '22210101',
      '2202',
      '660201',
      '22210101',
      '2202',
      '660201',
      '22210101',
      '2202',
    ]);
    const text = new TextDecoder('gbk').decode(await readFile(join(folder, 'y.txt')));
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      '填制凭证,V800',
      '2024-05-28,记,1,1,上海某某有限公司,660201,300.00,,,,,,,,2024-05-28,,,,,,',
    ]);
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
});

describe('vouch archive', () => {
  it('archives a period without an account, and checks it without the ledger', async () => {
    const { folder, run, readAll } = await started();
    await readAll();
    for (const name of ['may', 'may.zip']) {
      const out = join(folder, name);
      const ran = await run('archive', '--from', '2024-05-01', '--to', '2024-05-31', '--out', out);
      expect([ran.code, ran.stderr]).toEqual([0, '3 invoices archived\n']);
      expect((await vouch(['archive', '--check', out], {})).code).toBe(0);
    }
    const original = join(folder, 'may', 'originals', '0001_invoice-1.png');
    expect(await readFile(original)).toEqual(await readFile(join(folder, 'in', 'invoice-1.png')));
    await writeFile(original, 'changed');
    const checked = await vouch(['archive', '--check', join(folder, 'may')], {});
    expect([checked.code, checked.stderr]).toEqual([1, 'originals/0001_invoice-1.png: was changed\n']);
  });

  it('never overwrites a file that Vouch stores, not even through a link', async () => {
    const { folder, home, run, readAll } = await started();
    await readAll();
    const ledger = join(home, 'ledger.sqlite');
    await symlink(ledger, join(folder, 'link.zip'));
    await symlink(join(home, 'originals'), join(folder, 'link'));
    const before = (await readFile(ledger)).length;
    for (const out of [join(folder, 'link.zip'), join(folder, 'link', 'may'), join(home, 'pictures')]) {
      const ran = await run('archive', '--from', '2024-05-01', '--to', '2024-05-31', '--out', out);
      expect([ran.code, ran.stdout], out).toEqual([2, '']);
      expect(ran.stderr).toContain('Vouch’s own data');
    }
    const after = await readFile(ledger);
    expect([after.subarray(0, 6).toString(), after.length]).toEqual(['SQLite', before]);
  });

  it('reports an empty or wrong period', async () => {
    const { folder, run } = await started();
    const archive = (from: string, to: string) =>
      run('archive', '--from', from, '--to', to, '--out', join(folder, 'a'));
    expect((await archive('2024-05-01', '2024-05-31')).code).toBe(1);
    expect((await archive('2024-06-01', '2024-05-31')).code).toBe(2);
    expect((await archive('2024-02-30', '2024-05-31')).code).toBe(2);
    expect(await readdir(folder)).not.toContain('a');
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
