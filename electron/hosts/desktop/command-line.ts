/**
 * The first words of a `vouch` command line; a program that is opened with files gets their paths, and no
 * such word.
 */
const commands: ReadonlySet<string> = new Set(['invoice', 'face', '--help', '-h', '--version']);

/** Chromium's own switch, which it requires for root: no part of the command line. */
const ofChromium = '--no-sandbox';

/**
 * The arguments of `vouch invoice …` in the package; null if the window is meant. In the sources, the command
 * line has its own entry point.
 * @param argv as the process has it: in a package the program, then the arguments
 */
export const commandLineOf = (argv: readonly string[], packaged: boolean): readonly string[] | null => {
  if (!packaged) return null;
  const given = argv.slice(1).filter((argument, index) => index > 0 || argument !== ofChromium);
  return commands.has(given[0] ?? '') ? given : null;
};
