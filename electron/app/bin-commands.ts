import type { VouchEvent } from '../../shared/contract/commands.ts';
import { mostBinned, type RemovedPage } from '../../shared/contract/bin-commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { failed, success } from '../../shared/result.ts';
import { dropOriginal, dropUnused } from '../pipeline/page-intake.ts';
import { isFurtherPage, summaryOf } from '../pipeline/page-summary.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import type { ReadStore, WriteStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';
import { dropAttachment } from './attachments.ts';
import { keptInBooks, notWithdrawn } from './command-failures.ts';
import type { DataFolder } from './data-folder.ts';
import type { Handlers } from './handlers.ts';
import { isGivenUp } from './page-commands.ts';

type Dependencies = {
  readonly folder: DataFolder;
  readonly runner: Pick<PageRunner, 'cancel' | 'settled' | 'tell' | 'assess'>;
  readonly emit: (event: VouchEvent) => void;
};

/** Pages, with all other pages of their joined invoices: an invoice is removed and restored as a whole. */
const wholeInvoices = (ids: readonly PageId[], rows: readonly PageRow[]): readonly PageId[] => [
  ...new Set([...ids, ...rows.flatMap(({ joined }) => joined)]),
];

/**
 * The invoices that stand in a voucher or an archive, or are being written to a voucher: the law keeps them. The unit
 * has locked the books before it read the pages, as those who book do.
 */
export const keptByBooks = async (
  unit: Pick<WriteStore, 'vouchersOf'>,
  pages: readonly PageRow[],
): Promise<ReadonlySet<PageId>> => {
  const vouchers = await unit.vouchersOf(pages.map(({ id }) => id));
  return new Set([
    ...vouchers.flatMap(({ page, state }) => (state === 'void' ? [] : [page])),
    ...pages.flatMap(({ id, books }) => (books.booking || books.archivedAt !== null ? [id] : [])),
  ]);
};

/** The pages whose findings change when others come or go: those alike, in other files. */
const alikeOf = async (
  store: Pick<ReadStore, 'lookalikes'>,
  rows: readonly PageRow[],
): Promise<ReadonlySet<PageId>> => {
  const questions = rows.flatMap(({ id, sandbox, figures }) =>
    figures ? [{ page: id, sandbox, key: figures }] : [],
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
    await unit.setHeld(held, false);
    await unit.setState(held, 'cancelled');
  }
  await unit.putInBin(ids, by);
  // Afterwards: an invoice that still has many copies is still a duplicate.
  return { ids, alike: await alikeOf(unit, rows) };
};

/** Whether nothing was paid for a page and nobody worked on it: whoever added it takes it back for good. */
const isUntouched = async (
  unit: WriteStore,
  { id, author, version }: PageRow,
  by: string,
): Promise<boolean> => author === by && version === 0 && (await unit.callsOf(id)).length === 0;

/** Deletes pages for good. Resolves with the files that nothing may need any more. */
const deleteFrom = async (unit: WriteStore, rows: readonly PageRow[]) => {
  const ids = rows.map(({ id }) => id);
  const files: Pick<PageRow, 'path'>[] = [...rows];
  // Loaded before the removal: the renditions of a document are deleted with its last page.
  for (const document of new Set(rows.map((row) => row.document)))
    files.push(...(await unit.renditions(document)));
  return { rows, files, pictures: await unit.removePages(ids) };
};

/** Takes pages from the bin. Resolves with these, if another user has not restored or purged them, and the pages alike. */
export const takeOut = async (unit: WriteStore, ids: readonly PageId[]) => {
  const rows = await unit.binned(ids);
  await unit.takeFromBin(rows.map(({ id }) => id));
  return { rows, alike: await alikeOf(unit, rows) };
};

/** Purges pages of the bin; refused if an archive that was being written when they were removed has them. */
export const purgeFrom = async (unit: WriteStore, ids: readonly PageId[]) => {
  await unit.lockBooks();
  const rows = await unit.binned(ids);
  const kept = await keptByBooks(unit, rows);
  return kept.size > 0 ? failed(keptInBooks(kept.size)) : success(await deleteFrom(unit, rows));
};

/** Removes pages to the bin, restores them, and purges it. */
export const binCommands = ({
  folder,
  runner,
  emit,
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

  return {
    'pages.remove': async ({ ids: asked }, { by }) => {
      const ids = wholeInvoices(asked, await store.pages(asked));
      // Nothing is cancelled for a removal that is refused.
      const kept = await store.transact(async (unit) => {
        await unit.lockBooks();
        return keptByBooks(unit, await unit.pages(ids));
      });
      if (kept.size > 0) return failed(keptInBooks(kept.size));
      await runner.cancel(ids);
      await runner.settled(ids);
      const removed = await store.transact((unit) => putIn(unit, ids, by));
      if (!removed) return failed(keptInBooks(1));
      emit({ type: 'pages.removed', ids: [...removed.ids] });
      for (const id of removed.alike) await runner.assess(id);
      return success({});
    },
    'pages.restore': async ({ ids: asked }) => {
      const ids = wholeInvoices(asked, await store.binned(asked));
      const { rows, alike } = await store.transact((unit) => takeOut(unit, ids));
      await runner.tell(rows.map(({ id }) => id));
      const recognized = rows.filter((row) => row.state === 'recognized' && !isFurtherPage(row));
      for (const id of new Set([...recognized.map((row) => row.id), ...alike])) await runner.assess(id);
      return success({});
    },
    'pages.purge': async ({ ids: asked }) => {
      const ids = wholeInvoices(asked, await store.binned(asked));
      const purged = await store.transact((unit) => purgeFrom(unit, ids));
      if (!purged.ok) return purged;
      await dropFiles(purged.value);
      return success({});
    },
    'pages.withdraw': async ({ ids }, { by }) => {
      await runner.cancel(ids);
      await runner.settled(ids);
      const { gone, left } = await store.transact(async (unit) => {
        const rows = await unit.pages(ids);
        const own: PageRow[] = [];
        for (const row of rows) if (await isUntouched(unit, row, by)) own.push(row);
        return { gone: await deleteFrom(unit, own), left: rows.length - own.length };
      });
      await dropFiles(gone);
      emit({ type: 'pages.removed', ids: gone.rows.map(({ id }) => id) });
      return left === 0 ? success({}) : failed(notWithdrawn);
    },
  };
};

export const binQueries = (store: Pick<ReadStore, 'bin' | 'binned'>): Pick<Handlers, 'pages.bin'> => ({
  'pages.bin': async ({ service, ids }, { nameOf }) => {
    const { pages, count } = ids
      ? await store.binned(ids).then((found) => ({ pages: found, count: found.length }))
      : await store.bin(service, mostBinned);
    const removed: RemovedPage[] = [];
    for (const row of pages.filter((one) => one.service === service && !isFurtherPage(one))) {
      const { removedAt, removedBy } = row;
      const by = removedBy === null ? null : ((await nameOf?.(removedBy)) ?? null);
      removed.push({ page: summaryOf(row), at: removedAt ?? '', by });
    }
    return success({ removed, count });
  },
});
