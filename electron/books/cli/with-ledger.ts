import type { Language } from '../../../shared/language.ts';
import { officeTexts } from '../../../shared/texts/office-command.ts';
import { withOpenLedger, type OpenLedger } from '../../app/files/open-run.ts';
import { officeAddress } from '../../app/home.ts';
import type { ExitCode, RunDependencies } from '../../hosts/terminal/dependencies.ts';
import { commandFailureLine } from '../../../shared/texts/failure-line.ts';

/** Opens the ledger for a command that makes no calls, and closes it. */
export const withLedger = async (
  language: Language,
  { environment, home, now, streams }: RunDependencies,
  work: (ledger: OpenLedger) => Promise<ExitCode>,
): Promise<ExitCode> => {
  // An office has another ledger: a user could mistake these results for the office's.
  if (officeAddress(environment) !== null) {
    streams.note(officeTexts[language].localOnly);
    return 2;
  }
  const ended = await withOpenLedger(
    { home, now, onFailure: (failure) => streams.note(commandFailureLine(failure, language)) },
    work,
  );
  if (ended.ok) return ended.value ?? 1;
  streams.note(commandFailureLine(ended.failure, language));
  return 2;
};
