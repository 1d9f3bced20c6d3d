import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeXlsxFile from 'write-excel-file/node';
import { expect, test } from 'vitest';
import { localAuthor } from '../../shared/review/event.ts';
import { openLedger } from '../../electron/store/sqlite/open-ledger.ts';
import { startBackend } from '../helpers/test-backend.ts';
import { demoPages } from '../helpers/demo-pages.ts';
import { writePairedFiles } from '../helpers/paired-files.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

test('counts booked and archived invoices before a removal', async () => {
  const first = await startBackend();
  const { added } = await first.ask('pages.add', demoPages('vat-invoice'));
  await first.ended(added);
  const ids = [...added];
  expect(await first.ask('pages.books', { ids })).toEqual({ kept: 0 });
  await first.close();
  const ledger = openLedger(join(first.home, 'ledger.sqlite'), () => new Date());
  if (!ledger.ok) throw new Error(ledger.failure.reason);
  const [booked = 0, archived = 0, both = 0] = ids;
  const booking = { word: '记', number: 1, date: '2024-05-31', period: '2024-05' };
  const { results } = ledger.value;
  const book = { kind: 'book', booking } as const;
  const archive = { kind: 'archive', from: '2024-05-01', to: '2024-05-31' } as const;
  for (const [id, changes] of [
    [booked, [book]],
    [archived, [archive]],
    [both, [book, archive]],
  ] as const)
    results.append(id, results.events(id).length, localAuthor, changes);
  ledger.value.close();
  const second = await startBackend({ home: first.home });
  expect(await second.ask('pages.books', { ids })).toEqual({ kept: 3 });
});

const idsOf = (pages: readonly { readonly id: number }[] = []) => pages.map(({ id }) => id);

test('pairs a hotel bill with its invoice, lets the user separate them, and archives both together', async () => {
  const folder = await temporaryFolder();
  const { paths, date } = await writePairedFiles(folder);
  const chooseSavePath = () => Promise.resolve(join(folder, 'archive.zip'));
  const { ask, ended, failure } = await startBackend({ chooseSavePath });
  const files = paths.map((path) => ({ kind: 'path' as const, path }));
  const { added } = await ask('pages.add', { service: 'vat-invoice', sandbox: false, files });
  await ended(added);
  const [bill = 0, main = 0] = added;
  const pairingOf = async (id: number) => {
    const { pairing } = await ask('pages.open', { id });
    return [idsOf(pairing?.paired), idsOf(pairing?.offers)];
  };
  const left = async () => (await ask('books.archivePlan', { from: date, to: date })).noInvoices;
  expect([await pairingOf(bill), await pairingOf(main)]).toEqual([
    [[main], []],
    [[bill], []],
  ]);
  expect(await left()).toEqual([]);
  const shown = await ask('pages.pair', { id: bill, invoice: null, shown: main, version: 0 });
  expect(shown.summary.id).toBe(main);
  expect([await pairingOf(bill), await pairingOf(main)]).toEqual([
    [[], [main]],
    [[], [bill]],
  ]);
  expect(await left()).toEqual(['账单.pdf']);
  await ask('pages.pair', { id: bill, invoice: main, shown: bill, version: 1 });
  expect((await ask('pages.open', { id: main })).pairing?.paired).toMatchObject([
    { id: bill, isChosen: true },
  ]);
  expect(await left()).toEqual([]);
  expect(await ask('batch.undo', { redo: false })).toMatchObject({ change: 'pair', pages: [bill] });
  expect(await pairingOf(bill)).toEqual([[], [main]]);
  expect(await ask('batch.undo', { redo: false })).toMatchObject({ change: 'pair', pages: [bill] });
  expect((await ask('pages.open', { id: bill })).pairing?.paired).toMatchObject([
    { id: main, isChosen: false },
  ]);
  // The law keeps the paper as long as its invoice.
  await ask('books.archive', { from: date, to: date, as: 'zip' });
  expect(await failure('pages.remove', { ids: [bill] })).toBe('kept-in-books');
});

test('does not miss a page in an archive that could not be read and was set aside, until that is undone', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, '坏.pdf');
  await writeFile(path, '%PDF-1.7 cut');
  const { ask, ended, failure } = await startBackend();
  const files = [{ kind: 'path' as const, path }];
  const { added } = await ask('pages.add', { service: 'vat-invoice', sandbox: false, files });
  await ended(added);
  const [id = 0] = added;
  const plan = async () => {
    const { missing, setAside } = await ask('books.archivePlan', { from: '2024-05-01', to: '2024-05-31' });
    return { missing, setAside, review: (await ask('pages.open', { id })).summary.review };
  };
  const open = { missing: 1, setAside: [], review: 'open' };
  const aside = { missing: 0, setAside: ['坏.pdf'], review: 'aside' };
  expect(await plan()).toEqual(open);
  expect(await failure('pages.review', { id, mark: 'confirmed', version: 0, digest: null })).toBe(
    'not-reviewable',
  );
  const shown = await ask('pages.review', { id, mark: 'aside', version: 0, digest: null });
  expect(shown.summary.review).toBe('aside');
  expect(await plan()).toEqual(aside);
  expect(await ask('batch.undo', { redo: false })).toMatchObject({ change: 'review', pages: [id] });
  expect(await plan()).toEqual(open);
  await ask('batch.undo', { redo: true });
  expect(await plan()).toEqual(aside);
  await ask('batch.review', { ids: [id], mark: 'open', onlyClean: false, versions: [3], digests: [null] });
  expect(await plan()).toEqual(open);
});

test('compares a list of the tax bureau that was added as a document, and refuses every other page', async () => {
  const folder = await temporaryFolder();
  const [list, other] = [join(folder, 'list.xlsx'), join(folder, 'other.xml')];
  const rows = [
    ['数电发票号码', '开票日期', '金额', '税额', '发票状态'],
    ['25332000000000000009', '2025-03-13', '1.00', '0.06', '正常'],
  ].map((cells) => cells.map((value) => ({ value })));
  await writeFile(list, await writeXlsxFile([{ sheet: '发票', data: rows }]).toBuffer());
  await writeFile(other, '<Invoice>no list</Invoice>');
  const { ask, ended, failure } = await startBackend();
  const files = [list, other].map((path) => ({ kind: 'path' as const, path }));
  const { added } = await ask('pages.add', { service: 'vat-invoice', sandbox: false, files });
  await ended(added);
  const [id = 0, wrong = 0] = added;
  expect(await ask('books.matchPage', { id })).toMatchObject({
    name: 'list.xlsx',
    rows: [{ group: 'only-in-list', number: '25332000000000000009' }],
  });
  expect(await failure('books.matchPage', { id: wrong })).toMatch(/^list-/u);
  expect(await failure('books.matchPage', { id: 999 })).toBe('page-not-found');
  await rm(list);
  expect(await failure('books.matchPage', { id })).toBe('handed-unreadable');
});
