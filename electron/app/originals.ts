import { dirname, basename } from 'node:path';
import type { Original } from '../../shared/contract/original-commands.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { createFileFinder, type FileContent, type FilePlace } from '../intake/find-file.ts';
import type { PageFile } from '../store/records/document.ts';
import type { PageRow } from '../store/records/page.ts';
import type { DataFolder } from './data-folder.ts';
import { copyOriginal, isOurCopy, ourCopyOf, usersFile, type KeptFile } from '../pipeline/page-intake.ts';
import { failed, success } from '../../shared/result.ts';
import type { ReadStore } from '../store/port.ts';
import type { Host } from './contract.ts';
import type { Handlers } from './handlers.ts';
import { noFileDialog, notTheOriginal, pageNotFound } from './command-failures.ts';

/** The original files of documents: their current paths, identified by content and not by name. */
export type Originals = {
  /**
   * The state of a page's file; a moved file is searched for in its old folder and in those of other files.
   */
  readonly stateOf: (row: PageRow) => Promise<Original>;
  /**
   * A readable path of a page's file, with exactly the bytes that the page was made from. Null if it is not
   * found.
   */
  readonly locate: (row: PageRow) => Promise<string | null>;
  /** The user has chosen a file: checks whether it is the page's file, or whether that is near it. */
  readonly attach: (row: PageRow, shown: string) => Promise<Original | null>;
  /** A file was added: pages with this content that had lost their file get the stored copy. */
  readonly reattach: (content: FileContent, keep: () => Promise<KeptFile>) => Promise<readonly PageFile[]>;
};

type OriginalsDependencies = {
  readonly folder: DataFolder;
  readonly settings: () => Pick<Settings, 'originals'>;
  readonly signal: AbortSignal;
};

/**
 * Depth of the search below the old folder of a file, or below one that the user chose: `done`, `2024/05`.
 */
const depthBelow = 2;
/** Maximum number of other documents' folders to search. */
const mostFolders = 64;

const contentOf = ({ originalSha256, originalBytes }: PageRow): FileContent | null =>
  originalSha256 === null || originalBytes === null ? null : { sha256: originalSha256, bytes: originalBytes };

export const createOriginals = ({ folder, settings, signal }: OriginalsDependencies): Originals => {
  const { store } = folder;
  const finder = createFileFinder(signal);
  /** Where moved files were found since the start: the next one is likely to be there, too. */
  const foundIn = new Set<string>();

  const placesFor = async (path: string): Promise<readonly FilePlace[]> => [
    { folder: dirname(path), depth: depthBelow },
    ...[...foundIn, ...(await store.folders(mostFolders))].map((other) => ({ folder: other, depth: 0 })),
  ];

  /** From now on, the documents from the old path have the new path, or the path of a copy. */
  const move = async (content: FileContent, from: string, to: string): Promise<Original> => {
    foundIn.add(dirname(to));
    if (store.readOnly) return { state: 'found', path: to };
    const { path, hold } = settings().originals === 'copy' ? await copyOriginal(folder, to) : usersFile(to);
    await store.transact(async (unit) => {
      await hold(unit);
      await unit.moveFile(content.sha256, from, path);
    });
    return { state: 'found', path };
  };

  const stateOf = async (row: PageRow): Promise<Original> => {
    const { path } = row;
    const content = contentOf(row);
    if (path === null || content === null) return { state: 'none', path: null };
    const sight = await finder.look(path, content);
    if (sight === 'same') return { state: isOurCopy(folder, row) ? 'copy' : 'here', path };
    const found = await finder.find(content, await placesFor(path));
    if (found !== null) return move(content, path, found);
    // The path may be from another computer of the office, or from a ledger that was moved there.
    const copy = await ourCopyOf(folder, content.sha256);
    if (copy !== null && (await finder.look(copy, content)) === 'same') return { state: 'copy', path: copy };
    // The path of our own copy is of no use to a user.
    const was = isOurCopy(folder, row) ? null : path;
    return { state: sight === 'other' ? 'changed' : 'missing', path: was };
  };

  return {
    stateOf,
    locate: async (row) => {
      if (contentOf(row) === null) return row.path;
      const { state, path } = await stateOf(row);
      return state === 'missing' || state === 'changed' ? null : path;
    },
    attach: async (row, shown) => {
      const { path } = row;
      const content = contentOf(row);
      if (path === null || content === null) return null;
      const near = { folder: dirname(shown), depth: depthBelow };
      const isIt = (await finder.look(shown, content)) === 'same';
      const found = isIt ? shown : await finder.find(content, [near]);
      return found === null ? null : move(content, path, found);
    },
    reattach: async (content, keep) => {
      const lost: PageFile[] = [];
      for (const page of await store.pagesWithContent(content.sha256))
        if ((await finder.look(page.path, content)) !== 'same') lost.push(page);
      if (lost.length === 0) return lost;
      const { path, hold } = await keep();
      await store.transact(async (unit) => {
        await hold(unit);
        for (const page of lost) await unit.moveFile(content.sha256, page.path, path);
      });
      return lost;
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
  readonly originals: Pick<Originals, 'stateOf'>;
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
