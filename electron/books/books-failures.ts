import type { CommandFailure } from '../../shared/contract/commands.ts';
import { booksTexts } from '../../shared/texts/books.ts';
import { booksFailureTexts } from '../../shared/texts/books-failures.ts';
import type { HandedFailure } from '../app/attachments.ts';

/** Why a command of the books was refused. */
export const booksFailure = (id: keyof typeof booksFailureTexts): CommandFailure => ({
  id,
  ...booksFailureTexts[id],
});

export const handedFailure = (failure: HandedFailure): CommandFailure => booksFailure(`handed-${failure}`);

const named = (
  id: 'originals-missing' | 'not-printed' | 'names-failed',
  names: readonly string[],
): CommandFailure => {
  const { message, remedy } = booksFailure(id);
  const list = names.slice(0, 5).join(', ');
  const rest = names.length > 5 ? ` … (${names.length})` : '';
  return {
    id,
    message: { zh: `${message.zh}：${list}${rest}`, en: `${message.en}: ${list}${rest}` },
    remedy,
  };
};

export const missingOriginals = (names: readonly string[]): CommandFailure =>
  named('originals-missing', names);

/** Files that are missing from a print. */
export const notPrinted = (names: readonly string[]): CommandFailure => named('not-printed', names);

/** Characters that the encoding of a voucher file does not have. */
export const charactersLost = (characters: readonly string[]): CommandFailure => ({
  ...booksFailure('characters-lost'),
  message: booksTexts.lostCharacters(characters.slice(0, 20).join('')),
});

/** Files that could not get their new name, with the system's codes. */
export const namesFailed = (names: readonly string[]): CommandFailure => named('names-failed', names);
