import { app } from 'electron';
import process from 'node:process';
import { commandLineOf } from './command-line.ts';
import { guardContents } from './guard-contents.ts';
import { watchErrors } from './watch-errors.ts';
import { confineAll, onlyOnce, whenReady } from './lifecycle.ts';
import { filesIn, openedFiles } from './opened-files.ts';
import { openProgram } from './program.ts';
import { showError } from './show-error.ts';
import { registerAppScheme } from './scheme.ts';
import { startWindow } from './start.ts';
import { createMainWindow } from './window.ts';

const asked = commandLineOf(process.argv, app.isPackaged);
if (asked) {
  // Chromium starts only after this module has finished: `vouch` ends before, without a window or a display.
  process.removeAllListeners('warning');
  const { runProgram } = await import('../cli/program.ts');
  await runProgram(asked);
}

const program = openProgram(import.meta.url);
const window = createMainWindow(program);

watchErrors(program.log, () => showError(program));
registerAppScheme();
confineAll();
guardContents(program);
const opened = openedFiles();
opened.give(filesIn(process.argv, process.cwd(), app.isPackaged));
onlyOnce(
  (argv, folder) => {
    window.show();
    opened.give(filesIn(argv, folder, app.isPackaged));
  },
  () => whenReady(program, () => startWindow(program, window, opened)),
);
