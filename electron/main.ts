import { app } from 'electron';
import process from 'node:process';
import { commandLineOf } from './desktop/command-line.ts';
import { guardContents } from './desktop/guard-contents.ts';
import { watchFaults } from './desktop/faults.ts';
import { confineAll, onlyOnce, whenReady } from './desktop/lifecycle.ts';
import { filesIn, openedFiles } from './desktop/opened-files.ts';
import { openProgram } from './desktop/program.ts';
import { sayFault } from './desktop/say-fault.ts';
import { registerAppScheme } from './desktop/scheme.ts';
import { startWindow } from './desktop/start.ts';
import { createMainWindow } from './desktop/window.ts';

const asked = commandLineOf(process.argv, app.isPackaged);
if (asked) {
  // Chromium stands only after this module has run to its end: `vouch` ends before, without a window or a display.
  process.removeAllListeners('warning');
  const { runProgram } = await import('./cli/program.ts');
  await runProgram(asked);
}

const program = openProgram(import.meta.url);
const window = createMainWindow(program);

watchFaults(program.log, () => sayFault(program));
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
