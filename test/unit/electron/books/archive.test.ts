import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { checkArchive } from '../../../../electron/books/archive/check-archive.ts';
import { readDigests, writeDigests } from '../../../../electron/books/archive/write-archive.ts';
import { sha256Of } from '../../../../electron/infra/bytes.ts';
import { bookInvoice, party } from '../../../helpers/book-invoice.ts';
import { madeArchived, madeOriginal, writeMade } from '../../../helpers/made-archive.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { unzip } from '../../../helpers/unzip.ts';

const write = writeMade;

const three = [
  madeArchived(1, {
    renditions: [madeOriginal('1.pdf', '%PDF')],
    booking: { word: '记', number: 12, date: '2024-05-31', period: '2024-05' },
    entries: [
      {
        summary: '餐费',
        account: { code: '660201', name: '管理费用_招待费' },
        debit: 31_800,
        credit: 0,
      },
      {
        summary: '餐费',
        account: { code: '2202', name: '应付账款' },
        debit: 0,
        credit: 31_800,
      },
    ],
    verification: { result: 'consistent', day: '2024-06-01' },
  }),
  madeArchived(2, { confirmed: false }),
  madeArchived(3, {
    invoice: bookInvoice({ kind: '10', code: '031001900111', number: '12345678', seller: party('A & <B>') }),
  }),
];

/** Every file below a folder, by its relative path. */
const filesBelow = async (root: string): Promise<string[]> =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();

const flipped = (bytes: Buffer, at: number): Buffer => {
  const other = Buffer.from(bytes);
  other[at] = (other[at] ?? 0) ^ 1;
  return other;
};

describe('an archive', () => {
  it('of an office carries the newest digest of its audit log, another one nothing of it', async () => {
    const root = await temporaryFolder();
    const auditDigest = sha256Of('the newest entry');
    await write(join(root, 'office'), three, { auditDigest });
    await write(join(root, 'desk'), three);
    const factsOf = async (name: string): Promise<unknown> =>
      JSON.parse(await readFile(join(root, name, 'archive.json'), 'utf8'));
    expect(await factsOf('office')).toMatchObject({ invoices: 3, auditDigest });
    expect(await factsOf('desk')).not.toHaveProperty('auditDigest');
    const notesOf = async (name: string) =>
      JSON.stringify(await readSheet(join(root, name, 'index.xlsx'), '说明'));
    expect(await notesOf('office')).toContain(auditDigest);
    expect(await notesOf('desk')).not.toContain('audit log');
    expect(await checkArchive(join(root, 'office'))).toMatchObject({ defects: [] });
  });

  it('holds originals, index, metadata, results and digests', async () => {
    const root = join(await temporaryFolder(), 'may');
    const written = await write(root, three);
    expect(written).toEqual({
      ok: true,
      value: { digest: sha256Of(await readFile(join(root, 'digests.txt'))) },
    });
    expect(await filesBelow(root)).toEqual([
      'README.txt',
      'archive.json',
      'digests.txt',
      'index.xlsx',
      'metadata/0001_einv_spcl_receiver.xbrl',
      'metadata/0002_einv_spcl_receiver.xbrl',
      'metadata/0003_inv_ord_receiver.xbrl',
      'originals/0001_发票 1.xml',
      'originals/0002_1.pdf',
      'originals/0003_发票 2.xml',
      'originals/0004_发票 3.xml',
      'verifications.json',
    ]);
    expect(await readFile(join(root, 'originals/0001_发票 1.xml'), 'utf8')).toBe('<EInvoice>1</EInvoice>');
    expect(await checkArchive(root)).toEqual({ files: 12, defects: [] });
    const [headers = [], ...rows] = await readSheet(join(root, 'index.xlsx'));
    const cell = (row: number, header: string) => rows[row]?.[headers.indexOf(header)];
    expect(cell(0, '凭证号')).toBe('记-12');
    expect(cell(0, '查验结果')).toBe('查验一致');
    expect(cell(0, '其他版式')).toBe('originals/0002_1.pdf');
    expect(cell(1, '复核')).toBe('未确认');
    expect(cell(1, '凭证号')).toBe('未入账');
    expect(cell(2, '发票代码')).toBe('031001900111');
    // On paper, it has the columns that a reader of books looks for.
    const parts = await unzip(await readFile(join(root, 'index.xlsx')));
    expect(parts.get('xl/workbook.xml')?.toString()).toContain("'归档目录'!$A:$O");
    expect(headers.slice(0, 15)).toEqual(expect.arrayContaining(['发票号码', '价税合计', '凭证号', '原件']));
  });

  it('holds the papers of an invoice, once each, and says when one is missing', async () => {
    const root = join(await temporaryFolder(), 'may');
    const gone = { ...madeOriginal('b.pdf', 'b'), read: async () => Promise.resolve(null) };
    const bill = madeOriginal('账单.pdf', 'bill');
    const gaps: string[] = [];
    await write(
      root,
      [madeArchived(1, { papers: [bill, gone] }), madeArchived(2, { papers: [bill] }), madeArchived(3)],
      { onGap: ({ name }) => gaps.push(name) },
    );
    expect(await readFile(join(root, 'papers/0002_账单.pdf'), 'utf8')).toBe('bill');
    expect(await readdir(join(root, 'papers'))).toHaveLength(1);
    expect(gaps).toEqual(['b.pdf']);
    expect((await checkArchive(root)).defects).toEqual([]);
    const [headers = [], ...rows] = await readSheet(join(root, 'index.xlsx'));
    const papers = rows.map((row) => row[headers.indexOf('随附单据')] ?? null);
    expect(papers).toEqual(['papers/0002_账单.pdf', 'papers/0002_账单.pdf', null]);
  });

  it('includes how an invoice was booked in its metadata', async () => {
    const root = join(await temporaryFolder(), 'may');
    await write(root, three);
    const xml = await readFile(join(root, 'metadata/0001_einv_spcl_receiver.xbrl'), 'utf8');
    for (const part of [
      'http://xbrl.mof.gov.cn/taxonomy/2023-12-31/einv',
      '>24312000000000000001</einv:InvoiceNumber>',
      '>318.00</einv:TotalTax-includedAmount>',
      '>记-12</einv:NumberOfAccountingDocuments>',
      '>2024-05</einv:AccountingPeriod>',
      '>借方</einv:DebitOrCredit>',
      '>招待费</einv:NameOfSubsidiaryLedgerSubject>',
      '>true</einv:WhetherEinvoiceHasBeenChecked>',
    ])
      expect(xml).toContain(part);
    const other = await readFile(join(root, 'metadata/0002_einv_spcl_receiver.xbrl'), 'utf8');
    expect(other).toContain('>false</einv:WhetherEinvoiceHasBeenBooked>');
    expect(other).not.toContain('AccountingDocumentsTuple');
  });

  it('contains no path of the computer', async () => {
    const root = join(await temporaryFolder(), 'may');
    const original = madeOriginal('/home/someone/secret/a.xml', 'x');
    await write(root, [
      madeArchived(1, { original, renditions: [madeOriginal('C:\\Users\\me\\b.pdf', 'y')] }),
    ]);
    for (const path of await filesBelow(root)) {
      const bytes = await readFile(join(root, path));
      const texts = path.endsWith('.xlsx') ? [...(await unzip(bytes)).values()] : [bytes];
      for (const text of [path, ...texts.map(String)]) expect(text).not.toMatch(/someone|Users|secret|tmp\//);
    }
    expect(await filesBelow(root)).toContain('originals/0002_b.pdf');
  });

  it('contains one original of several pages once, and names missing ones', async () => {
    const root = join(await temporaryFolder(), 'may');
    const shared = madeOriginal('scan.pdf', 'two pages');
    const gone = { ...madeOriginal('gone.pdf', 'gone'), read: () => Promise.resolve(null) };
    const other = {
      ...madeOriginal('other.pdf', 'as it was'),
      read: () => Promise.resolve(Buffer.from('changed')),
    };
    const gaps: { readonly name: string }[] = [];
    const invoices = [shared, shared, gone, other].map((original, index) =>
      madeArchived(index, { original }),
    );
    await write(root, invoices, { onGap: (gap) => gaps.push(gap) });
    expect(await readdir(join(root, 'originals'))).toEqual(['0001_scan.pdf']);
    expect(gaps.map(({ name }) => name)).toEqual(['gone.pdf', 'other.pdf']);
    expect((await checkArchive(root)).defects).toEqual([]);
  });
});

describe('the check of a folder', () => {
  it('names the file in which any one byte was changed', async () => {
    const root = join(await temporaryFolder(), 'may');
    await write(root, three);
    for (const path of await filesBelow(root)) {
      const whole = join(root, path);
      const bytes = await readFile(whole);
      // The digest list is short enough for every byte of it.
      const places = path === 'digests.txt' ? bytes.keys() : [0, bytes.length >> 1, bytes.length - 1];
      for (const at of places) {
        await writeFile(whole, flipped(bytes, at));
        const { defects } = await checkArchive(root);
        expect(defects, `${path} at ${at}`).toContainEqual({ path, defect: 'changed' });
      }
      await writeFile(whole, bytes);
    }
    expect((await checkArchive(root)).defects).toEqual([]);
  }, 60_000);

  it('names files that are missing, added, renamed, or not regular files', async () => {
    const root = join(await temporaryFolder(), 'may');
    await write(root, three);
    await rm(join(root, 'README.txt'));
    await writeFile(join(root, 'originals', 'extra.txt'), '');
    await rename(join(root, 'verifications.json'), join(root, 'other.json'));
    await rename(join(root, 'index.xlsx'), join(root, 'real.xlsx'));
    await symlink(join(root, 'real.xlsx'), join(root, 'index.xlsx'));
    const { defects } = await checkArchive(root);
    expect(defects.map(({ path, defect }) => `${defect} ${path}`).toSorted()).toEqual([
      'added originals/extra.txt',
      'added other.json',
      'added real.xlsx',
      'missing README.txt',
      'missing verifications.json',
      'unreadable index.xlsx',
    ]);
    await rm(join(root, 'digests.txt'));
    expect((await checkArchive(root)).defects).toEqual([{ path: 'digests.txt', defect: 'missing' }]);
  });

  it('reports a folder without an archive', async () => {
    expect((await checkArchive('/nowhere/archive')).defects).toEqual([
      { path: '/nowhere/archive', defect: 'no-archive' },
    ]);
  });
});

describe('the check of a zip', () => {
  it('finds any one changed byte, and names its file', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'may.zip');
    await write(path, three);
    const bytes = await readFile(path);
    const files = await unzip(bytes);
    expect(await checkArchive(path)).toEqual({ files: 12, defects: [] });
    for (const [name, content] of files) {
      const start = bytes.indexOf(content);
      await writeFile(path, flipped(bytes, start + (content.length >> 1)));
      expect((await checkArchive(path)).defects, name).toContainEqual({ path: name, defect: 'changed' });
    }
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), async (at) => {
        await writeFile(path, flipped(bytes, at));
        expect((await checkArchive(path)).defects.length, `byte ${at}`).toBeGreaterThan(0);
      }),
      { numRuns: 150 },
    );
    await writeFile(path, bytes.subarray(0, -1));
    expect((await checkArchive(path)).defects.length).toBeGreaterThan(0);
    await writeFile(path, Buffer.concat([bytes, Buffer.from('x')]));
    expect((await checkArchive(path)).defects.length).toBeGreaterThan(0);
  }, 60_000);
});

const whyNot = async (...given: Parameters<typeof write>) => {
  const refused = await write(...given);
  if (refused.ok || refused.failure.reason !== 'in-the-way') throw new Error(JSON.stringify(refused));
  const { why, paths } = refused.failure;
  return [why, ...paths];
};

describe('writing over existing files', () => {
  it.each(['may', 'may.zip'])(
    'replaces only the archive of its period, if no original is lost (%s)',
    async (name) => {
      const folder = await temporaryFolder();
      const root = join(folder, name);
      await write(root, three);
      const before = await checkArchive(root);
      expect(await whyNot(root, three, { replace: false })).toEqual(['exists']);
      expect(await whyNot(root, three.slice(0, 1))).toEqual([
        'lost',
        'originals/0003_发票 2.xml',
        'originals/0004_发票 3.xml',
      ]);
      const june = { period: { from: '2024-06-01', to: '2024-06-30' } };
      expect(await whyNot(root, three, june)).toEqual(['other-period']);
      expect(await checkArchive(root)).toEqual(before);
      expect((await write(root, [...three, madeArchived(4)])).ok).toBe(true);
      expect(await checkArchive(root)).toMatchObject({ files: 14, defects: [] });
      expect(await readdir(folder)).toEqual([name]);
    },
  );

  it('replaces nothing of the user: a file in the archive, another folder, another zip, a link', async () => {
    const folder = await temporaryFolder();
    const root = join(folder, 'may');
    await write(root, three);
    await writeFile(join(root, 'originals', 'notes.txt'), 'mine');
    expect(await whyNot(root, three)).toEqual(['changed', 'originals/notes.txt']);
    expect(await readFile(join(root, 'originals', 'notes.txt'), 'utf8')).toBe('mine');
    await rm(join(root, 'originals', 'notes.txt'));
    await mkdir(join(root, 'to do'));
    expect(await whyNot(root, three)).toEqual(['changed', 'to do/']);
    expect(await readdir(root)).toContain('to do');
    const mine = join(folder, 'mine.zip');
    await writeFile(mine, 'PK mine');
    await symlink(mine, join(folder, 'link.zip'));
    await mkdir(join(folder, 'photos'));
    await writeFile(join(folder, 'photos', 'a.jpg'), 'a');
    await symlink(join(folder, 'photos'), join(folder, 'album'));
    for (const name of ['mine.zip', 'link.zip', 'photos', 'album'])
      expect(await whyNot(join(folder, name), three), name).toEqual(['not-an-archive']);
    expect(await readFile(mine, 'utf8')).toBe('PK mine');
    expect(await readdir(join(folder, 'photos'))).toEqual(['a.jpg']);
  });

  it.each(['may', 'may.zip'])('keeps what somebody put there while it wrote %s', async (name) => {
    const root = join(await temporaryFolder(), name);
    const [first = madeArchived(1), ...others] = three;
    const during = (work: () => Promise<void>) => {
      const read = () => work().then(first.original.read);
      return [{ ...first, original: { ...first.original, read } }, ...others];
    };
    const note = join(root, 'note.txt');
    const put = (): Promise<void> =>
      name === 'may' ? mkdir(root).then(() => writeFile(note, 'mine')) : writeFile(root, 'mine');
    expect(await whyNot(root, during(put))).toEqual(['not-an-archive']);
    expect(await readFile(name === 'may' ? note : root, 'utf8')).toBe('mine');
    await rm(root, { recursive: true });
    await write(root, three);
    const change = (): Promise<void> => writeFile(name === 'may' ? note : root, 'mine');
    expect(await whyNot(root, during(change))).toEqual(
      name === 'may' ? ['changed', 'note.txt'] : ['not-an-archive'],
    );
    expect(await readFile(name === 'may' ? note : root, 'utf8')).toBe('mine');
  });

  it('never loses a paper of an invoice', async () => {
    const root = join(await temporaryFolder(), 'may');
    const [first = madeArchived(1), ...others] = three;
    await write(root, [{ ...first, papers: [madeOriginal('行程单.pdf', 'a ride')] }, ...others]);
    expect(await whyNot(root, three)).toEqual(['lost', expect.stringContaining('行程单.pdf')]);
  });

  it('restores what an interrupted run had moved away', async () => {
    const folder = await temporaryFolder();
    const root = join(folder, 'may');
    await write(root, three);
    await cp(root, join(folder, '.may.vouch-new'), { recursive: true });
    await rename(root, join(folder, '.may.vouch-old'));
    expect((await write(root, three)).ok).toBe(true);
    expect(await readdir(folder)).toEqual(['may']);
    expect((await checkArchive(root)).defects).toEqual([]);
  });

  it('accepts an empty folder', async () => {
    const root = join(await temporaryFolder(), 'may');
    await mkdir(root);
    expect((await write(root, three)).ok).toBe(true);
  });

  it('reports a missing folder, and leaves nothing behind', async () => {
    const folder = await temporaryFolder();
    for (const name of ['may', 'may.zip']) {
      const refused = await write(join(folder, 'none', name), three);
      expect(refused.ok ? null : refused.failure.reason).toBe('no-folder');
    }
    expect(await readdir(folder)).toEqual([]);
  });
});

const digest = (path: string) => ({ path, sha256: sha256Of(path) });

describe('a digest list', () => {
  it('is parsed, and refused if a path leaves the archive', () => {
    const list = [digest('a'), digest('b/c d.txt')];
    expect(readDigests(Buffer.from(writeDigests(list)))).toEqual(list);
    for (const path of ['../a', '/a', 'a//b', 'C:/a', 'a\\b'])
      expect(readDigests(Buffer.from(writeDigests([digest(path)])))).toBeNull();
    expect(readDigests(Buffer.alloc(0))).toBeNull();
  });
});
