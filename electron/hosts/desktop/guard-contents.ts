import { app, dialog, shell, type WebContents } from 'electron';
import type { Language } from '../../../shared/language.ts';
import { describeError, type Log } from '../../infra/log.ts';
import { externalLink, mayNavigate } from './navigation.ts';
import { printAddressesOf } from './print/print-pdf.ts';
import { shellTexts } from '../../../shared/texts/desktop.ts';

type ContentsGuard = {
  readonly home: string;
  readonly log: Log;
  readonly language: () => Language;
};

const openOutside = async (address: string, { log, language }: ContentsGuard): Promise<void> => {
  const url = externalLink(address);
  if (!url) {
    log.write('warn', 'link-denied', address);
    return;
  }
  const texts = shellTexts[language()];
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: texts.openLink,
    detail: url.href,
    buttons: [texts.open, texts.cancel],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  if (response === 0) await shell.openExternal(url.href);
};

const guard = (contents: WebContents, contentsGuard: ContentsGuard): void => {
  const { log, home } = contentsGuard;
  const mayShow = printAddressesOf(contents, home)?.mayShow ?? mayNavigate;
  const stay = (event: { readonly preventDefault: () => void; readonly url: string }): void => {
    if (mayShow(event.url)) return;
    event.preventDefault();
    log.write('warn', 'navigation-denied', event.url);
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
    log.write('warn', 'webview-denied');
  });
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url, contentsGuard).catch((error: unknown) =>
      log.write('error', 'link', describeError(error)),
    );
    return { action: 'deny' };
  });
};

/** Restricts every page of the program, however it was created. */
export const guardContents = (contentsGuard: ContentsGuard): void => {
  app.on('web-contents-created', (_, contents) => guard(contents, contentsGuard));
};
