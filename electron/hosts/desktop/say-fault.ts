import { app, dialog } from 'electron';
import type { Program } from './program.ts';
import { shellTexts } from '../../../shared/texts/desktop.ts';

/** Says in a dialog that something broke inside, and what to do about it. */
export const sayFault = async ({ language, home }: Program): Promise<void> => {
  const texts = shellTexts[language()];
  const detail = `${texts.faultDetail}\n\n${texts.dataFolderIs} ${home}`;
  if (app.isReady())
    await dialog.showMessageBox({
      type: 'error',
      message: texts.fault,
      detail,
      buttons: [texts.close],
      noLink: true,
    });
  // Before Chromium stands there is no other dialog.
  else dialog.showErrorBox(texts.fault, detail);
};
