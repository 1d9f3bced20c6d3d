import { commandWord } from '../../../shared/texts/program-commands.ts';

/** Options that may stand first in a command line. Others are switches of Chromium. */
const leading: ReadonlySet<string> = new Set(['--help', '-h', '--version', '-V', '--lang', '--quiet']);

/** Chromium's own switch, which it requires for root: no part of the command line. */
const ofChromium = '--no-sandbox';

/** A mistyped command looks like this; a program that is opened with files gets their paths. */
const looksLikeCommand = /^[a-z][a-z-]*$/;

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
  const [first = ''] = given;
  const isCommand =
    commandWord(first) !== null ||
    leading.has(first.split('=')[0] ?? '') ||
    (looksLikeCommand.test(first) && !exists(first));
  return isCommand ? given : null;
};
