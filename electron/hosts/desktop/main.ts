import { existsSync } from 'node:fs';
import { app, dialog, shell, type WebContents } from 'electron';
import type { Language } from '../../../shared/language.ts';
import { describeError, type Log } from '../../infra/log.ts';
import { externalLink, mayNavigate } from './navigation.ts';
import { printAddressesOf } from './print/print-pdf.ts';
import { shellTexts } from '../../../shared/texts/desktop.ts';
import process from 'node:process';
import { commandLineOf } from './command-line.ts';
import { showContextMenus } from './context-menu.ts';
import { keepCrashDumps } from './crash-dumps.ts';
import { openGraphics } from './graphics.ts';
import { watchErrors } from './page-recovery.ts';
import { confineAll, onlyOnce, whenReady } from './lifecycle.ts';
import { filesIn, openedFiles } from './opened-files.ts';
import { openProgram, type Program } from './program.ts';
import { registerAppScheme } from './scheme.ts';
import { startWindow } from './start.ts';
import { createMainWindow } from './window.ts';

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
  const { log, home, language } = contentsGuard;
  const mayShow = printAddressesOf(contents, home)?.mayShow ?? mayNavigate;
  const stay = (event: { readonly preventDefault: () => void; readonly url: string }): void => {
    if (mayShow(event.url)) return;
    event.preventDefault();
    log.write('warn', 'navigation-denied', event.url);
  };
  showContextMenus(contents, language);
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

/**
 * A server that asks for a certificate gets none. Unanswered, Chromium would send the first one of the system's
 * store, where accountants have the keys of their bank and of the tax bureau.
 */
const declineCertificates = (log: Log): void => {
  app.on('select-client-certificate', (event, _contents, url, _certificates, callback) => {
    event.preventDefault();
    log.write('warn', 'certificate-declined', URL.parse(url)?.origin ?? 'no address');
    callback();
  });
};

/** Restricts every page of the program, however it was created. */
const guardContents = (contentsGuard: ContentsGuard): void => {
  app.on('web-contents-created', (_, contents) => guard(contents, contentsGuard));
};

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

const asked = commandLineOf(process.argv, app.isPackaged, existsSync);
if (asked) {
  // Chromium starts only after this module has finished: `vouch` ends before, without a window or a display.
  process.removeAllListeners('warning');
  const { runProgram } = await import('../cli/program.ts');
  await runProgram(asked, true);
}

const program = openProgram(import.meta.url);
const window = createMainWindow(program);

watchErrors(program.log, () => showError(program));
registerAppScheme();
confineAll();
guardContents(program);
declineCertificates(program.log);
keepCrashDumps(program.home);
const opened = openedFiles();
opened.give(filesIn(process.argv, process.cwd(), app.isPackaged));
onlyOnce(
  (argv, folder) => {
    window.show();
    opened.give(filesIn(argv, folder, app.isPackaged));
  },
  () => {
    const graphics = openGraphics(program.home, program.store, program.log);
    whenReady(program, () =>
      startWindow(program, window, opened, graphics).catch((error: unknown) => {
        // A start that says why it ends is no crash of the graphics.
        graphics.works();
        throw error;
      }),
    );
  },
);
