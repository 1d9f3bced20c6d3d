import { app } from 'electron';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** The path of an argument; null for a URL that is not a local file. Linux desktops pass URLs. */
const pathOf = (argument: string, folder: string): string | null => {
  if (!/^file:/i.test(argument)) return resolve(folder, argument);
  try {
    const address = new URL(argument);
    // Windows would request it from another computer, which would learn the user's name.
    if (address.host !== '') return null;
    const path = fileURLToPath(address);
    return path.includes('\0') ? null : path;
  } catch {
    return null;
  }
};

/**
 * The files that a start of the program names ("open with"); ignores switches and words that name no file.
 * @param argv as the process has it: in a package the program, then the arguments; else with the program's
 * folder between them
 */
export const filesIn = (argv: readonly string[], folder: string, packaged: boolean): readonly string[] =>
  argv
    .slice(packaged ? 1 : 2)
    .filter((argument) => argument !== '' && !argument.startsWith('-'))
    .map((argument) => pathOf(argument, folder))
    .filter((path) => path !== null)
    .filter(isFile);

/** Files that the system passes to the program; they wait until a receiver is ready. */
export type OpenedFiles = {
  readonly give: (paths: readonly string[]) => void;
  readonly takenBy: (take: (paths: readonly string[]) => void) => void;
};

export const openedFiles = (): OpenedFiles => {
  const waiting: string[] = [];
  let taker: ((paths: readonly string[]) => void) | null = null;
  const give = (paths: readonly string[]): void => {
    if (paths.length === 0) return;
    if (taker) taker(paths);
    else waiting.push(...paths);
  };
  // macOS names them in an event, possibly before the program is ready.
  app.on('open-file', (event, path) => {
    event.preventDefault();
    give([path]);
  });
  return {
    give,
    takenBy: (take) => {
      taker = take;
      give(waiting.splice(0));
    },
  };
};
