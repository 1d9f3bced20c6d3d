import type { Language } from '../../../../shared/language.ts';
import { withOpenLedger, type OpenLedger } from '../../../app/files/open-ledger.ts';
import { problemLine, type ExitCode, type RunDependencies } from '../run.ts';

/** Opens the ledger for a command that makes no calls, and closes it. */
export const withLedger = async (
  language: Language,
  { home, now, streams }: RunDependencies,
  work: (ledger: OpenLedger) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const ended = await withOpenLedger(
    { home, now, onProblem: (problem) => streams.note(problemLine(problem, language)) },
    work,
  );
  if (ended.ok) return ended.value ?? 1;
  streams.note(problemLine(ended.failure, language));
  return 2;
};
