import { app, dialog } from 'electron';
import type { Program } from './program.ts';
import { shellTexts } from '../../../shared/texts/desktop.ts';

/** Shows a dialog about an internal error, with the remedy. */
export const showError = async ({ language, home }: Program): Promise<void> => {
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
