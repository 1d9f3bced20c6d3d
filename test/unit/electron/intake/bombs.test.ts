import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readArchive, type ArchiveItem } from '../../../../electron/intake/archive.ts';
import { untreated } from '../../../../shared/contract/preparation.ts';
import { pngBomb, tiffChain } from '../../../helpers/hostile.ts';
import { zip, type ZipPart } from '../../../samples/digital/zip.ts';
import { ownIntake } from '../../../helpers/intake.ts';
import { png } from '../../../helpers/pictures.ts';
import { pdf, scannedPage } from '../../../samples/digital/pdf-file.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const mebibyte = 1024 * 1024;

/** A sparse file of this length, which takes no disk space. */
const sparse = async (head: Uint8Array, length: number): Promise<string> => {
  const path = join(await temporaryFolder(), 'large');
  const file = await open(path, 'w');
  await file.write(head);
  await file.truncate(length);
  await file.close();
  return path;
};

/** The time of the work and the peak growth of the process. */
const measured = async <Value>(work: () => Promise<Value>) => {
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 5);
  const started = performance.now();
  const value = await work();
  clearInterval(timer);
  return { value, ms: performance.now() - started, grown: most - before };
};

const itemsOf = async (bytes: Buffer): Promise<readonly ArchiveItem[]> => {
  const path = join(await temporaryFolder(), 'a.zip');
  await writeFile(path, bytes);
  const items: ArchiveItem[] = [];
  for await (const item of readArchive(path)) items.push(item);
  return items;
};
const told = (items: readonly ArchiveItem[]) =>
  items.map(({ name, content }) => [name, content.ok ? content.value.length : content.failure.reason]);

/** A progressive JPEG without chroma subsampling whose frame header (SOF2) claims a square of this side. */
const progressiveBomb = async (side: number): Promise<Buffer> => {
  const small = sharp(await png(64, 64));
  const bytes = await small.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]));
  bytes.writeUInt16BE(side, frame + 5);
  bytes.writeUInt16BE(side, frame + 7);
  return bytes;
};

/** A PDF with this many empty pages. */
const pagesBomb = (count: number): Buffer => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [ ${Array.from({ length: count }, (_, kid) => `${kid + 3} 0 R`).join(' ')} ] >>`,
    ...Array.from({ length: count }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >>'),
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  const head = '%PDF-1.7\n';
  let offset = head.length;
  const rows = objects.map((object) => {
    const row = `${String(offset).padStart(10, '0')} 00000 n \n`;
    offset += object.length;
    return row;
  });
  return Buffer.from(
    `${head}${objects.join('')}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer\n` +
      `<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${offset}\n%%EOF\n`,
  );
};

/** A directory of one pixel that declares a row of 8,000,000. */
const wideTiff = (): Buffer => {
  const bytes = tiffChain([-1]);
  const width = bytes.readUInt32LE(4) + 2;
  bytes.writeUInt32LE(8_000_000, width + 8);
  return bytes;
};

/** Adler-32 of a block that is repeated. */
const adler32 = (block: Buffer, times: number): number => {
  const modulus = 65_521;
  let [sum, sums] = [0, 0];
  for (const byte of block) {
    sum = (sum + byte) % modulus;
    sums = (sums + sum) % modulus;
  }
  let [low, high] = [1, 0];
  for (let time = 0; time < times; time += 1) {
    high = (high + block.length * low + sums) % modulus;
    low = (low + sum) % modulus;
  }
  return high * 65_536 + low;
};

/** A block that is repeated, compressed by zlib's format in the time of one block. */
const deflateRepeated = (block: Buffer, times: number): Buffer => {
  const packed = deflateRawSync(block, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(adler32(block, times));
  const head = Buffer.from([0x78, 0xda]);
  return Buffer.concat([head, ...Array.from({ length: times }, () => packed), deflateRawSync(''), sum]);
};

/** A PDF of one page whose content decompresses to this many mebibytes. */
const contentBomb = (unit: string, mebibytes: number): Buffer => {
  const block = Buffer.from(unit.repeat(Math.ceil(mebibyte / unit.length)));
  const content = deflateRepeated(block, mebibytes);
  const plain = pdf([{ content: '@@' }]).toString('latin1');
  const stated = `/Filter /FlateDecode /Length ${content.length} >>\nstream\n`;
  const [head = '', tail = ''] = plain.replace('/Length 2 >>\nstream\n', stated).split('@@');
  return Buffer.concat([Buffer.from(head, 'latin1'), content, Buffer.from(tail, 'latin1')]);
};

test.each([
  ['operators', 'q Q '],
  ['blanks', ' '],
  ['texts', 'BT /F1 9 Tf (a) Tj ET '],
])('fails a page that decompresses to 400 MB of %s, even with a long time limit', async (_, unit) => {
  const { intake } = ownIntake({ limitMs: 60_000, threads: 1 });
  const path = await writeTemporary(contentBomb(unit, 400));
  const { value, grown } = await measured(() => intake.readDigital(path, null));
  expect(value).toMatchObject({ ok: false, failure: { kind: 'input', reason: 'took-too-long' } });
  expect(grown).toBeLessThan(450 * mebibyte);
  const drawn = await measured(() => intake.prepare({ path, page: 1, treatment: untreated, password: null }));
  expect(drawn.value).toMatchObject({ ok: false, failure: { kind: 'input', reason: 'took-too-long' } });
  expect(drawn.grown).toBeLessThan(300 * mebibyte);
});

test('allows a large picture of a PDF more memory than text', async () => {
  const { intake } = ownIntake({ limitMs: 60_000, threads: 1 });
  const side = 5000;
  const rows = deflateSync(Buffer.alloc(side * side * 3, 200), { level: 1 });
  const scan = scannedPage({ width: side, height: side, bytes: rows, filter: 'FlateDecode' });
  const path = await writeTemporary(pdf([scan]));
  const made = await intake.prepare({ path, page: 1, treatment: untreated, password: null });
  expect(made).toMatchObject({ ok: true, value: { sent: { width: side, height: side } } });
});

/** An Office document with a part of this name. */
const office = (name: string) => {
  const bytes = Buffer.from('<x/>');
  return zip([
    { name: '[Content_Types].xml', bytes },
    { name, bytes },
  ]);
};

describe('refuses a bomb with a reason, in less than two seconds and 300 MB', () => {
  test.each([
    ['a picture of 60,000 × 60,000', async () => writeTemporary(pngBomb(60_000)), 'too-many-pixels'],
    ['a PDF of 100,000 pages', async () => writeTemporary(pagesBomb(100_000)), 'too-many-pages'],
    [
      'a page of 14,400 points',
      async () => writeTemporary(pdf([{ content: '', box: [0, 0, 14_400, 14_400] }])),
      'page-too-large',
    ],
    [
      'an interlaced 16-bit PNG',
      async () => writeTemporary(pngBomb(9990, { depth: 16, colour: 6, interlaced: true })),
      'too-many-pixels',
    ],
    ['a huge progressive JPEG', async () => writeTemporary(await progressiveBomb(9990)), 'too-many-pixels'],
    ['a TIFF with a row of eight million pixels', async () => writeTemporary(wideTiff()), 'too-many-pixels'],
    ['a TIFF that links to itself', async () => writeTemporary(tiffChain([1, 0])), 'damaged'],
    ['a PNG of 4 GB', async () => sparse(await png(), 4096 * mebibyte), 'file-too-large'],
    ['a PDF of 4 GB', async () => sparse(pdf([{ content: '' }]), 4096 * mebibyte), 'file-too-large'],
    ['a TIFF of 4 GB', async () => sparse(tiffChain([-1]), 4096 * mebibyte), 'file-too-large'],
    ['a sparse file of 4 GB', async () => sparse(Buffer.alloc(0), 4096 * mebibyte), 'not-downloaded'],
  ] as const)('%s', async (_, make, reason) => {
    const { intake } = ownIntake();
    const path = await make();
    // In practice the thread is already busy when it meets a bomb.
    await intake.prepare({
      path: await writeTemporary(tiffChain([-1])),
      page: 1,
      treatment: untreated,
      password: null,
    });
    const { value, ms, grown } = await measured(() =>
      intake.prepare({ path, page: 1, treatment: untreated, password: null }),
    );
    expect(value).toMatchObject({ ok: false, failure: { kind: 'input', reason } });
    expect(ms).toBeLessThan(2000);
    expect(grown / mebibyte).toBeLessThan(300);
  });

  test.each([
    ['10 GB according to its directory', 10, undefined],
    ['more bytes than stated', 1, 1000],
  ] as const)(
    'a zip that decompresses to %s',
    async (_, files, statedBytes) => {
      const zeros = Buffer.alloc(150 * mebibyte);
      const part: ZipPart = { name: 'x.png', bytes: zeros, statedBytes: statedBytes ?? 1024 * mebibyte };
      const bytes = zip(
        Array.from({ length: files }, (_unused, index) => ({ ...part, name: `${index}.png` })).slice(
          0,
          files,
        ),
      );
      const { value, ms, grown } = await measured(() => itemsOf(bytes));
      expect(told(value)).toEqual([files > 1 ? ['', 'archive-too-large'] : ['0.png', 'damaged']]);
      expect(ms).toBeLessThan(2000);
      expect(grown / mebibyte).toBeLessThan(300);
    },
    30_000,
  );
});

const writeTemporary = async (bytes: Uint8Array): Promise<string> => {
  const path = join(await temporaryFolder(), 'file');
  await writeFile(path, bytes);
  return path;
};

describe('an archive', () => {
  test('gives its pictures and documents in natural order, from any writer', async () => {
    const picture = await png();
    const gbk = Buffer.from([0xb7, 0xa2, 0xc6, 0xb1, 0x2e, 0x70, 0x6e, 0x67]);
    const items = await itemsOf(
      zip([
        { name: 'b/2.png', bytes: picture },
        { name: 'b/', bytes: Buffer.alloc(0) },
        { name: gbk, bytes: picture, utf8: false },
        { name: 'a.doc', bytes: picture },
        { name: 'notes.txt', bytes: Buffer.from('words') },
        { name: '__MACOSX/._a.png', bytes: picture },
        { name: '.DS_Store', bytes: picture },
        { name: 'broken.jpg', bytes: Buffer.from('words') },
        { name: 'empty.jpg', bytes: Buffer.alloc(0) },
      ]),
    );
    expect(told(items)).toEqual([
      ['发票.png', picture.length],
      ['a.doc', picture.length],
      ['b/2.png', picture.length],
      ['broken.jpg', 'not-an-image'],
      ['empty.jpg', 'empty'],
    ]);
  });

  test('within an archive is read, but not deeper', async () => {
    const picture = await png();
    const inner = zip([{ name: 'c.png', bytes: picture }]);
    const middle = zip([
      { name: 'b.png', bytes: picture },
      { name: 'inner.zip', bytes: inner },
    ]);
    expect(told(await itemsOf(zip([{ name: 'middle.zip', bytes: middle }])))).toEqual([
      ['middle.zip/b.png', picture.length],
      ['middle.zip/inner.zip', 'archive-too-deep'],
    ]);
  });

  test('is read like a folder: skips office documents, and reports unreadable files', async () => {
    const picture = await png();
    const words = Buffer.from('<x/>');
    const ofd = zip([{ name: 'OFD.xml', bytes: words }]);
    const workbook = zip([{ name: '[Content_Types].xml', bytes: words }]);
    const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic', 'latin1'), Buffer.alloc(2000)]);
    const parts = [
      { name: 'IMG_1', bytes: heic },
      { name: 'a.png', bytes: picture },
      { name: 'b.ofd', bytes: ofd },
      { name: 'list.xlsx', bytes: workbook },
    ];
    const expected = [
      ['a.png', picture.length],
      ['b.ofd', ofd.length],
      ['IMG_1', heic.length],
    ];
    expect(told(await itemsOf(zip(parts)))).toEqual(expected);
    const outer = zip([{ name: 'in.zip', bytes: zip(parts) }]);
    expect(told(await itemsOf(outer))).toEqual(expected.map(([name, what]) => [`in.zip/${name}`, what]));
  });

  test('skips files that their first bytes exclude, whatever their name', async () => {
    const zeros = zip([{ name: 'a.jpg', bytes: Buffer.alloc(199 * mebibyte) }]);
    const { value, grown } = await measured(() => itemsOf(zeros));
    expect(told(value)).toEqual([['a.jpg', 'not-downloaded']]);
    expect(grown / mebibyte).toBeLessThan(60);
  }, 30_000);

  test.each([
    ['no supported file', [{ name: 'notes.txt', bytes: Buffer.from('words') }], 'archive-empty'],
    ['no file at all', [], 'archive-empty'],
    ['an OFD', [{ name: 'OFD.xml', bytes: Buffer.from('<x/>') }], 'ofd'],
    ['a workbook', [{ name: '[Content_Types].xml', bytes: Buffer.from('<x/>') }], 'unsupported-format'],
  ] as const)('is reported if it contains %s', async (_, parts, reason) => {
    expect(told(await itemsOf(zip(parts)))).toEqual([['', reason]]);
  });

  test.each([
    ['word/document.xml', 'Word'],
    ['ppt/presentation.xml', 'PowerPoint'],
  ])('is reported by its common name for %s', async (name, detail) => {
    const [item] = await itemsOf(office(name));
    expect(item?.content).toMatchObject({ ok: false, failure: { reason: 'unsupported-format', detail } });
  });

  test('is reported as a spreadsheet for a workbook of Excel', async () => {
    expect(told(await itemsOf(office('xl/workbook.xml')))).toEqual([['', 'spreadsheet']]);
  });

  test('is reported with a password, with too many files, or truncated', async () => {
    const picture = await png();
    expect(told(await itemsOf(zip([{ name: 'a.png', bytes: picture, encrypted: true }])))).toEqual([
      ['a.png', 'encrypted-archive'],
    ]);
    const many = Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}.png`, bytes: picture }));
    expect(told(await itemsOf(zip(many)))).toEqual([['', 'archive-too-large']]);
    expect(told(await itemsOf(zip([{ name: 'a.png', bytes: picture }]).subarray(0, 60)))).toEqual([
      ['', 'damaged'],
    ]);
  });

  test.each(['../../etc/passwd.png', '/etc/a.png', 'C:\\a.png', 'a/../../b.png'])(
    'uses the file name %s only for display and never as a path',
    async (name) => {
      const picture = await png();
      expect(told(await itemsOf(zip([{ name, bytes: picture }])))).toEqual([
        [name.replaceAll('\\', '/'), picture.length],
      ]);
    },
  );
});
