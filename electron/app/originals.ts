import { dirname, basename } from 'node:path';
import type { Original } from '../../shared/contract/original-commands.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { createFileFinder, type FileContent, type FilePlace } from '../intake/find-file.ts';
import type { PageFile } from '../store/records/document.ts';
import type { PageRow } from '../store/records/page.ts';
import type { DataFolder, ReadFolder } from './data-folder.ts';
import { copyOriginal, isOurCopy, ourCopyOf, usersFile, type KeptFile } from '../pipeline/page-intake.ts';
import { failed, success } from '../../shared/result.ts';
import type { ReadStore, Store } from '../store/port.ts';
import type { Host } from './contract.ts';
import type { Handlers } from './handlers.ts';
import { noFileDialog, notTheOriginal, pageNotFound } from './command-failures.ts';

/** The original files of documents: their current paths, identified by content and not by name. */
export type OriginalReads = {
  /**
   * The state of a page's file; a moved file is searched for in its old folder and in those of other files.
   */
  readonly stateOf: (row: PageRow) => Promise<Original>;
  /**
   * A readable path of a page's file, with exactly the bytes that the page was made from. Null if it is not
   * found.
   */
  readonly locate: (row: PageRow) => Promise<string | null>;
};

/** The same for commands that write: the path of a moved file is saved before they continue. */
export type Originals = OriginalReads & {
  /** The user has chosen a file: checks whether it is the page's file, or whether that is near it. */
  readonly attach: (row: PageRow, shown: string) => Promise<Original | null>;
  /** A file was added: pages with this content that had lost their file get the stored copy. */
  readonly reattach: (content: FileContent, keep: () => Promise<KeptFile>) => Promise<readonly PageFile[]>;
};

/**
 * Depth of the search below the old folder of a file, or below one that the user chose: `done`, `2024/05`.
 */
const depthBelow = 2;
/** Maximum number of other documents' folders to search. */
const mostFolders = 64;

const contentOf = ({ originalSha256, originalBytes }: PageRow): FileContent | null =>
  originalSha256 === null || originalBytes === null ? null : { sha256: originalSha256, bytes: originalBytes };

/** A file that is no longer at its recorded path. */
type MovedFile = { readonly content: FileContent; readonly from: string; readonly to: string };

type Sight = {
  readonly original: Original;
  /** Null if the file is at its recorded path, or is not found. */
  readonly moved: MovedFile | null;
};

const unmoved = (original: Original): Sight => ({ original, moved: null });

type FileSearch = {
  readonly seek: (row: PageRow) => Promise<Sight>;
  /** Whether the chosen file has this content; otherwise a file near it that has. */
  readonly near: (content: FileContent, shown: string) => Promise<string | null>;
  readonly isAt: (path: string, content: FileContent) => Promise<boolean>;
};

/** Searches for files. It writes nothing. */
const createFileSearch = (folder: ReadFolder, signal: AbortSignal): FileSearch => {
  const { store } = folder;
  const finder = createFileFinder(signal);
  /** Where moved files were found since the start: the next one is likely to be there, too. */
  const foundIn = new Set<string>();

  const placesFor = async (path: string): Promise<readonly FilePlace[]> => [
    { folder: dirname(path), depth: depthBelow },
    ...[...foundIn, ...(await store.folders(mostFolders))].map((other) => ({ folder: other, depth: 0 })),
  ];
  const isAt: FileSearch['isAt'] = async (path, content) => (await finder.look(path, content)) === 'same';
  const noted = (path: string): string => {
    foundIn.add(dirname(path));
    return path;
  };

  const seek = async (row: PageRow): Promise<Sight> => {
    const { path } = row;
    const content = contentOf(row);
    if (path === null || content === null) return unmoved({ state: 'none', path: null });
    const sight = await finder.look(path, content);
    if (sight === 'same') return unmoved({ state: isOurCopy(folder, row) ? 'copy' : 'here', path });
    const found = await finder.find(content, await placesFor(path));
    if (found !== null) {
      const to = noted(found);
      return { original: { state: 'found', path: to }, moved: { content, from: path, to } };
    }
    // The path may be from another computer of the office, or from a ledger that was moved there.
    const copy = await ourCopyOf(folder, content.sha256);
    if (copy !== null && (await isAt(copy, content))) return unmoved({ state: 'copy', path: copy });
    // The path of our own copy is of no use to a user.
    const was = isOurCopy(folder, row) ? null : path;
    return unmoved({ state: sight === 'other' ? 'changed' : 'missing', path: was });
  };

  return {
    seek,
    isAt,
    near: async (content, shown) => {
      if (await isAt(shown, content)) return noted(shown);
      const found = await finder.find(content, [{ folder: dirname(shown), depth: depthBelow }]);
      return found === null ? null : noted(found);
    },
  };
};

const readsOver = (stateOf: OriginalReads['stateOf']): OriginalReads => ({
  stateOf,
  locate: async (row) => {
    if (contentOf(row) === null) return row.path;
    const { state, path } = await stateOf(row);
    return state === 'missing' || state === 'changed' ? null : path;
  },
});

type OriginalsDependencies = {
  readonly folder: DataFolder;
  readonly settings: () => Pick<Settings, 'originals'>;
  readonly signal: AbortSignal;
};

type SaveMove = (moved: MovedFile) => Promise<Original>;

/** From now on, the documents from the old path have the new path, or the path of a copy. */
const savingMoves =
  ({ folder, settings }: OriginalsDependencies): SaveMove =>
  async ({ content, from, to }) => {
    const { store } = folder;
    if (store.readOnly) return { state: 'found', path: to };
    const { path, hold } = settings().originals === 'copy' ? await copyOriginal(folder, to) : usersFile(to);
    await store.transact(async (unit) => {
      await hold(unit);
      await unit.moveFile(content.sha256, from, path);
    });
    return { state: 'found', path };
  };

const originalsOver = (search: FileSearch, store: Store, save: SaveMove): Originals => ({
  ...readsOver(async (row) => {
    const { original, moved } = await search.seek(row);
    return moved ? save(moved) : original;
  }),
  attach: async (row, shown) => {
    const { path } = row;
    const content = contentOf(row);
    if (path === null || content === null) return null;
    const found = await search.near(content, shown);
    return found === null ? null : save({ content, from: path, to: found });
  },
  reattach: async (content, keep) => {
    const lost: PageFile[] = [];
    for (const page of await store.pagesWithContent(content.sha256))
      if (!(await search.isAt(page.path, content))) lost.push(page);
    if (lost.length === 0) return lost;
    const { path, hold } = await keep();
    await store.transact(async (unit) => {
      await hold(unit);
      for (const page of lost) await unit.moveFile(content.sha256, page.path, path);
    });
    return lost;
  },
});

export const createOriginals = (dependencies: OriginalsDependencies): Originals => {
  const { folder, signal } = dependencies;
  return originalsOver(createFileSearch(folder, signal), folder.store, savingMoves(dependencies));
};

/** The files of a window's documents, for commands and for queries. */
export type WindowOriginals = {
  readonly originals: Originals;
  /** For queries: they write nothing, and the path of a moved file is saved in the background. */
  readonly reads: OriginalReads;
  /** Resolves when nothing is saved any more. */
  readonly ended: () => Promise<void>;
};

export const createWindowOriginals = (
  dependencies: OriginalsDependencies & { readonly onBug: (error: unknown) => void },
): WindowOriginals => {
  const { folder, signal, onBug } = dependencies;
  const search = createFileSearch(folder, signal);
  const save = savingMoves(dependencies);
  /** By the recorded path. */
  const underWay = new Map<string, Promise<unknown>>();
  const saveLater = (moved: MovedFile): void => {
    const { from } = moved;
    if (folder.store.readOnly || signal.aborted || underWay.has(from)) return;
    const saved = save(moved)
      .catch(onBug)
      .finally(() => underWay.delete(from));
    underWay.set(from, saved);
  };
  return {
    originals: originalsOver(search, folder.store, save),
    reads: readsOver(async (row) => {
      const { original, moved } = await search.seek(row);
      if (moved) saveLater(moved);
      return original;
    }),
    ended: async () => {
      await Promise.all(underWay.values());
    },
  };
};

type OriginalCommandDependencies = {
  readonly host: Pick<Host, 'chooseOriginal'>;
  readonly store: Pick<ReadStore, 'page'>;
  readonly originals: Pick<Originals, 'attach'>;
};

export const originalQueries = ({
  store,
  originals,
}: {
  readonly store: Pick<ReadStore, 'page'>;
  readonly originals: Pick<OriginalReads, 'stateOf'>;
}): Pick<Handlers, 'pages.original'> => ({
  'pages.original': async ({ id }) => {
    const row = await store.page(id);
    return row ? success(await originals.stateOf(row)) : failed(pageNotFound);
  },
});

/** Lets the user restore a lost file. */
export const originalCommands = ({
  host,
  store,
  originals,
}: OriginalCommandDependencies): Pick<Handlers, 'pages.findOriginal'> => ({
  'pages.findOriginal': async ({ id }) => {
    const row = await store.page(id);
    if (!row || row.path === null) return failed(pageNotFound);
    if (!host.chooseOriginal) return failed(noFileDialog);
    const shown = await host.chooseOriginal({ name: basename(row.name), folder: dirname(row.path) });
    if (shown === null) return success({ original: null });
    const original = await originals.attach(row, shown);
    return original ? success({ original }) : failed(notTheOriginal(row.name));
  },
});
