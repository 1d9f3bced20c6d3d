import type { Problem } from '../../../shared/contract/commands.ts';
import { booksProblemTexts } from '../../../shared/texts/books-problems.ts';
import type { HandedFailure } from './handed-file.ts';

/** Why a command of the books was refused. */
export const booksProblem = (id: keyof typeof booksProblemTexts): Problem => ({
  id,
  ...booksProblemTexts[id],
});

export const handedProblem = (failure: HandedFailure): Problem => booksProblem(`handed-${failure}`);

const named = (
  id: 'originals-missing' | 'not-printed' | 'names-failed',
  names: readonly string[],
): Problem => {
  const { message, remedy } = booksProblem(id);
  const list = names.slice(0, 5).join(', ');
  const rest = names.length > 5 ? ` … (${names.length})` : '';
  return {
    id,
    message: { zh: `${message.zh}：${list}${rest}`, en: `${message.en}: ${list}${rest}` },
    remedy,
  };
};

/** Originals that are missing from an archive. */
export const missingOriginals = (names: readonly string[]): Problem => named('originals-missing', names);

/** Files that are missing from a print. */
export const notPrinted = (names: readonly string[]): Problem => named('not-printed', names);

/** Files that could not get their new name, with the system's codes. */
export const namesFailed = (names: readonly string[]): Problem => named('names-failed', names);
