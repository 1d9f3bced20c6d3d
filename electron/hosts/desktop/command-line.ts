import {
  commandWord,
  commandWords,
  leadingOptions,
  optionsOf,
} from '../../../shared/texts/program-commands.ts';

/** Options of any command: a line that begins with one is a command line, and the parser names the right order. */
const own: ReadonlySet<string> = new Set([...leadingOptions, ...commandWords.flatMap(optionsOf)]);

/** Chromium's own switch, which it requires for root: no part of the command line. */
const ofChromium = '--no-sandbox';

/** A mistyped command looks like this; a program that is opened with files gets their paths or addresses. */
const looksLikeCommand = /^[\p{L}\p{N}_-]+$/u;

/**
 * The arguments of `vouch invoice …` in the package; null if the window is meant. In the sources, the command
 * line has its own entry point. A bare word that is no file is a command, so that a mistyped one is refused
 * instead of opening a window.
 * @param argv as the process has it: in a package the program, then the arguments
 * @param exists whether a file with that name is in the working folder
 */
export const commandLineOf = (
  argv: readonly string[],
  packaged: boolean,
  exists: (path: string) => boolean,
): readonly string[] | null => {
  if (!packaged) return null;
  const given = argv.slice(1).filter((argument, index) => index > 0 || argument !== ofChromium);
  // Others are switches of Chromium; the first argument that is none decides.
  const begins = own.has(given[0]?.split('=')[0] ?? '');
  const word = given.find((argument) => !argument.startsWith('-')) ?? '';
  const isCommand = commandWord(word) !== null || (looksLikeCommand.test(word) && !exists(word));
  return begins || isCommand ? given : null;
};
