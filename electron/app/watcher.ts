import { basename } from 'node:path';
import type { CommandFailure } from '../../shared/contract/commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { Settings, WatchedFolder } from '../../shared/contract/settings.ts';
import type { Bilingual } from '../../shared/language.ts';
import { ownAuthor } from '../../shared/review/event.ts';
import { laterStateNote } from '../../shared/texts/review.ts';
import { watchFolder, type FileState, type FolderWatch, type FoundFile } from '../intake/watch-folder.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import type { Store } from '../store/port.ts';
import { unfinishedFile, watchFailure } from './command-failures.ts';

type WatcherDependencies = {
  readonly settings: () => Pick<Settings, 'watch'>;
  readonly store: Pick<
    Store,
    'watchedFiles' | 'pagesOfDocument' | 'page' | 'pages' | 'eventsOf' | 'filesAndExports' | 'transact'
  >;
  readonly runner: Pick<PageRunner, 'settled'>;
  /**
   * Adds a file. Resolves with its first page, or that of the same bytes; with `binned` if the user has put these bytes
   * into the bin; null if it was refused, which is reported.
   */
  readonly add: (service: WatchedFolder['service'], path: string) => Promise<PageId | 'binned' | null>;
  readonly remove: (pages: readonly PageId[]) => Promise<void>;
  /** Adds a note by Vouch itself. */
  readonly note: (page: PageId, text: Bilingual) => Promise<void>;
  readonly onFailure: (failure: CommandFailure) => void;
  /** Files could not be added. */
  readonly onBug: (error: unknown) => void;
};

/** Watches the folders from the settings, and follows changes of that setting. */
type Watcher = { readonly follow: () => void; readonly close: () => Promise<void> };

type Watched = { readonly folder: string; readonly close: () => Promise<void> };

/** Whether no user has done anything with a document yet. */
const isUntouched = async (
  { store }: Pick<WatcherDependencies, 'store'>,
  pages: readonly PageId[],
): Promise<boolean> => {
  const events = [...(await store.eventsOf(pages)).values()].flat();
  if (events.some(({ by }) => by !== ownAuthor)) return false;
  for (const page of pages) if ((await store.filesAndExports(page, 1)).exports.length > 0) return false;
  return true;
};

/**
 * The later state of a file replaces the earlier one once all its pages are read, so that what was paid for a page is
 * found again. If somebody has worked on the earlier one, it stays, and the later one names it.
 */
const replaceEarlier = async (
  dependencies: WatcherDependencies,
  earlier: number,
  later: PageId,
  isClosed: () => boolean,
): Promise<void> => {
  const { store, runner, remove, note } = dependencies;
  const before = await store.pagesOfDocument(earlier);
  const first = before[0] === undefined ? null : await store.page(before[0]);
  if (!first) return;
  if (!(await isUntouched(dependencies, before)))
    return note(later, laterStateNote(first.name, first.addedAt));
  // The other pages of a document are known once its first one is read.
  await runner.settled([later]);
  const row = await store.page(later);
  const after = row ? await store.pagesOfDocument(row.document) : [];
  await runner.settled(after);
  const rows = await store.pages(after);
  const isRead = rows.length === after.length && rows.every(({ state }) => state === 'recognized');
  // A later state that waits, failed or was cancelled, or a part of it, replaces nothing.
  if (!row || isClosed() || !isRead) return;
  const numbers = [first.figures?.number ?? null, row.figures?.number ?? null];
  if (numbers.every((number) => number !== null) && numbers[0] !== numbers[1])
    return note(later, laterStateNote(first.name, first.addedAt));
  const pages = await store.pagesOfDocument(earlier);
  if (pages.length > 0 && (await isUntouched(dependencies, pages))) await remove(pages);
};

/** Watches one folder. What was seen there is in the ledger, so that it is known after a restart. */
const watchOne = (dependencies: WatcherDependencies, wanted: WatchedFolder): Watched => {
  const { store, add, onFailure, onBug } = dependencies;
  const { folder, service, addExisting } = wanted;
  const documents = new Map<string, number | null>();
  let work = Promise.resolve();
  let closed = false;

  const take = async ({ path, ...state }: FoundFile): Promise<void> => {
    const page = await add(service, path);
    // What the user removes does not return.
    if (page === 'binned')
      return store.transact((unit) => unit.keepWatched(folder, [{ path, ...state, document: null }]));
    const row = page === null ? null : await store.page(page);
    if (page === null || !row) return;
    // The same bytes may have come from elsewhere: that document is not a state of this file. Nor is one document of
    // an archive or a mail, which may hold the others of before, too.
    const document = row.source === path ? row.document : null;
    await store.transact((unit) => unit.keepWatched(folder, [{ path, ...state, document }]));
    const earlier = documents.get(path) ?? null;
    if (document === null) return;
    documents.set(path, document);
    if (earlier !== null && earlier !== document)
      void replaceEarlier(dependencies, earlier, page, () => closed).catch((error: unknown) => {
        if (!closed) onBug(error);
      });
  };
  /** One after the other: a file may change while an earlier state is taken. */
  const inTurn = (task: () => Promise<void>): void => {
    work = work.then(() => (closed ? undefined : task())).catch(onBug);
  };

  const start = async (): Promise<FolderWatch> => {
    const files = await store.watchedFiles(folder);
    for (const { path, document } of files ?? []) documents.set(path, document);
    const known = files && new Map<string, FileState>(files.map(({ path, ...state }) => [path, state]));
    return watchFolder({
      folder,
      known,
      addExisting,
      onExisting: (found) =>
        inTurn(() =>
          store.transact((unit) =>
            unit.keepWatched(
              folder,
              found.map((file) => ({ ...file, document: null })),
            ),
          ),
        ),
      onFiles: (found) => {
        for (const file of found) inTurn(() => take(file));
      },
      onUnfinished: (path) => onFailure(unfinishedFile(basename(path))),
      onFailure: (code) => onFailure(watchFailure(folder, code)),
    });
  };
  const started = start();
  started.catch(onBug);

  return {
    folder,
    close: async () => {
      closed = true;
      await (await started.catch(() => null))?.close();
      await work;
    },
  };
};

export const createWatcher = (dependencies: WatcherDependencies): Watcher => {
  let current = new Map<string, Watched>();
  const forget = (folder: string): Promise<void> =>
    dependencies.store.transact((unit) => unit.forgetWatched(folder));

  const follow = (): void => {
    const wanted = new Map(dependencies.settings().watch.map((one) => [JSON.stringify(one), one]));
    const folders = new Set([...wanted.values()].map(({ folder }) => folder));
    for (const [key, watched] of current) {
      if (wanted.has(key)) continue;
      const { folder } = watched;
      // A folder that is chosen again later starts over: what came meanwhile is there already.
      void watched
        .close()
        .then(() => (folders.has(folder) ? undefined : forget(folder)))
        .catch(dependencies.onBug);
    }
    current = new Map(
      [...wanted].map(([key, one]) => [key, current.get(key) ?? watchOne(dependencies, one)]),
    );
  };

  return {
    follow,
    close: async () => {
      await Promise.all([...current.values()].map((watched) => watched.close()));
      current = new Map();
    },
  };
};
