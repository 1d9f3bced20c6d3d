import { dirname, relative, sep } from 'node:path';
import { createTurn } from '../../../shared/turn.ts';
import { parsePattern } from '../../../shared/books/file-pattern.ts';
import type { CommandInput, CommandFailure } from '../../../shared/contract/commands.ts';
import type { NamesPlan } from '../../../shared/contract/books-commands.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { RenameJournal } from '../../infra/files/rename-journal.ts';
import type { Handlers } from '../../app/handlers.ts';
import { booksFailure, namesFailed } from '../books-failures.ts';
import type { BooksDependencies } from '../../app/books-room.ts';
import { filesToName, type LedgerFile } from './files-to-name.ts';
import { nameFiles, renameJournalOf, undoNaming } from './name-files.ts';
import { movesOf, planRenames, type RenamePlan, type RenameSubject } from './plan-renames.ts';

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
