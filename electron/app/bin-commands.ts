import { isDemo } from '../../shared/books/gate.ts';
import { isInPeriod } from '../../shared/books/period.ts';
import type { VouchEvent } from '../../shared/contract/commands.ts';
import { mostBinned, type RemovedPage } from '../../shared/contract/bin-commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { failed, success } from '../../shared/result.ts';
import { ownAuthor } from '../../shared/review/event.ts';
import { newBatch } from '../pipeline/batch.ts';
import { dropOriginal, dropUnused } from '../pipeline/page-intake.ts';
import { isFurtherPage, summaryOf } from '../pipeline/page-summary.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import type { ReadStore, WriteStore } from '../store/port.ts';
import type { BookFile } from '../store/records/book-file.ts';
import type { PageRow } from '../store/records/page.ts';
import { dropAttachment } from './attachments.ts';
import { goneFromBin, keptInBooks, notWithdrawn, removedByAnother } from './command-failures.ts';
import type { DataFolder } from './data-folder.ts';
import type { Handlers } from './handlers.ts';
import type { OfficeHooks } from './office-hooks.ts';
import { givenUpIn, isGivenUp } from './page-commands.ts';

type Dependencies = {
  readonly folder: DataFolder;
  readonly runner: Pick<PageRunner, 'cancel' | 'settled' | 'tell' | 'assess' | 'add'>;
  readonly emit: (event: VouchEvent) => void;
  readonly lastUser: OfficeHooks['lastUser'];
};

/** Pages, with all other pages of their joined invoices: an invoice is removed and restored as a whole. */
const wholeInvoices = (ids: readonly PageId[], rows: readonly PageRow[]): readonly PageId[] => [
  ...new Set([...ids, ...rows.flatMap(({ joined }) => joined)]),
];

/** Whether an archive that is being written may have a page: an invoice of its days, or a paper of one. */
const mayBeIn = ({ figures, ...row }: PageRow, { kind, from, to }: BookFile): boolean => {
  if (kind !== 'archive' || row.service !== 'vat-invoice' || !figures || isDemo(row)) return false;
  const { issueDate, pairRole = null } = figures;
  return issueDate === null || pairRole !== null || isInPeriod({ from: from ?? '', to: to ?? '' }, issueDate);
};

/**
 * The invoices that stand in a voucher or an archive, or that may be in one that is being written: the law keeps them.
 * The unit has locked the books before it read the pages, as those who book do.
 */
export const keptByBooks = async (
  unit: Pick<WriteStore, 'vouchersOf' | 'unsettledBookFiles'>,
  pages: readonly PageRow[],
): Promise<ReadonlySet<PageId>> => {
  const vouchers = await unit.vouchersOf(pages.map(({ id }) => id));
  const unsettled = await unit.unsettledBookFiles();
  const isKept = (row: PageRow): boolean =>
    row.books.booking !== null ||
    row.books.archivedAt !== null ||
    unsettled.some((file) => mayBeIn(row, file));
  return new Set([
    ...vouchers.flatMap(({ page, state }) => (state === 'void' ? [] : [page])),
    ...pages.flatMap((row) => (isKept(row) ? [row.id] : [])),
  ]);
};

/** The pages whose findings change when others come or go: those alike, in other files. */
const alikeOf = async (
  store: Pick<ReadStore, 'lookalikes'>,
  rows: readonly PageRow[],
): Promise<ReadonlySet<PageId>> => {
  const questions = rows.flatMap((row) =>
    row.figures ? [{ page: row.id, demo: isDemo(row), key: row.figures }] : [],
  );
  return new Set((await store.lookalikes(questions)).flat().map(({ pageId }) => pageId));
};

/** Puts pages into the bin. Resolves with these and the pages alike; null if the books keep one of them. */
export const putIn = async (unit: WriteStore, asked: readonly PageId[], by: string) => {
  await unit.lockBooks();
  // Another user may have joined some meanwhile.
  const ids = wholeInvoices(asked, await unit.pages(asked));
  const rows = await unit.pages(ids);
  if ((await keptByBooks(unit, rows)).size > 0) return null;
  // Nothing in the bin waits for approval.
  const held = rows.filter(isGivenUp).map(({ id }) => id);
  if (held.length > 0) {
    await unit.setHeld(await unit.setStateFrom(held, givenUpIn, 'cancelled'), false);
  }
  await unit.putInBin(ids, by);
  // Afterwards: an invoice that still has many copies is still a duplicate.
  return { ids, alike: await alikeOf(unit, rows) };
};

/**
 * Those of some pages that whoever added them takes back for good: nothing was paid for them, and no user worked on them.
 * Of a joined invoice all pages or none.
 */
const untouchedBy = async (
  store: Pick<ReadStore, 'pages' | 'callsOf' | 'eventsOf'>,
  asked: readonly PageId[],
  by: string,
): Promise<readonly PageRow[]> => {
  const rows = await store.pages(wholeInvoices(asked, await store.pages(asked)));
  const events = await store.eventsOf(rows.map(({ id }) => id));
  const untouched = new Set<PageId>();
  for (const { id, author } of rows)
    if (
      author === by &&
      (events.get(id) ?? []).every((event) => event.by === ownAuthor) &&
      (await store.callsOf(id)).length === 0
    )
      untouched.add(id);
  return rows.filter(({ id, joined }) => [id, ...joined].every((one) => untouched.has(one)));
};

/** Deletes pages for good. Resolves with the files that nothing may need any more. */
const deleteFrom = async (unit: WriteStore, rows: readonly PageRow[]) => {
  const ids = rows.map(({ id }) => id);
  const files: Pick<PageRow, 'path'>[] = [...rows];
  // Loaded before the removal: the renditions of a document are deleted with its last page.
  for (const document of new Set(rows.map((row) => row.document)))
    files.push(...(await unit.renditions(document)));
  return { rows, files, pictures: await unit.removePages(ids) };
};

/**
 * Takes pages from the bin with their whole invoices. Resolves with these, if another user has not restored or purged
 * them, and the pages alike.
 */
export const takeOut = async (unit: WriteStore, asked: readonly PageId[]) => {
  const rows = await unit.binned(wholeInvoices(asked, await unit.binned(asked)));
  await unit.takeFromBin(rows.map(({ id }) => id));
  return { rows, alike: await alikeOf(unit, rows) };
};

/** Goes on with pages that were taken from the bin: shows them, reads those that wait, and assesses the pages alike. */
export const goOnWith = async (
  { rows, alike }: Awaited<ReturnType<typeof takeOut>>,
  store: Pick<ReadStore, 'pages'>,
  runner: Pick<PageRunner, 'tell' | 'assess' | 'add'>,
): Promise<void> => {
  const ids = rows.map(({ id }) => id);
  await runner.tell(ids);
  const recognized = rows.filter((row) => row.state === 'recognized' && !isFurtherPage(row));
  for (const id of new Set([...recognized.map((row) => row.id), ...alike])) await runner.assess(id);
  const waiting = (await store.pages(ids)).filter(({ state }) => state === 'waiting');
  runner.add(waiting, newBatch());
};

/**
 * Purges pages of the bin with their whole invoices. Refused if an archive has them, or may have them, that was being
 * written when they were removed.
 */
export const purgeFrom = async (unit: WriteStore, asked: readonly PageId[]) => {
  await unit.lockBooks();
  const rows = await unit.binned(wholeInvoices(asked, await unit.binned(asked)));
  const kept = await keptByBooks(unit, rows);
  return kept.size > 0 ? failed(keptInBooks(kept.size)) : success(await deleteFrom(unit, rows));
};

/** Who has removed all of these pages, if another user has: nothing is left to do. */
const removedByOther = async (
  unit: Pick<WriteStore, 'binned'>,
  asked: readonly PageId[],
  by: string,
): Promise<readonly string[]> => {
  const there = await unit.binned(asked);
  const others = there.flatMap((row) =>
    row.removedBy === null || row.removedBy === by ? [] : [row.removedBy],
  );
  return there.length === asked.length && others.length === there.length ? others : [];
};

/** Removes pages to the bin, restores them, and purges it. */
export const binCommands = ({
  folder,
  runner,
  emit,
  lastUser,
}: Dependencies): Pick<Handlers, 'pages.remove' | 'pages.restore' | 'pages.purge' | 'pages.withdraw'> => {
  const { store } = folder;

  const dropFiles = async ({
    rows,
    files,
    pictures,
  }: Awaited<ReturnType<typeof deleteFrom>>): Promise<void> => {
    await dropUnused(folder, pictures);
    for (const file of files) await dropOriginal(folder, file);
    for (const { books } of rows) await dropAttachment(folder, books.verification);
  };

  const goneBy = async (ids: readonly PageId[], by: string) =>
    goneFromBin(await lastUser({ used: ['pages.restore', 'pages.purge'], unless: 'pages.remove' }, ids, by));

  return {
    'pages.remove': async ({ ids: asked }, { by, nameOf }) => {
      let ids = wholeInvoices(asked, await store.pages(asked));
      for (;;) {
        // Nothing is cancelled for a removal that is refused.
        const kept = await store.transact(async (unit) => {
          await unit.lockBooks();
          return keptByBooks(unit, await unit.pages(ids));
        });
        if (kept.size > 0) return failed(keptInBooks(kept.size));
        await runner.cancel(ids);
        await runner.settled(ids);
        const ended = await store.transact(async (unit) => {
          await unit.lockBooks();
          const [other] = await removedByOther(unit, asked, by);
          if (other) return { other };
          const whole = wholeInvoices(ids, await unit.pages(ids));
          return whole.length > ids.length ? { whole } : { removed: await putIn(unit, ids, by) };
        });
        if ('whole' in ended) {
          // Another user has joined more pages meanwhile, which may be running.
          ids = ended.whole;
          continue;
        }
        if ('other' in ended) return failed(removedByAnother((await nameOf?.(ended.other)) ?? null));
        const { removed } = ended;
        if (!removed) return failed(keptInBooks(1));
        emit({ type: 'pages.removed', ids: [...removed.ids] });
        for (const id of removed.alike) await runner.assess(id);
        return success({});
      }
    },
    'pages.restore': async ({ ids }, { by }) => {
      const taken = await store.transact((unit) => takeOut(unit, ids));
      if (taken.rows.length === 0) return failed(await goneBy(ids, by));
      await goOnWith(taken, store, runner);
      return success({});
    },
    'pages.purge': async ({ ids }, { by }) => {
      const purged = await store.transact((unit) => purgeFrom(unit, ids));
      if (!purged.ok) return purged;
      if (purged.value.rows.length === 0) return failed(await goneBy(ids, by));
      await dropFiles(purged.value);
      return success({});
    },
    'pages.withdraw': async ({ ids }, { by }) => {
      // Nothing is cancelled that stays.
      const own = (await untouchedBy(store, ids, by)).map(({ id }) => id);
      await runner.cancel(own);
      await runner.settled(own);
      const { gone, alike, left } = await store.transact(async (unit) => {
        await unit.lockBooks();
        const there = await unit.pages(ids);
        const untouched = (await untouchedBy(unit, ids, by)).filter(({ id }) => own.includes(id));
        const kept = await keptByBooks(unit, untouched);
        const rows = untouched.filter(({ id, joined }) => ![id, ...joined].some((one) => kept.has(one)));
        const deleted = new Set(rows.map(({ id }) => id));
        return {
          gone: await deleteFrom(unit, rows),
          alike: await alikeOf(unit, rows),
          left: there.filter(({ id }) => !deleted.has(id)).length,
        };
      });
      await dropFiles(gone);
      emit({ type: 'pages.removed', ids: gone.rows.map(({ id }) => id) });
      for (const id of alike) await runner.assess(id);
      return left === 0 ? success({}) : failed(notWithdrawn);
    },
  };
};

export const binQueries = (store: Pick<ReadStore, 'bin' | 'binned'>): Pick<Handlers, 'pages.bin'> => ({
  'pages.bin': async ({ service, ids }, { nameOf }) => {
    const all = ids ? null : await store.bin(service, mostBinned);
    const rows = (all?.pages ?? (await store.binned(ids ?? []))).filter(
      (one) => one.service === service && !isFurtherPage(one),
    );
    const removed: RemovedPage[] = [];
    for (const row of rows) {
      const { removedAt, removedBy } = row;
      const by = removedBy === null ? null : ((await nameOf?.(removedBy)) ?? null);
      removed.push({ page: summaryOf(row), at: removedAt ?? '', by });
    }
    return success({ removed, count: all?.count ?? removed.length });
  },
});
