import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { createIntake } from '../../../../electron/intake/intake.ts';
import { readArchive } from '../../../../electron/intake/archive.ts';
import { readFileHead, readWholeFile } from '../../../../electron/intake/read-file.ts';
import { untreated } from '../../../../shared/contract/preparation.ts';
import { zip } from '../../../samples/digital/zip.ts';
import { ofd, textObject } from '../../../samples/digital/ofd-file.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const objects = textObject({ x: 20, y: 30, text: '发票号码：24112000000048542163', size: 6 });
const twoPages = ofd({
  pages: [
    { objects, box: '0 0 210 140' },
    { objects: '', box: '0 0 100 50' },
  ],
});
const intake = createIntake({ threads: 1 });
afterAll(() => intake.close());

const written = async (name: string, bytes: Buffer): Promise<string> => {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, bytes);
  return path;
};

describe('an OFD', () => {
  test('is detected by its entries and not its name; another zip remains an archive', async () => {
    for (const name of ['a.ofd', 'a.zip', 'invoice']) {
      const path = await written(name, twoPages);
      expect(await readFileHead(path)).toMatchObject({ ok: true, value: { format: { kind: 'ofd' } } });
      expect(await readWholeFile(path)).toMatchObject({ ok: true, value: { format: { kind: 'ofd' } } });
    }
    const other = await written('b.zip', zip([{ name: 'a/OFD.xml', bytes: Buffer.from('<a/>') }]));
    expect(await readFileHead(other)).toMatchObject({ ok: true, value: { format: { kind: 'archive' } } });
  });

  test('has its pages counted and drawn, with a size that converts back to millimetres', async () => {
    const path = await written('a.ofd', twoPages);
    expect(await intake.pagesOf(path, null)).toEqual({ ok: true, value: 2 });
    const made = await intake.prepare({ path, page: 1, treatment: untreated, password: null });
    if (!made.ok) throw new Error(made.failure.reason);
    const { sent, preparation, pageCount, bytes } = made.value;
    expect(pageCount).toBe(2);
    expect(preparation).toMatchObject({
      format: 'ofd',
      page: { width: 210, height: 140, unit: 'mm' },
      changes: [
        { id: 'rendered', dpi: 200 },
        { id: 'encoded', from: 'ofd' },
      ],
    });
    expect([sent.width, sent.height]).toEqual([1654, 1102]);
    const { channels } = await sharp(bytes).stats();
    expect(channels[0]?.min).toBeLessThan(60);
    const second = await intake.prepare({
      path,
      page: 2,
      treatment: { turn: 90, masks: [] },
      password: null,
    });
    if (!second.ok) throw new Error(second.failure.reason);
    expect(second.value.sent.width).toBeLessThan(second.value.sent.height);
    expect(await intake.prepare({ path, page: 3, treatment: untreated, password: null })).toMatchObject({
      ok: false,
      failure: { kind: 'input' },
    });
  }, 30_000);

  test('is shown sharper than sent, but only while the file is unchanged', async () => {
    const path = await written('a.ofd', twoPages);
    const made = await intake.prepare({ path, page: 1, treatment: untreated, password: null });
    if (!made.ok) throw new Error(made.failure.reason);
    const { originalSha256 } = made.value;
    const request = { path, page: 1, treatment: untreated, password: null };
    const best = await intake.best({ ...request, originalSha256 });
    const { width } = await sharp(best ?? Buffer.alloc(0)).metadata();
    expect(width).toBe(Math.round((210 / 25.4) * 300));
    expect(await intake.best({ ...request, originalSha256: 'f'.repeat(64) })).toBeNull();
  }, 30_000);

  test('is read unchanged from a zip', async () => {
    const path = await written('batch.zip', zip([{ name: '发票/a.ofd', bytes: twoPages }]));
    const items = [];
    for await (const item of readArchive(path)) items.push(item);
    expect(items).toEqual([{ name: '发票/a.ofd', content: { ok: true, value: twoPages } }]);
  });

  test('that is damaged is reported', async () => {
    const path = await written('a.ofd', zip([{ name: 'OFD.xml', bytes: Buffer.from('<OFD/>') }]));
    expect(await intake.pagesOf(path, null)).toMatchObject({ ok: false, failure: { reason: 'damaged' } });
  });
});
