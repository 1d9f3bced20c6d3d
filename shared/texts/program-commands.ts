import { booksUsage } from './books-usage.ts';
import { programUsage, readingUsage } from './command-line.ts';
import { mailUsage } from './mailbox.ts';
import { officeUsage, serveUsage } from './office-command.ts';
import type { Bilingual } from '../language.ts';

/** The usage of every command of `vouch`: the one table of the commands, in the sources and in the package. */
export const commandUsages = {
  ...readingUsage,
  ...booksUsage,
  ...mailUsage,
  serve: serveUsage,
  ...officeUsage,
  ...programUsage,
} as const;

export type CommandWord = keyof typeof commandUsages;

const isWord = (name: string): name is CommandWord => Object.hasOwn(commandUsages, name);

/** In the order of the usage. */
export const commandWords: readonly CommandWord[] = Object.keys(commandUsages).filter(isWord);

/** The command of a word; null if there is none. */
export const commandWord = (name: string | undefined): CommandWord | null =>
  name !== undefined && isWord(name) ? name : null;

/** Options that may stand before the command; `value` takes the next argument. */
export const leading = { '--lang': 'value', '--quiet': 'nothing' } as const;

/** What a command line may begin with instead of a command. */
export const leadingOptions: readonly string[] = [
  ...Object.keys(leading),
  '--help',
  '-h',
  '--version',
  '-V',
  '--json-schema',
];

/** The options of a command, as its usage names them. */
export const optionsOf = (word: CommandWord): readonly string[] => {
  const { en }: Bilingual = commandUsages[word];
  return [...new Set(en.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? [])];
};

/** The least number of letters to insert, remove, change or swap. */
const distance = (from: string, to: string): number => {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = row > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      next.push(
        Math.min(
          (last[column] ?? Infinity) + 1,
          (next[column - 1] ?? Infinity) + 1,
          (last[column - 1] ?? Infinity) + (isSame ? 0 : 1),
          isSwap && column > 1 ? (beforeLast[column - 2] ?? Infinity) + 1 : Infinity,
        ),
      );
    }
    beforeLast = last;
    last = next;
  }
  return last[to.length] ?? Infinity;
};

/** The command that was probably meant by an unknown word; null if none is near. */
export const wordMeant = (typed: string): CommandWord | null => {
  // A longer text is no typing error of a command.
  if (typed.length > 20) return null;
  const name = typed.toLowerCase();
  const near = commandWords
    .map((word) => ({ word, off: name.length > 2 && word.startsWith(name) ? 0 : distance(name, word) }))
    .toSorted((a, b) => a.off - b.off)[0];
  return near && near.off <= Math.max(1, Math.floor(near.word.length / 3)) ? near.word : null;
};
