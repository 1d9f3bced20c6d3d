import { app, dialog } from 'electron';
import process from 'node:process';
import { commandLineOf } from './command-line.ts';
import { guardContents } from './guard-contents.ts';
import { watchErrors } from './watch-errors.ts';
import { confineAll, onlyOnce, whenReady } from './lifecycle.ts';
import { filesIn, openedFiles } from './opened-files.ts';
import { openProgram, type Program } from './program.ts';
import { registerAppScheme } from './scheme.ts';
import { startWindow } from './start.ts';
import { createMainWindow } from './window.ts';
import { shellTexts } from '../../../shared/texts/desktop.ts';

/** Shows a dialog about an internal error, with the remedy. */
const showError = async ({ language, home }: Program): Promise<void> => {
  const texts = shellTexts[language()];
  const detail = `${texts.unexpectedDetail}\n\n${texts.dataFolderIs} ${home}`;
  if (app.isReady())
    await dialog.showMessageBox({
      type: 'error',
      message: texts.unexpected,
      detail,
      buttons: [texts.close],
      noLink: true,
    });
  // Before Chromium is ready, no other dialog works.
  else dialog.showErrorBox(texts.unexpected, detail);
};

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
