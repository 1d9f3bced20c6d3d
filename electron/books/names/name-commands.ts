import { basename, dirname, extname, isAbsolute, relative, sep } from 'node:path';
import type { PageId } from '../../../shared/contract/page.ts';
import { createFileFinder, type FileFinder } from '../../intake/find-file.ts';
import type { Rendition } from '../../store/records/document.ts';
import type { DocumentId } from '../../store/port.ts';
import type { BooksDependencies } from '../../app/books-room.ts';
import { invoicesOf, type LedgerInvoice } from '../ledger-invoices.ts';
import { isOurCopy } from '../../pipeline/page-intake.ts';
import {
  isOwnFile,
  type RenameSubject,
  movesOf,
  planRenames,
  type RenamePlan,
  nameFiles,
  renameJournalOf,
  undoNaming,
} from './plan-renames.ts';
import { createTurn } from '../../../shared/turn.ts';
import { parsePattern } from '../../../shared/books/file-pattern.ts';
import type { CommandInput, CommandFailure } from '../../../shared/contract/commands.ts';
import type { NamesPlan } from '../../../shared/contract/name-commands.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { RenameJournal } from '../../infra/files/rename-journal.ts';
import type { Handlers } from '../../app/handlers.ts';
import { booksFailure, namesFailed } from '../books-failures.ts';

/** A file of the ledger. Vouch's own files, copies in the data folder and samples, are never renamed. */
type LedgerFile = RenameSubject & { readonly isOurs: boolean };

type Reads = Pick<BooksDependencies, 'host' | 'folder' | 'assessor' | 'originals'>;

/** Whether the pages of a document have different invoice numbers. */
const hasSeveral = async ({ row }: LedgerInvoice, { folder }: Reads): Promise<boolean> => {
  if (row.originalSha256 === null) return false;
  const same = await folder.store.pagesWithContent(row.originalSha256);
  const rows = await folder.store.pages(same.map(({ id }) => id));
  const numbers = rows
    .filter(({ document, state }) => document === row.document && state === 'recognized')
    .map(({ figures }) => figures?.number ?? null);
  return new Set(numbers).size > 1;
};

/**
 * Path of the user's own file of a rendition: the given path, or a path near the original if an earlier run
 * moved both. Vouch's copy if neither exists.
 */
const pathOfRendition = async (
  { name, path, sha256, bytes }: Rendition,
  original: string | null,
  finder: FileFinder,
): Promise<string | null> => {
  const content = { sha256, bytes };
  if (isAbsolute(name) && (await finder.look(name, content)) === 'same') return name;
  const near = original === null ? [] : [{ folder: dirname(original), depth: 0 }];
  return (await finder.find(content, near)) ?? path;
};

/** The original and the other files of an invoice's document, such as its XML next to its PDF. */
const filesOf = async (
  one: LedgerInvoice,
  reads: Reads,
  finder: FileFinder,
): Promise<readonly LedgerFile[]> => {
  const { host, folder, originals } = reads;
  const { row, invoice, pages } = one;
  const hasSeveralInvoices = await hasSeveral(one, reads);
  const renditions = await folder.store.renditions(row.document);
  const original = await originals.locate(row);
  const ownCopy = renditions.find(({ sha256 }) => sha256 === row.originalSha256)?.path ?? null;
  const found: { readonly name: string; readonly path: string | null }[] = [
    { name: row.name, path: original ?? ownCopy },
  ];
  for (const other of renditions.filter(({ sha256 }) => sha256 !== row.originalSha256))
    found.push({ name: other.name, path: await pathOfRendition(other, original, finder) });
  for (const page of pages)
    if (page.document !== row.document) found.push({ name: page.name, path: await originals.locate(page) });
  return found.map(({ name, path }) => {
    const own = basename(name.replaceAll('\\', '/'));
    const extension = extname(own);
    return {
      source: name,
      path: path ?? '',
      stem: basename(own, extension),
      extension,
      invoice,
      hasSeveralInvoices,
      isOwnFile: path !== null && isOwnFile(path),
      isOurs: isOurCopy(folder, { path }) || dirname(path ?? '') === host.samplesFolder,
    };
  });
};

/** The files of invoices, each file once, in the order of the invoices. */
const filesToName = async (ids: readonly PageId[], reads: Reads): Promise<readonly LedgerFile[]> => {
  const seen = new Set<DocumentId>();
  const paths = new Set<string>();
  const files: LedgerFile[] = [];
  const finder = createFileFinder(new AbortController().signal);
  for await (const one of invoicesOf(reads, ids)) {
    if (seen.has(one.row.document)) continue;
    seen.add(one.row.document);
    for (const file of await filesOf(one, reads, finder)) {
      if (file.path !== '' && paths.has(file.path)) continue;
      paths.add(file.path);
      files.push(file);
    }
  }
  return files;
};

type NameCommands = Pick<Handlers, 'books.planNames' | 'books.nameFiles' | 'books.undoNames'>;
type NamesInput = CommandInput<'books.planNames'>;
type NamedFile = NamesPlan['files'][number];
type FilePlan = RenamePlan & { readonly subject: LedgerFile };

/** More files than these are only counted. */
const mostShown = 500;

const stateOf = ({ subject, planned }: FilePlan, as: NamesInput['as']): NamedFile['state'] => {
  if (subject.path === '') return 'gone';
  if (as === 'move' && subject.isOurs) return 'own-file';
  if (subject.hasSeveralInvoices) return 'several';
  if (planned.kind === 'move') return planned.numbered ? 'numbered' : 'new';
  return planned.kind === 'unread' ? 'gone' : planned.kind;
};

const getsName = ({ state }: NamedFile): boolean => state === 'new' || state === 'numbered';

/**
 * Names originals by a pattern. A page names pages only, never a path: the folder comes from the host's dialog.
 * @param chosenFolder the folder for copies; null if none was chosen
 */
export const nameCommands = (
  dependencies: BooksDependencies,
  chosenFolder: () => string | null,
): NameCommands => {
  const { host, folder } = dependencies;
  const turn = createTurn();

  /** One at a time: there is one journal. An interrupted run is restored before anything else. */
  const alone = <Value>(
    work: (journal: RenameJournal) => Promise<Result<Value, CommandFailure>>,
  ): Promise<Result<Value, CommandFailure>> =>
    turn.run(async () => {
      if (host.kind !== 'desktop') return failed(booksFailure('names-desktop-only'));
      const journal = renameJournalOf(host.home);
      await journal.recover();
      return work(journal);
    });

  const planOf = async ({
    ids,
    pattern,
    as,
  }: NamesInput): Promise<Result<readonly FilePlan[], CommandFailure>> => {
    const chosen = chosenFolder();
    const parsed = parsePattern(pattern);
    if (!parsed.ok) return failed(booksFailure('names-pattern'));
    if (as === 'copy' && chosen === null) return failed(booksFailure('names-no-folder'));
    const files = await filesToName(ids, dependencies);
    const usable = files.filter((file) => as === 'copy' || !file.isOurs);
    const plans = planRenames(usable, parsed.value, as === 'copy' ? chosen : null);
    const named = new Map<RenameSubject, RenamePlan>(plans.map((plan) => [plan.subject, plan]));
    return success(
      files.map((subject): FilePlan => {
        const { planned, to } = named.get(subject) ?? {
          planned: { kind: 'unread', path: subject.path },
          to: null,
        };
        return { subject, planned, to };
      }),
    );
  };

  /** The new name below the folder that its pattern starts from. */
  const shown = (plan: FilePlan, as: NamesInput['as']): NamedFile => {
    const { subject, planned, to } = plan;
    const chosen = chosenFolder();
    const start = as === 'copy' && chosen !== null ? chosen : dirname(subject.path);
    return {
      name: subject.source,
      state: stateOf(plan, as),
      to: to === null ? null : relative(start, to).split(sep).join('/'),
      fields: planned.kind === 'missing' ? [...planned.fields] : [],
    };
  };

  return {
    'books.planNames': (input) =>
      alone(async (journal) => {
        const plans = await planOf(input);
        if (!plans.ok) return plans;
        const files = plans.value.map((plan) => shown(plan, input.as));
        const counts: NamesPlan['counts'] = {};
        for (const { state } of files) counts[state] = (counts[state] ?? 0) + 1;
        const sorted = [...files.filter((file) => !getsName(file)), ...files.filter(getsName)];
        return success({ counts, files: sorted.slice(0, mostShown), undoable: await journal.undoable() });
      }),
    'books.nameFiles': (input) =>
      alone(async (journal) => {
        const plans = await planOf(input);
        if (!plans.ok) return plans;
        const { outcomes, failures } = await nameFiles(journal, movesOf(plans.value), input.as, folder);
        if (failures.length > 0)
          return failed(namesFailed(failures.map(({ to, code }) => `${to} (${code ?? ''})`)));
        return success({ named: outcomes.length });
      }),
    'books.undoNames': () =>
      alone(async (journal) => {
        const outcomes = await undoNaming(journal, folder);
        if (outcomes === null) return failed(booksFailure('names-nothing-to-undo'));
        const undone = outcomes.filter(({ code }) => code === null).length;
        return success({ undone, kept: outcomes.length - undone });
      }),
  };
};
