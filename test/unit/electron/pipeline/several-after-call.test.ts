import { expect, test, vi } from 'vitest';
import { severalFinding } from '../../../../electron/extract/document/page-text/findings.ts';
import type { ReadPicture } from '../../../../electron/extract/local/read-lines.ts';
import { stopped } from '../../../../electron/pipeline/ask-service.ts';
import { newBatch } from '../../../../electron/pipeline/batch.ts';
import { createRecognizer } from '../../../../electron/pipeline/recognizer.ts';
import type { Route } from '../../../../electron/pipeline/routes.ts';
import { compareExtractions } from '../../../../electron/pipeline/local-extractions.ts';
import { recognizePage } from '../../../../electron/pipeline/scan-intake.ts';
import type { Quad } from '../../../../shared/geometry.ts';
import { emptyInvoice } from '../../../../shared/invoice/empty-invoice.ts';
import type { DecodedInvoice } from '../../../../shared/services/regions.ts';
import { scannedParts as setUp } from '../../../helpers/scanned-parts.ts';
import { now } from '../../../helpers/now.ts';
import { callOf, correct, sha } from '../../../helpers/stored-pages.ts';

const signal = new AbortController().signal;

/** A response whose only value stands between two heights of its picture, which is 100 pixels wide and high. */
const responseAbout = (top: number, bottom: number, numbers: readonly string[] = []): DecodedInvoice => {
  const quad = [
    { x: 5, y: top },
    { x: 95, y: top },
    { x: 95, y: bottom },
    { x: 5, y: bottom },
  ] as unknown as Quad;
  const blocks = ['', ...numbers].map((value) => ({
    key: value === '' ? 'other' : 'vat-invoice-haoma',
    value,
    recognized: true,
    quad,
    lines: [],
  }));
  const regions = [{ id: '1', type: 'text', quad, blocks }];
  return { engineVersion: null, description: null, width: 100, height: 100, regions };
};

const ofOneHalf = responseAbout(5, 45);

test.each([
  ['is about one half of what the picture shows', ofOneHalf],
  ['has two numbers', responseAbout(5, 95, ['12345678', '12345679'])],
  ['counts two invoices', { ...responseAbout(5, 95), targets: 2 }],
])('a page without codes is split after a call whose response %s', async (_, response) => {
  const { scans, id, row, values, numbers, reader, call, store } = await setUp();
  reader.response = response;
  const asked = vi.fn(call);
  const steps = { scans, here: false, skipsProven: false, call: asked };
  expect(await recognizePage(await row(id), signal, steps)).toBe('recognized');
  expect(await values()).toEqual([
    [1, 'recognized', numbers[0], false],
    [2, 'recognized', numbers[1], false],
  ]);
  expect(asked).toHaveBeenCalledTimes(1);
  // What was paid for is kept.
  expect((await store.extractionsOf(id)).map(({ callId }) => callId !== null)).toEqual([true, false]);
});

test.each([
  ['covers the picture', responseAbout(5, 95), 0.9, 'automatic', 0],
  ['covers what is on one half of the picture', ofOneHalf, 0.45, 'automatic', 0],
  ['is about one half, and was asked for', ofOneHalf, 0.9, 'service', 0],
  ['is about one half of a single invoice', ofOneHalf, 0.9, 'automatic', 1],
] as const)('a response that %s stays shown', async (_, response, down, reader, reads) => {
  const { scans, id, row, all, reader: lines, call, store } = await setUp([1]);
  lines.response = response;
  lines.ink = { across: 0.9, down };
  if (reader === 'service') await store.transact((unit) => unit.setOptions([id], { reader }));
  await recognizePage(await row(id), signal, { scans, here: false, skipsProven: false, call });
  expect((await all()).map(({ part, callId }) => [part, callId !== null])).toEqual([[0, true]]);
  expect(await store.extractionsOf(id)).toHaveLength(1);
  expect(lines.reads).toBe(reads);
});

const isSum = ({ glyphs }: ReadPicture['lines'][number]): boolean =>
  /合计|大写|小写/u.test(glyphs.map(({ alternatives: [first] }) => first?.text ?? '').join(''));

/** A picture without some texts of its second invoice. */
const withoutSums = (picture: ReadPicture): ReadPicture => {
  const last = picture.lines.findLastIndex(isSum);
  return { ...picture, lines: picture.lines.filter((line, index) => index < last - 3 || !isSum(line)) };
};

test('a page shows nothing before its picture was read', async () => {
  const { scans, id, row, reader, call } = await setUp();
  reader.response = ofOneHalf;
  const states: string[] = [];
  reader.meanwhile = async () => void states.push((await row(id)).state);
  await recognizePage(await row(id), signal, { scans, here: false, skipsProven: false, call });
  expect([...states, (await row(id)).state]).toEqual(['waiting', 'recognized']);
});

/** Ends the reading of a page by an abort. */
const abortedWith = async (reason: unknown) => {
  const parts = await setUp();
  const { scans, id, row, reader, call } = parts;
  reader.response = ofOneHalf;
  const abort = new AbortController();
  reader.meanwhile = async () => {
    abort.abort(reason);
    return Promise.reject(new Error('aborted'));
  };
  const steps = { scans, here: false, skipsProven: false, call };
  expect(await recognizePage(await row(id), abort.signal, steps)).toBe('cancelled');
  reader.meanwhile = async () => {};
  return parts;
};

test('a page whose process ends between response and reading is split at the next start, without a call', async () => {
  const { scans, store, id, row, values, numbers, reader } = await abortedWith(stopped);
  expect((await row(id)).state).toBe('waiting');
  const recognizer = createRecognizer({
    folder: { store, pictures: { get: async () => Promise.reject(new Error('sent')) } },
    now,
    onChange: () => {},
    onNotice: () => {},
    waitsForNetwork: false,
    responseOf: async () =>
      Promise.resolve(reader.response && { service: 'vat-invoice', invoice: reader.response }),
  } as unknown as Parameters<typeof createRecognizer>[0]);
  const route = { answererOf: () => callOf(id).answerer } as unknown as Route;
  await recognizePage(await row(id), signal, {
    scans,
    here: false,
    skipsProven: false,
    call: async (page, owesReading) => recognizer.recognize(page, route, newBatch(), signal, owesReading),
  });
  expect(await values()).toEqual([
    [1, 'recognized', numbers[0], false],
    [2, 'recognized', numbers[1], false],
  ]);
  expect(await store.callsOf(id)).toHaveLength(1);
});

test('a page that the user cancels after its response shows the response', async () => {
  const { id, row, all } = await abortedWith(undefined);
  const { state, callId } = await row(id);
  expect([state, callId !== null]).toEqual(['recognized', true]);
  expect(await all()).toHaveLength(1);
});

test('a response stays shown if the reading after it fails unexpectedly', async () => {
  const { scans, id, row, reader, call, onBug } = await setUp();
  reader.response = ofOneHalf;
  reader.meanwhile = async () => Promise.reject(new Error('a bug'));
  const steps = { scans, here: false, skipsProven: false, call };
  expect(await recognizePage(await row(id), signal, steps)).toBe('recognized');
  const { state, callId } = await row(id);
  expect([state, callId !== null]).toEqual(['recognized', true]);
  expect(onBug).toHaveBeenCalledTimes(1);
});

test('invoices that can’t be separated after a call are an error, and no value is the service’s', async () => {
  const { scans, id, row, values, numbers, reader, call, store } = await setUp();
  [reader.response, reader.finds] = [ofOneHalf, withoutSums(reader.finds)];
  await recognizePage(await row(id), signal, { scans, here: false, skipsProven: false, call });
  expect(await values()).toEqual([[0, 'recognized', numbers[0], true]]);
  const { payload: read } = (await store.extractionsOf(id)).at(-1) ?? {};
  const message = read?.findings.find(({ id: finding }) => finding === 'several-invoices')?.message;
  for (const number of numbers) expect(message?.zh).toContain(number);
});

test('what somebody has worked on after a call stays shown, with the numbers of all invoices as an error', async () => {
  const { scans, id, row, reader, call, store } = await setUp();
  reader.response = ofOneHalf;
  reader.meanwhile = async () => {
    await store.transact((unit) => unit.append(id, 0, 'local', [correct('12345678')]));
  };
  await recognizePage(await row(id), signal, { scans, here: false, skipsProven: false, call });
  const page = await row(id);
  expect([page.part, page.callId !== null]).toEqual([0, true]);
  const all = await store.extractionsOf(id);
  const shown = all.find((one) => one.id === page.extractionId);
  if (!shown) throw new Error('Nothing is shown');
  const findings = compareExtractions(shown, emptyInvoice, all, page.picture?.sha256, () => null);
  expect(findings.find(({ id: finding }) => finding === 'several-invoices')?.level).toBe('error');
  const saysSo = { invoice: emptyInvoice, origins: {}, findings: [severalFinding(['1', '2'])] };
  const again = compareExtractions(shown, emptyInvoice, all, page.picture?.sha256, () => saysSo);
  expect(again.map(({ id: finding }) => finding)).not.toContain('several-invoices');
  // A crop leaves one of them: the finding is about another picture.
  const ofCrop = compareExtractions(shown, emptyInvoice, all, sha('c'), () => null);
  expect(ofCrop.map(({ id: finding }) => finding)).not.toContain('several-invoices');
});

test('an invoice of a split page is not compared with the response that mixed them', async () => {
  const { scans, id, row, reader, call, store } = await setUp();
  reader.response = ofOneHalf;
  await recognizePage(await row(id), signal, { scans, here: false, skipsProven: false, call });
  const { extractionId, picture } = await row(id);
  const all = await store.extractionsOf(id);
  const shown = all.find((one) => one.id === extractionId);
  if (!shown?.payload) throw new Error('Nothing is shown');
  const { payload } = shown;
  const read = { invoice: { ...payload.invoice, number: '87654321' }, origins: {}, findings: [] };
  const differences = (one: typeof shown) =>
    compareExtractions(one, payload.invoice, all, picture?.sha256, () => read).map(
      ({ id: finding }) => finding,
    );
  expect(differences(shown)).toEqual([]);
  const { part, ...whole } = payload;
  expect(part?.place).toBe(1);
  expect(differences({ ...shown, payload: whole })).toContain('readers-differ');
});

test('invoices that were put together again stay so after another call', async () => {
  const { scans, id, row, values, reader, call, handlers, numbers } = await setUp();
  reader.response = ofOneHalf;
  const steps = { scans, here: false, skipsProven: false, call };
  await recognizePage(await row(id), signal, steps);
  await handlers['pages.unsplit']({ id }, { by: 'local' });
  await recognizePage(await row(id), signal, steps);
  expect((await values()).filter(([part]) => part === 0)).toHaveLength(1);
  expect((await values()).filter(([, , number]) => number === numbers[1])).toHaveLength(0);
});

test('a page of several invoices that can’t be separated is not sent after it was read here', async () => {
  const { scans, id, row, values, numbers, reader } = await setUp();
  reader.finds = withoutSums(reader.finds);
  await recognizePage(await row(id), signal, {
    scans,
    here: true,
    skipsProven: false,
    call: async () => Promise.reject(new Error('sent')),
  });
  expect(await values()).toEqual([[0, 'recognized', numbers[0], true]]);
});
