import type { ListMatch } from '../../../shared/books/match-list.ts';
import { booksTexts } from '../../../shared/texts/books.ts';
import { listFrom, matchLedger } from '../tax-list/match-ledger.ts';
import { writeFileWhole } from '../../infra/files/write-file.ts';
import type { MatchCommand } from './arguments.ts';
import type { ExitCode, RunDependencies } from '../../hosts/terminal/dependencies.ts';
import { checkOutput } from './recognize-first.ts';
import { withLedger } from './with-ledger.ts';
import { commandFailureLine } from '../../../shared/texts/failure-line.ts';

/** The JSON of the contract; other notes for the user go to standard error. */
const jsonOf = ({ onlyInList, onlyInLedger, differences, flags }: ListMatch): string =>
  `${JSON.stringify({ onlyInList, onlyInLedger, differences, flags }, null, 2)}\n`;

/** `vouch match`: compares a list of the tax bureau with the ledger. */
export const runMatch = async (command: MatchCommand, dependencies: RunDependencies): Promise<ExitCode> => {
  const { home, streams } = dependencies;
  const { language, quiet, json } = command;
  const list = await listFrom(command.list);
  if (!list.ok) {
    streams.note(`${command.list}: ${commandFailureLine(list.failure, language)}`);
    return 2;
  }
  const unusable = json === '-' ? null : await checkOutput(json, [command.list], home);
  if (unusable) {
    streams.note(unusable.message[language]);
    return 2;
  }
  return withLedger(language, dependencies, async ({ folder, settings }) => {
    const { match } = await matchLedger(list.value, folder, settings);
    const { matched, unreadable } = match;
    if (unreadable.length > 0) streams.note(booksTexts.unreadableRows(unreadable.join(', '))[language]);
    if (json === '-') await streams.out(jsonOf(match));
    else {
      const written = await writeFileWhole(json, jsonOf(match));
      if (!written.ok) {
        streams.note(`${json}: ${commandFailureLine(written.failure, language)}`);
        return 1;
      }
    }
    const { onlyInList, onlyInLedger, differences, flags } = match;
    const counts = [onlyInList, onlyInLedger, differences, flags].map(({ length }) => length);
    const [listOnly = 0, ledgerOnly = 0, differ = 0, flagged = 0] = counts;
    if (!quiet)
      streams.note(booksTexts.matchSummary(matched, listOnly, ledgerOnly, differ, flagged)[language]);
    return unreadable.length === 0 ? 0 : 1;
  });
};
