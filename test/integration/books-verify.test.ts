import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { parseTaxList } from '../../electron/books/tax-list/read-tax-list.ts';
import { qrTexts } from '../../electron/formats/qr/find-qr.ts';
import { qrRows } from '../../electron/formats/qr/qr-rows.ts';
import { verificationInputs } from '../../shared/books/verification.ts';
import { backendWithInvoices } from '../helpers/backend-with-invoices.ts';

const result = { result: 'consistent', day: '2026-01-02' } as const;

const bytesOf = (name: string, length: number) =>
  ({ kind: 'bytes', name, bytes: new Uint8Array(length) }) as const;

test('saves a result with its day and its file by digest, and undoes both', async () => {
  const { ask, ids, home, backend } = await backendWithInvoices();
  const [id = 0] = ids;
  await ask('books.verify', { version: 0, id, verification: result });
  const path = join(home, '..', 'result.pdf');
  await writeFile(path, 'saved');
  const { summary } = await ask('books.attach', { version: 0, id, ...result, file: { kind: 'path', path } });
  const { verification } = summary.books;
  expect(verification).toMatchObject({ ...result, attachment: { name: 'result.pdf', bytes: 5 } });
  const sha256 = verification?.attachment?.sha256 ?? '';
  expect(await readdir(join(home, 'originals', sha256.slice(0, 2)))).toEqual([`${sha256}.att`]);

  // Another text keeps the file; the list has it, too.
  const other = { ...result, result: 'voided' } as const;
  await ask('books.verify', { version: 0, id, verification: other });
  const listed = (await ask('pages.list', { service: 'vat-invoice' })).find((page) => page.id === id);
  expect(listed?.books.verification).toMatchObject({ result: 'voided', attachment: { sha256 } });

  const given = await ask('books.attachment', { id });
  if (given.kind !== 'download') throw new Error(given.kind);
  expect(String((await backend.takeDownload(given.id))?.bytes)).toBe('saved');

  await ask('books.verify', { version: 0, id, verification: null });
  expect((await ask('pages.open', { id })).summary.books.verification).toBeNull();
});

test('rejects or neutralizes a hostile file or name', async () => {
  const { ask, ids, failure, home } = await backendWithInvoices();
  const [id = 0] = ids;
  const attach = (file: object) => failure('books.attach', { version: 0, id, ...result, file });
  expect(await attach(bytesOf('a.pdf', 30_000_001))).toBe('handed-too-large');
  expect(await attach({ kind: 'path', path: home })).toBe('handed-unreadable');
  expect(await attach({ kind: 'path', path: join(home, 'none') })).toBe('handed-unreadable');
  expect(await failure('books.verify', { version: 0, id, verification: { ...result, day: 'soon' } })).toBe(
    'bad-request',
  );
  expect(await failure('books.verify', { version: 0, id: 9_999, verification: result })).toBe(
    'page-not-found',
  );
  const { summary } = await ask('books.attach', {
    version: 0,
    id,
    ...result,
    file: bytesOf('../..\\C:\\x<>.pdf', 3),
  });
  expect(summary.books.verification?.attachment?.name).toBe('x__.pdf');
});

test('keeps no file of a result that is refused, unless another page has it', async () => {
  const { ask, ids, home, backend } = await backendWithInvoices();
  const [first = 0, second = 0] = ids;
  await ask('books.verify', { version: 0, id: first, verification: result });
  const wang = { by: 'wang', nameOf: () => Promise.resolve(null) };
  const attach = (id: number) =>
    backend.invoke('books.attach', { version: 0, id, ...result, file: bytesOf('a.pdf', 9) }, wang);
  const saved = async () =>
    (await readdir(join(home, 'originals'), { recursive: true })).filter((name) => name.endsWith('.att'));
  expect(await attach(first)).toMatchObject({ ok: false, failure: { id: 'changed-meanwhile' } });
  expect(await saved()).toEqual([]);
  expect(await attach(second)).toMatchObject({ ok: true });
  expect(await attach(first)).toMatchObject({ ok: false, failure: { id: 'changed-meanwhile' } });
  expect(await saved()).toHaveLength(1);
});

test('lists unverified invoices in a workbook with the platform’s columns', async () => {
  const { ask, ids, backend, failure } = await backendWithInvoices();
  const [id = 0] = ids;
  await ask('books.verify', { version: 0, id, verification: result });
  const written = await ask('books.exportUnverified', { language: 'en' });
  if (written.kind !== 'download') throw new Error(written.kind);
  const bytes = (await backend.takeDownload(written.id))?.bytes ?? Buffer.alloc(0);
  const sheet = await readSheet(bytes);
  expect(sheet).toHaveLength(ids.length);
  const page = await ask('pages.open', { id: ids[1] ?? 0 });
  const inputs = page.invoice && verificationInputs(page.invoice.value);
  const number = inputs?.find((input) => input.id === 'number')?.value;
  expect(sheet.flat()).toContain(number);
  for (const other of ids) await ask('books.verify', { version: 0, id: other, verification: result });
  expect(await failure('books.exportUnverified', { language: 'en' })).toBe('nothing-unverified');
  expect((await parseTaxList(bytes)).ok).toBe(false);
});

test('draws a QR code that decodes to its text', async () => {
  const text = '01,04,031002300211,12345678,300.00,20240528,12345678901234567890,,';
  const rows = (await qrRows(text)) ?? [];
  const scale = 4;
  const side = (rows.length + 8) * scale;
  const pixels = Buffer.alloc(side * side, 255);
  for (const [y, row] of rows.entries())
    for (const [x, module] of Array.from(row).entries())
      if (module === '1')
        for (let down = 0; down < scale; down += 1) {
          const start = ((y + 4) * scale + down) * side + (x + 4) * scale;
          pixels.fill(0, start, start + scale);
        }
  const png = await sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .png()
    .toBuffer();
  expect(await qrTexts(png, 'png')).toEqual([text]);
  expect(await qrRows('x'.repeat(5_000))).toBeNull();
});

test('includes the saved results in a backup', async () => {
  const { ask, ids, home } = await backendWithInvoices();
  const [id = 0] = ids;
  const file = { kind: 'bytes', name: 'r.png', bytes: new Uint8Array([1, 2, 3]) } as const;
  const { summary } = await ask('books.attach', { version: 0, id, ...result, file });
  const sha256 = summary.books.verification?.attachment?.sha256 ?? '';
  const backedUp = await ask('data.backup', {});
  if (backedUp.kind !== 'saved') throw new Error(backedUp.kind);
  const db = new DatabaseSync(backedUp.path, { readOnly: true });
  const row = db.prepare(`SELECT body FROM backup_files WHERE sha256 = ? AND extension = 'att'`).get(sha256);
  db.close();
  expect(row?.['body']).toEqual(new Uint8Array([1, 2, 3]));
  // A saved result is deleted with its invoice.
  const kept = join(home, 'originals', sha256.slice(0, 2), `${sha256}.att`);
  expect(await readFile(kept)).toHaveLength(3);
  await ask('pages.remove', { ids: [id] });
  await ask('pages.purge', { ids: [id] });
  await expect(readFile(kept)).rejects.toMatchObject({ code: 'ENOENT' });
});
