import type { CommandFailure } from '../../shared/contract/commands.ts';
import type { Language } from '../../shared/language.ts';
import { localAuthor } from '../../shared/review/event.ts';
import { booksTexts } from '../../shared/texts/books.ts';
import { booksFailureTexts } from '../../shared/texts/books-failures.ts';
import { archiveWayTexts } from '../../shared/texts/books-reasons.ts';
import type { HandedFailure } from '../app/attachments.ts';
import type { Caller } from '../app/handlers.ts';
import type { InTheWay } from './archive/write-archive.ts';
import type { Taken } from './book-files.ts';

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

/** Somebody else writes, has just written or has changed what the user wants to write. */
export const takenFailure = async (
  { reason, by, at }: Taken,
  nameOf: Caller['nameOf'],
): Promise<CommandFailure> => ({
  ...booksFailure(reason),
  message: booksTexts.taken(reason, by === null ? null : ((await nameOf?.(by)) ?? null), at),
});

/** The same on the command line. */
export const takenLine = ({ by, at, reason }: Taken, language: Language): string =>
  booksTexts.taken(reason, by === localAuthor ? null : by, at)[language];

/** What stands at an archive's path is not replaced. */
export const archiveInTheWay = ({ why, paths }: InTheWay): CommandFailure => {
  const { remedy } = booksFailure('archive-in-the-way');
  const list = paths.slice(0, 5).join(', ');
  const { zh, en } = archiveWayTexts[why];
  return {
    id: 'archive-in-the-way',
    message: list === '' ? { zh, en } : { zh: `${zh}：${list}`, en: `${en}: ${list}` },
    remedy,
  };
};

/** Characters that the encoding of a voucher file does not have. */
export const charactersLost = (characters: readonly string[]): CommandFailure => ({
  ...booksFailure('characters-lost'),
  message: booksTexts.lostCharacters(characters.slice(0, 20).join('')),
});

/** Characters that the font of a cover sheet does not have. */
export const charactersUndrawn = (characters: readonly string[]): CommandFailure => ({
  ...booksFailure('undrawn'),
  message: booksTexts.undrawn(characters.slice(0, 20).join('')),
});

/** Files that could not get their new name, with the system's codes. */
export const namesFailed = (names: readonly string[]): CommandFailure => named('names-failed', names);
