import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { untreated } from '../../shared/contract/preparation.ts';
import { boundsOf, type Quad } from '../../shared/geometry.ts';
import { placeOnSent } from '../../shared/page-geometry.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { madeInvoice } from '../helpers/made-invoices.ts';
import { makeSheet, pictureOf } from '../helpers/scans/make-scan.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { printInvoice } from '../samples/digital/write-pdf.ts';
import { seededRandom } from '../samples/random.ts';

const sample = fileURLToPath(new URL('../../samples/special-paper.jpg', import.meta.url));
const timeout = 120_000;
/** The part of the sheet within its margin, a little askew. */
const corners = [
  { x: 0.015, y: 0.01 },
  { x: 0.99, y: 0.005 },
  { x: 0.985, y: 0.99 },
  { x: 0.01, y: 0.995 },
] as const;

/** The middle of a place, in pixels of its picture. */
const middleOf = (quad: Quad | null) => {
  const { x, y, w, h } = boundsOf(quad ?? []);
  return { x: x + w / 2, y: y + h / 2 };
};

/** The backend of a window, with or without an account, and one picture of an invoice. */
const setUp = async (settings: object, withAccount: boolean) => {
  const folder = await temporaryFolder();
  const path = join(folder, 'scan.jpg');
  await writeFile(path, await pictureOf(await makeSheet(2)));
  const { truth } = await madeInvoice(1);
  const service = await startCountingService([truth]);
  const backend = await startBackend(withAccount ? { environment: service.environment } : {});
  await backend.ask('settings.change', settings);
  const add = async (...paths: readonly string[]) => {
    const files = paths.map((one) => ({ kind: 'path' as const, path: one }));
    const { added, leftOut } = await backend.ask('pages.add', {
      service: 'vat-invoice',
      sandbox: false,
      files,
    });
    await backend.ended(added);
    return { added, leftOut };
  };
  return { ...backend, add, path, folder, calls: service.calls };
};

describe('a scan in a window', () => {
  test('is read on this computer without an account', { timeout }, async () => {
    const { add, ask, path } = await setUp({}, false);
    const { added, leftOut } = await add(path);
    expect(leftOut).toBeUndefined();
    const { summary, invoice } = await ask('pages.open', { id: added[0] ?? 0 });
    expect(summary).toMatchObject({ state: 'recognized', reader: 'local', failure: null, held: false });
    const { truth } = await makeSheet(2);
    expect(invoice?.value).toMatchObject({ number: truth.number, grossTotal: truth.grossTotal });
    // Its places are those of the picture that is shown.
    const quads = Object.values(invoice?.origins ?? {}).flatMap(({ quad }) => (quad ? [quad] : []));
    expect(quads.length).toBeGreaterThan(5);
  });

  test('is not sent if the user wants it read on this computer', { timeout }, async () => {
    const { add, ask, path, calls } = await setUp({ invoiceReader: 'local', lookFirst: true }, true);
    const { added } = await add(path);
    const { summary } = await ask('pages.open', { id: added[0] ?? 0 });
    // Nothing is sent, so nothing waits for an approval.
    expect(summary).toMatchObject({ state: 'recognized', reader: 'local', held: false });
    expect(calls()).toBe(0);
  });

  test('can be read by the other reader, and both are compared', { timeout }, async () => {
    const { add, ask, ended, path, calls } = await setUp({}, true);
    const { added } = await add(path);
    const [id = 0] = added;
    // The service does not know this picture.
    expect((await ask('pages.open', { id })).summary).toMatchObject({ state: 'failed' });
    expect(calls()).toBe(1);
    await ask('pages.recognize', { ids: [id], reader: 'local' });
    await ended([id]);
    expect((await ask('pages.open', { id })).summary).toMatchObject({ state: 'recognized', reader: 'local' });
    // The choice holds for the page until the user makes another one.
    await ask('pages.recognize', { ids: [id], reader: 'service' });
    await ended([id]);
    const { summary } = await ask('pages.open', { id });
    expect(summary).toMatchObject({ state: 'recognized', reader: 'local' });
    expect(summary.failure).not.toBeNull();
    expect(calls()).toBe(2);
  });

  test('is read by both readers, with the service’s values shown', { timeout }, async () => {
    const { ask, ended } = await startBackend();
    await ask('settings.change', { invoiceReader: 'both' });
    const files = [{ kind: 'path' as const, path: sample }];
    const { added } = await ask('pages.add', { service: 'vat-invoice', sandbox: true, files });
    const [id = 0] = added;
    // The reading of this computer is shown first.
    const shown = async () => (await ask('pages.open', { id })).summary.reader;
    await expect.poll(shown, { timeout: 60_000, interval: 100 }).toBe('sandbox');
    await ended(added);
    const { invoice } = await ask('pages.open', { id });
    expect(invoice?.checks.some((one) => one.id === 'readers-differ' || one.id === 'readers-agree')).toBe(
      true,
    );
  });

  test('says that a picture shows no invoice', { timeout }, async () => {
    const { add, ask, folder } = await setUp({}, false);
    const path = join(folder, 'photo.jpg');
    await copyFile(fileURLToPath(new URL('../../samples/face-portrait.jpg', import.meta.url)), path);
    const { added } = await add(path);
    const { summary } = await ask('pages.open', { id: added[0] ?? 0 });
    expect(summary).toMatchObject({ state: 'failed', failure: { reason: 'no-invoice-found' } });
  });

  test('keeps its values if it is turned and the change is given up', { timeout }, async () => {
    const { add, ask, path } = await setUp({}, false);
    const { added } = await add(path);
    const [id = 0] = added;
    const before = await ask('pages.open', { id });
    await ask('pages.treat', { id, treatment: { turn: 90, masks: [], corners }, was: untreated });
    await ask('pages.cancel', { ids: [id] });
    const after = await ask('pages.open', { id });
    expect(after.summary).toMatchObject({ state: 'recognized', reader: 'local' });
    expect(after.invoice?.origins).toEqual(before.invoice?.origins);
    expect(after.preparation?.treatment).toEqual({ turn: 0, masks: [] });
  });

  test('is read again after it was turned and straightened', { timeout }, async () => {
    const { add, ask, ended, path } = await setUp({}, false);
    const { added } = await add(path);
    const [id = 0] = added;
    const before = await ask('pages.open', { id });
    await ask('pages.treat', { id, treatment: { turn: 180, masks: [], corners }, was: untreated });
    await ask('pages.send', { ids: [id] });
    await ended([id]);
    const after = await ask('pages.open', { id });
    expect(after.summary).toMatchObject({ state: 'recognized', reader: 'local' });
    expect(after.invoice?.value.number).toBe(before.invoice?.value.number);
    expect(after.preparation?.treatment).toEqual({ turn: 180, masks: [], corners });
    // The places are those of the picture that is shown: the number stands at the other end of it.
    expect(after.sent?.width).toBeLessThan(before.sent?.width ?? 0);
    const [first, second] = [before, after].map(({ sent, invoice }) => ({
      sent,
      quad: invoice?.origins['number']?.quad,
    }));
    if (!first?.sent || !first.quad || !second?.sent || !second.quad) throw new Error('No place');
    const projected = placeOnSent(first.sent, second.sent, { turn: 180, corners })(first.quad);
    const [wanted, found] = [middleOf(projected), middleOf(second.quad)];
    expect(Math.abs(found.x - wanted.x)).toBeLessThan(0.02 * second.sent.width);
    expect(Math.abs(found.y - wanted.y)).toBeLessThan(0.02 * second.sent.height);
  });
});

test('a digital invoice is compared with the reading of its picture', { timeout }, async () => {
  const { add, ask, folder } = await setUp({}, false);
  const path = join(folder, 'a.pdf');
  const invoice = makeDigitalInvoice(seededRandom(7), {
    lines: 2,
    isRed: false,
    hasSpecialCharacters: false,
  });
  await writeFile(path, printInvoice(invoice, 'digital', seededRandom(8)));
  const { added } = await add(path);
  const [id = 0] = added;
  const before = await ask('pages.open', { id });
  expect(before.summary.reader).toBe('pdf');
  await ask('pages.compare', { id, reader: 'local' });
  await expect
    .poll(
      async () =>
        (await ask('pages.open', { id })).invoice?.checks.filter((check) =>
          check.id.startsWith('recognition-'),
        ).length,
      { timeout: 60_000, interval: 200 },
    )
    .toBe(1);
  const after = await ask('pages.open', { id });
  expect(after.summary).toMatchObject({ state: 'recognized', reader: 'pdf', failure: null });
  expect(after.invoice?.value).toEqual(before.invoice?.value);
});
