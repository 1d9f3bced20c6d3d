import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { untreated } from '../../shared/contract/preparation.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import { ownAuthor } from '../../shared/review/event.ts';
import { vouch } from '../helpers/command-line.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { plainExport } from '../helpers/exports.ts';
import { goods, invoiceOfLines, madePage, scanOfPages, spread } from '../helpers/joined-pages.ts';
import { writeMade, type Made } from '../helpers/made-invoices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';

const service = 'vat-invoice' as const;
const whole = invoiceOfLines([
  goods('*纸制品*复印纸', 10_000),
  goods('*纸制品*信封', 20_000),
  goods('*文具*签字笔', 33_300),
  goods('*文具*订书机', 4_400),
  goods('*文具*文件夹', 55_000),
]);
const names = ['扫描1.png', '扫描2.png', '扫描10.png'];
const pagesOf = (invoice: Invoice, sizes: readonly number[]): readonly Made[] =>
  spread(invoice, sizes).map((page, index) => madePage(names[index] ?? '', page, index + 1));
const three = pagesOf(whole, [2, 1, 2]);

/** A backend with a service that knows these pages. */
const withPages = async (pages: readonly Made[]) => {
  const folder = await temporaryFolder();
  const { input } = await writeMade(folder, pages);
  const home = join(folder, 'home');
  const { environment, calls } = await startCountingService(pages.map(({ truth }) => truth));
  const started = await startBackend({ home, environment });
  const { ask, ended } = started;
  const add = async (...made: readonly Made[]): Promise<readonly number[]> => {
    const added: number[] = [];
    for (const { name } of made) {
      const files = [{ kind: 'path' as const, path: join(input, name) }];
      const response = await ask('pages.add', { service, sandbox: false, files });
      await ended(response.added);
      added.push(...response.added);
    }
    return added;
  };
  /** Files become one invoice only by the user. */
  const addJoined = async (...made: readonly Made[]): Promise<readonly number[]> => {
    const added = await add(...made);
    await ask('batch.join', { ids: [...added] });
    return added;
  };
  const listed = () => ask('pages.list', { service });
  const opened = async (id: number) => {
    const { invoice } = await ask('pages.open', { id });
    if (!invoice) throw new Error('no invoice');
    return invoice;
  };
  const sums = () => ask('history.totals', { filter: {}, by: 'seller' });
  const exported = async (format: 'csv' | 'lines-csv' | 'json') => {
    const response = await ask('pages.export', { ...plainExport, service, format });
    if (response.kind !== 'download') throw new Error(response.kind);
    const { bytes } = (await started.backend.takeDownload(response.id)) ?? { bytes: Buffer.from('') };
    return bytes.toString('utf8');
  };
  return { ...started, home, environment, input, calls, add, addJoined, listed, opened, sums, exported };
};

const rows = (csv: string) =>
  z.array(z.record(z.string(), z.string())).parse(parse(csv, { bom: true, columns: true }));
const sumErrors = ({ checks }: { readonly checks: readonly { id: string; level: string }[] }) =>
  checks.filter(({ id, level }) => level === 'error' && id.includes('sum')).length;

describe('pages with the same number and totals, and other lines', () => {
  test.each([
    [0, 1, 2],
    [2, 0, 1],
    [1, 2, 0],
  ])(
    'of several files are one invoice once the user joins them, arriving as %i, %i, %i',
    async (...order) => {
      const { addJoined, listed, opened, sums, exported } = await withPages(three);
      await addJoined(...order.map((at) => three[at]).filter((page) => page !== undefined));
      const [row, ...more] = await listed();
      if (!row) throw new Error('no row');
      expect(more).toEqual([]);
      expect(row.joined).toHaveLength(3);
      const invoice = await opened(row.id);
      expect(invoice.value.lines).toEqual(whole.lines.map((line) => ({ ...line, quantity: null })));
      expect(invoice.pages.map(({ name }) => name)).toEqual(names);
      expect(sumErrors(invoice)).toBe(0);
      expect(invoice.checks.find(({ id }) => id === 'duplicate')?.level ?? 'ok').toBe('ok');
      // Each line leads to the region of its own page.
      const partOf = (index: number) => invoice.origins[`lines.${index}.amount`]?.part;
      const main = invoice.pages.findIndex(({ id }) => id === row.id) + 1;
      expect([0, 2, 3].map((index) => partOf(index) ?? main)).toEqual([1, 2, 3]);
      expect(invoice.origins['lines.4.amount']?.quad).not.toBeNull();

      const { sum, duplicates } = await sums();
      expect({ invoices: sum.invoices, gross: sum.grossTotal, duplicates }).toEqual({
        invoices: 1,
        gross: whole.grossTotal,
        duplicates: 0,
      });
      expect(rows(await exported('csv'))).toHaveLength(1);
      expect(rows(await exported('lines-csv'))).toHaveLength(5);
      const json = z
        .array(
          z.object({
            pages: z.array(z.object({ source: z.string() })),
            invoice: z.object({ lines: z.array(z.unknown()) }),
          }),
        )
        .parse(JSON.parse(await exported('json')));
      expect(json.map(({ pages, invoice: { lines } }) => [pages.length, lines.length])).toEqual([[3, 5]]);
    },
  );

  test('are found once in the history, by the words of every page', async () => {
    const { addJoined, ask } = await withPages(three);
    await addJoined(...three);
    for (const text of ['签字笔', '文件夹', '扫描10']) {
      const found = await ask('history.search', { filter: { text }, after: null, limit: 10 });
      expect(
        found.pages.map(({ name }) => name),
        text,
      ).toEqual([names[0]]);
    }
  });

  test('of several files are not joined in silence: each is offered, and marked as a duplicate', async () => {
    const { add, ask, listed, opened } = await withPages(three);
    const [first = 0, second = 0, third = 0] = await add(...three);
    expect((await listed()).map(({ joined }) => joined)).toEqual([[], [], []]);
    expect((await ask('pages.open', { id: first })).joinOffers.map(({ id }) => id)).toEqual([second, third]);
    const { checks } = await opened(first);
    expect(checks.find(({ id }) => id === 'duplicate')?.level).toBe('error');
  });

  test('of one file are one invoice, which Vouch joins', async () => {
    const scans = spread(whole, [2, 3]).map((page, index) => madePage(`${index}.jpg`, page, index + 1));
    const { ask, ended, listed, opened } = await withPages(scans);
    const bytes = new Uint8Array(await scanOfPages(scans));
    const files = [{ kind: 'bytes' as const, name: 'scan.pdf', bytes }];
    const { added } = await ask('pages.add', { service, sandbox: false, files });
    await ended(added);
    await vi.waitFor(
      async () => expect((await listed()).map(({ joined }) => joined.length)).toEqual([2]),
      20_000,
    );
    const [row] = await listed();
    expect((await opened(row?.id ?? 0)).value.lines).toHaveLength(5);
    // The user has not changed anything yet.
    expect(ownAuthor).not.toBe('local');
    expect((await ask('pages.open', { id: row?.id ?? 0 })).history).toEqual({
      canUndo: false,
      canRedo: false,
    });
  });

  test('stay duplicates if their lines are the same', async () => {
    const [one] = spread(whole, [2, 3]);
    if (!one) throw new Error('no page');
    const copies = [madePage('a.png', one, 1), madePage('b.png', one, 2)];
    const { add, listed, opened } = await withPages(copies);
    await add(...copies);
    const list = await listed();
    expect(list.map(({ joined }) => joined)).toEqual([[], []]);
    const { checks } = await opened(list[0]?.id ?? 0);
    expect(checks.find(({ id }) => id === 'duplicate')?.level).toBe('error');
  });
});

describe('a joined invoice', () => {
  test('keeps typed values on their pages, and undoes them one step at a time', async () => {
    const { addJoined, ask, opened, listed } = await withPages(three);
    const [id = 0, , third = 0] = await addJoined(...three);
    const lines = async () => (await opened(id)).value.lines.map(({ name }) => name);
    const before = await lines();
    await ask('pages.correct', { id, field: 'lines.4.name', value: '改' });
    await ask('pages.editLines', { id, edit: { kind: 'delete', at: 2 } });
    await ask('pages.editLines', { id, edit: { kind: 'merge', at: 2 } });
    await ask('pages.editLines', { id, edit: { kind: 'move', from: 'lines.0.name', to: 'lines.2.name' } });
    expect(await lines()).toEqual(['改', '*纸制品*信封*文具*订书机', '*纸制品*复印纸']);
    await ask('pages.correct', { id, field: 'lines.3.name', value: '新' });
    expect(await lines()).toHaveLength(4);
    for (let step = 0; step < 5; step += 1)
      expect(await ask('batch.undo', { redo: false })).toMatchObject({ pages: [id] });
    expect(await lines()).toEqual(before);
    // What was typed on a page stays with it.
    await ask('pages.correct', { id, field: 'lines.4.name', value: '留' });
    await ask('batch.split', { ids: [id] });
    expect((await opened(third)).value.lines.map(({ name }) => name)).toEqual([before[3], '留']);
    expect(await listed()).toHaveLength(3);
  });

  test('is split and joined in one step, also by hand, and is unchanged after a restart', async () => {
    const { addJoined, ask, ended, listed, close, home, environment, failure } = await withPages(three);
    const ids = await addJoined(...three);
    const joined = async (by = listed) => (await by()).map((row) => row.joined);
    expect((await ask('batch.split', { ids: [ids[0] ?? 0] })).pages).toEqual(ids);
    expect(await joined()).toEqual([[], [], []]);
    expect(await ask('batch.undo', { redo: false })).toMatchObject({ change: 'split', pages: [ids[0]] });
    expect(await joined()).toEqual([ids]);
    expect(await ask('batch.undo', { redo: true })).toMatchObject({ change: 'split' });
    // Vouch does not join again what the user has split.
    await ask('pages.recognize', { ids: [ids[1] ?? 0] });
    await ended(ids);
    expect(await joined()).toEqual([[], [], []]);
    expect(await ask('batch.join', { ids: ids.slice(0, 2) })).toEqual({ into: ids[0] });
    expect(await joined()).toEqual([ids.slice(0, 2), []]);
    expect(await failure('batch.join', { ids: [ids[2]] })).toBe('not-joinable');
    expect(await failure('batch.join', { ids: [999_999] })).toBe('not-joinable');
    await close();
    const again = await startBackend({ home, environment });
    expect(await joined(() => again.ask('pages.list', { service }))).toEqual([ids.slice(0, 2), []]);
    await again.ask('batch.undo', { redo: false });
    expect(await joined(() => again.ask('pages.list', { service }))).toEqual([[], [], []]);
  });

  test('is confirmed as one, and reopens when a page changes', async () => {
    const { addJoined, ask, listed } = await withPages(three);
    const [id = 0] = await addJoined(...three);
    const review = async () => (await listed()).map((row) => row.review);
    const clean = await ask('batch.review', { ids: [id], mark: 'confirmed', onlyClean: false });
    expect(clean.changed).toEqual([id]);
    expect(await review()).toEqual(['confirmed']);
    await ask('batch.tag', { ids: [id], add: ['办公'], remove: [] });
    expect(await review()).toEqual(['confirmed']);
    await ask('pages.correct', { id, field: 'lines.4.name', value: '改' });
    expect(await review()).toEqual(['open']);
  });

  test('is removed with all its pages, while a page taken out leaves the others', async () => {
    const { addJoined, ask, listed, opened } = await withPages(three);
    const ids = await addJoined(...three);
    await ask('pages.remove', { ids: [ids[0] ?? 0] });
    expect(await listed()).toEqual([]);
    const again = await addJoined(...three);
    expect((await opened(again[0] ?? 0)).value.lines).toHaveLength(5);
  });

  test('settles a finding until a line of any page changes', async () => {
    const { addJoined, ask, opened } = await withPages(three);
    const [id = 0] = await addJoined(...three);
    await ask('pages.correct', { id, field: 'lines.4.amount', value: '1.00' });
    await ask('pages.accept', { id, field: 'total' });
    const settled = async () =>
      (await opened(id)).checks.find((check) => check.id === 'lines-sum-to-total')?.settled?.by ?? null;
    expect(await settled()).toBe('local');
    await ask('pages.correct', { id, field: 'lines.2.amount', value: '2.00' });
    expect(await settled()).toBeNull();
  });
});

describe('a further page', () => {
  const turned = { turn: 90 as const, masks: [] };

  test('is rotated without splitting the invoice, and gets its result back if it is not sent', async () => {
    const { addJoined, ask, listed, opened } = await withPages(three);
    const [id = 0, second = 0] = await addJoined(...three);
    const shown = await ask('pages.treat', { id: second, treatment: turned, was: untreated });
    expect(shown.summary.id).toBe(id);
    const held = shown.invoice?.pages.find((page) => page.id === second);
    expect(held).toMatchObject({ held: true, hasEarlier: true, preparation: { treatment: turned } });
    const [before] = shown.invoice?.pages ?? [];
    expect(before?.held).toBe(false);
    // Its lines stay until the new ones arrive, without positions on the picture that is not recognized yet.
    expect(shown.invoice?.value.lines).toHaveLength(5);
    expect(shown.invoice?.checks.filter(({ id: check }) => check === 'page-missing')).toEqual([]);
    expect(held?.regions).toEqual([]);
    const { origins = {}, linePages = [] } = shown.invoice ?? {};
    const line = linePages.indexOf(2);
    expect(origins[`lines.${line}.amount`]).toMatchObject({ quad: null });
    expect(origins['lines.0.amount']?.quad).not.toBeNull();
    expect(await listed()).toHaveLength(1);

    await ask('pages.cancel', { ids: [second] });
    expect((await opened(id)).value.lines).toHaveLength(5);
    expect((await opened(id)).pages.map((page) => page.held)).toEqual([false, false, false]);

    await ask('pages.treat', { id: second, treatment: untreated, was: untreated });
    await ask('pages.send', { ids: [second] });
    await vi.waitFor(async () => expect((await opened(id)).value.lines).toHaveLength(5), 20_000);
    expect((await listed())[0]?.joined).toHaveLength(3);
  });
});

describe('a page whose number was misread', () => {
  const misread = { ...whole, number: '24322000000010209870' };
  const pages = [three[0], pagesOf(misread, [2, 1, 2])[1]].filter((page) => page !== undefined);

  test.each(['open', 'confirmed'] as const)(
    'is offered for joining once its number is typed, if the other is %s',
    async (mark) => {
      const { add, ask, listed, opened } = await withPages(pages);
      const [first = 0, second = 0] = await add(...pages);
      if (mark === 'confirmed') await ask('batch.review', { ids: [first], mark, onlyClean: false });
      expect((await ask('pages.open', { id: second })).joinOffers).toEqual([]);
      const typed = await ask('pages.correct', { id: second, field: 'number', value: whole.number });
      expect(typed.joinOffers).toEqual([{ id: first, name: names[0] }]);
      expect((await ask('pages.open', { id: first })).joinOffers).toEqual([{ id: second, name: names[1] }]);
      // Nothing is joined without the user's consent.
      expect(await listed()).toHaveLength(2);
      const { into } = await ask('batch.join', { ids: [second, first] });
      expect(await listed()).toHaveLength(1);
      expect((await opened(into)).value.lines).toHaveLength(3);
      expect((await ask('pages.open', { id: into })).joinOffers).toEqual([]);
    },
  );

  test('is not offered for a page with the same lines, which is a duplicate', async () => {
    const [first] = three;
    if (!first) throw new Error('no page');
    const again = madePage('again.png', { ...misread, lines: whole.lines.slice(0, 2) }, 9);
    const { add, ask } = await withPages([first, again]);
    const [, second = 0] = await add(first, again);
    const typed = await ask('pages.correct', { id: second, field: 'number', value: whole.number });
    expect(typed.joinOffers).toEqual([]);
    expect(typed.invoice?.checks.find(({ id }) => id === 'duplicate')?.level).toBe('error');
  });
});

test('writes an invoice for each file on the command line, where nobody can join them', async () => {
  const { environment, input } = await withPages(three);
  const home = await temporaryFolder();
  const paths = three.map(({ name }) => join(input, name));
  const args = ['invoice', ...paths, '--json', '-', '--quiet'];
  const { code, stdout } = await vouch(args, { ...environment, VOUCH_HOME: join(home, 'h') });
  expect(code).toBe(0);
  const written = z
    .array(
      z.object({
        source: z.string(),
        invoice: z.object({ lines: z.array(z.unknown()) }),
        checks: z.array(z.object({ id: z.string(), level: z.string() })),
      }),
    )
    .parse(JSON.parse(stdout));
  expect(written.map(({ source }) => source)).toEqual(paths);
  expect(written.map(({ invoice }) => invoice.lines.length)).toEqual([2, 1, 2]);
  for (const { checks } of written)
    expect(checks).toContainEqual(expect.objectContaining({ id: 'duplicate', level: 'error' }));
});
