import { expect, test, vi } from 'vitest';
import { pageCommands } from '../../../../electron/app/page-commands.ts';
import { recognizePage, recordReading } from '../../../../electron/pipeline/scan-intake.ts';
import type { PageRow } from '../../../../electron/store/records/page.ts';
import type { PageId } from '../../../../shared/contract/page.ts';
import { success } from '../../../../shared/result.ts';
import { scannedParts as setUp } from '../../../helpers/scanned-parts.ts';
import { newPage, payload } from '../../../helpers/stored-pages.ts';

const signal = new AbortController().signal;

test('two invoices on a scan become pages of their own with its picture, and one page again on request', async () => {
  const { store, scans, id, row, all, values, numbers, told, handlers } = await setUp();
  expect(await scans.recognize(await row(id), 'alone', signal)).toBe('recognized');
  const split = [
    [1, 'recognized', numbers[0], false],
    [2, 'recognized', numbers[1], false],
  ];
  expect(await values()).toEqual(split);
  const pages = await all();
  expect(told).toEqual(pages.map((page) => page.id));
  expect(new Set(pages.map(({ picture, document }) => `${document} ${picture?.sha256}`)).size).toBe(1);

  // Each reads its own again, after its picture was turned, too, and no call is made for it.
  const second = pages[1];
  if (!second) throw new Error('No second page');
  const calls: PageId[] = [];
  const call = async ({ id: asked }: { readonly id: PageId }) => {
    calls.push(asked);
    return Promise.resolve('recognized' as const);
  };
  const steps = { scans, here: true, skipsProven: false, call };
  expect(await recognizePage(second, signal, steps)).toBe('recognized');
  expect(await values()).toEqual(split);

  await store.transact((unit) => unit.setOptions([id], { reader: 'service' }));
  const undone = await handlers['pages.unsplit']({ id: second.id }, { by: 'local' });
  expect(undone).toEqual(success({ into: id }));
  expect((await row(id)).options).toEqual({});
  const whole = [0, 'recognized', numbers[0], true];
  expect((await values()).filter(([part]) => part === 0)).toEqual([whole]);
  // The decision holds when the page is read again.
  await scans.recognize(await row(id), 'alone', signal);
  expect((await values()).filter(([part]) => part === 0)).toEqual([whole]);
  expect(calls).toEqual([]);
});

test('a page that somebody may have worked on is not split', async () => {
  const { store, scans, id, row, values, numbers } = await setUp();
  await store.transact((unit) => unit.addExtraction(id, { version: 1, payload: payload('12345678') }));
  await scans.recognize(await row(id), 'alone', signal);
  expect(await values()).toEqual([[0, 'recognized', numbers[0], true]]);
});

test('an invoice on a changed picture is found by its number, and never becomes another one', async () => {
  const { scans, id, row, all, values, numbers, reader, only, change } = await setUp([1, 2, 4]);
  await scans.recognize(await row(id), 'alone', signal);
  const numbersNow = async () => (await values()).map(([, state, number]) => [state, number]);
  const split = numbers.map((number) => ['recognized', number]);
  expect(await numbersNow()).toEqual(split);
  const second = (await all())[1]?.id ?? 0;
  for (const [letter, places] of [
    ['b', [2, 3]],
    ['c', [1, 2]],
    ['d', [2]],
  ] as const) {
    reader.finds = only(...places);
    await change(second, letter);
    expect(await scans.recognize(await row(second), 'alone', signal)).toBe('recognized');
    expect(await numbersNow()).toEqual(split);
  }
  for (const [letter, places] of [
    ['e', [1, 3]],
    ['f', [3]],
  ] as const) {
    reader.finds = only(...places);
    await change(second, letter);
    await scans.recognize(await row(second), 'alone', signal);
    expect(await row(second)).toMatchObject({ state: 'failed', failure: { reason: 'invoice-illegible' } });
  }
});

test('what was read is not recorded if the picture was changed meanwhile', async () => {
  const { store, scans, id, row, reader, change } = await setUp();
  reader.meanwhile = async () => change(id, 'b');
  expect(await scans.recognize(await row(id), 'alone', signal)).toBe('cancelled');
  expect(await row(id)).toMatchObject({ part: 0, state: 'waiting' });
  expect(await store.extractionsOf(id)).toEqual([]);
});

test('invoices are not put together while the first shows another picture', async () => {
  const { scans, id, row, all, values, reader, only, change, handlers } = await setUp();
  await scans.recognize(await row(id), 'alone', signal);
  reader.finds = only(1);
  await change(id, 'b');
  await scans.recognize(await row(id), 'alone', signal);
  const before = await values();
  const refused = await handlers['pages.unsplit']({ id }, { by: 'local' });
  expect(refused).toMatchObject({ ok: false, failure: { id: 'part-changed' } });
  expect(await values()).toEqual(before);
  expect((await all()).map(({ removedAt }) => removedAt)).toEqual([null, null]);
});

test('a file that is read again updates each of its invoices', async () => {
  const { store, scans, id, row, all, values, numbers } = await setUp();
  await scans.recognize(await row(id), 'alone', signal);
  const { prepared, picture } = { ...newPage(), ...(await row(id)) };
  if (!prepared || !picture) throw new Error('Not prepared');
  const reading = await scans.read(picture, signal);
  const kept = { prepared, restore: async () => Promise.resolve() };
  await store.transact((unit) => recordReading(unit, id, kept, reading, []));
  expect((await values()).map(([part, state, number]) => [part, state, number])).toEqual([
    [1, 'recognized', numbers[0]],
    [2, 'recognized', numbers[1]],
  ]);
  for (const page of await all()) expect(await store.extractionsOf(page.id)).toHaveLength(2);
});

test('no part is sent to the service, and it keeps its data', async () => {
  const { store, scans, id, row, all, values } = await setUp();
  await scans.recognize(await row(id), 'alone', signal);
  const before = await values();
  const commands = pageCommands({
    folder: { store },
    runner: { has: () => false, ended: async () => Promise.resolve() },
  } as unknown as Parameters<typeof pageCommands>[0]);
  for (const page of await all())
    for (const name of ['pages.recognize', 'pages.compare'] as const) {
      const input = { id: page.id, ids: [page.id], reader: 'service' as const };
      expect(await commands[name](input, { by: 'local' })).toMatchObject({
        ok: false,
        failure: { id: 'part-not-sent' },
      });
    }
  expect(await values()).toEqual(before);
});

test('a scan with the codes of several invoices is split without a call, unless the user wants one', async () => {
  for (const [shows, reader, isSent] of [
    ['one code', undefined, true],
    ['both codes', undefined, false],
    ['both codes', 'service', true],
  ] as const) {
    const { store, scans, id, row, values, numbers, codes, reader: lines } = await setUp();
    lines.codes = shows === 'one code' ? codes.slice(0, 1) : codes;
    if (reader) await store.transact((unit) => unit.setOptions([id], { reader }));
    const call = vi.fn<(page: PageRow) => Promise<'recognized'>>().mockResolvedValue('recognized');
    const steps = { scans, here: false, skipsProven: false, call };
    expect(await recognizePage(await row(id), signal, steps)).toBe('recognized');
    // A call stores the codes with its own record.
    const found = lines.codes.join('\n');
    expect(call.mock.calls.map(([page]) => [page.id, page.qr])).toEqual(isSent ? [[id, found]] : []);
    if (!isSent)
      expect(await values()).toEqual([
        [1, 'recognized', numbers[0], false],
        [2, 'recognized', numbers[1], false],
      ]);
    expect((await row(id)).qr).toBe(isSent ? undefined : found);
  }
});

const neverCalled = async () => Promise.reject(new Error('sent'));

test('a scan with the codes of several invoices is not sent, even if only one of them can be read', async () => {
  const { scans, id, row, values, numbers, codes, reader, only } = await setUp();
  [reader.finds, reader.codes] = [only(2), codes];
  await recognizePage(await row(id), signal, { scans, here: false, skipsProven: false, call: neverCalled });
  expect(await values()).toEqual([[0, 'recognized', numbers[1], false]]);
});

test.each(['one code', 'both codes'])(
  'a picture with %s is searched once, and read with what was found',
  async (shows) => {
    const { scans, id, row, all, codes, reader, qrTexts } = await setUp(shows === 'one code' ? [1] : [1, 2]);
    reader.codes = codes;
    const call = vi.fn(async () => Promise.resolve('recognized' as const));
    const steps = { scans, here: true, skipsProven: false, call };
    await recognizePage(await row(id), signal, steps);
    for (const page of await all()) await recognizePage(page, signal, steps);
    expect(qrTexts).toHaveBeenCalledTimes(1);
    expect((await row(id)).qr).toBe(codes.join('\n'));
    expect(call).toHaveBeenCalledTimes(shows === 'one code' ? 2 : 0);
  },
);

test('a page whose search for codes fails is sent, and the error reported', async () => {
  const { scans, id, row, qrTexts, onBug } = await setUp([1]);
  const broken = new Error('broken');
  qrTexts.mockRejectedValue(broken);
  const call = vi.fn(async () => Promise.resolve('recognized' as const));
  const steps = { scans, here: false, skipsProven: false, call };
  expect(await recognizePage(await row(id), signal, steps)).toBe('recognized');
  expect(call).toHaveBeenCalledTimes(1);
  expect(onBug.mock.calls).toEqual([[broken]]);
});

test('a page that is cancelled during the search for codes does not wait for it', async () => {
  const { scans, id, row, qrTexts } = await setUp([1]);
  const stop = new AbortController();
  qrTexts.mockImplementation(async () => {
    stop.abort();
    return new Promise(() => {});
  });
  const call = async () =>
    Promise.resolve(stop.signal.aborted ? ('cancelled' as const) : ('recognized' as const));
  const steps = { scans, here: false, skipsProven: false, call };
  expect(await recognizePage(await row(id), stop.signal, steps)).toBe('cancelled');
  expect((await row(id)).qr).toBeUndefined();
});
