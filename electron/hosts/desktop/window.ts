import {
  app,
  BrowserWindow,
  dialog,
  nativeTheme,
  screen,
  session,
  type Session,
  type WebContents,
  type WebPreferences,
} from 'electron';
import { groundOf, showOnce } from './appearance.ts';
import { startAddress } from './navigation.ts';
import { closeWebRtc } from './net-transport.ts';
import { createPageRecovery, type PageRecovery } from './page-recovery.ts';
import type { Program } from './program.ts';
import { shellTexts } from '../../../shared/texts/desktop.ts';
import { safePreferences } from './safe-preferences.ts';
import { keepPlace, keptPlace, openingPlace, smallest } from './window-place.ts';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import { describeError } from '../../infra/log.ts';

/** In memory only: no pictures of invoices are left behind in a browser cache. */
export const openWindowSession = (): Session => session.fromPartition('vouch', { cache: false });

const webPreferences = (windowSession: Session, preload: string, developer: boolean): WebPreferences => ({
  ...safePreferences,
  session: windowSession,
  preload,
  devTools: developer,
});

/** The program has one window at a time. */
export type MainWindow = {
  readonly open: () => Promise<void>;
  /** Brings the window to the front, or opens it again if it was closed. */
  readonly show: () => void;
  readonly contents: () => WebContents | null;
  readonly browserWindow: () => BrowserWindow | null;
  /** What a reloaded page must report; once. */
  readonly takeNews: () => CommandFailure | null;
};

/** Falls back to the main screen if the window's screen is missing. */
const screenAreas = () => {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main, ...others].map(({ workArea }) => workArea);
};

const createWindow = ({ files, developer, store }: Program): BrowserWindow => {
  const { maximized, ...place } = openingPlace(keptPlace(store), screenAreas());
  const window = new BrowserWindow({
    title: 'Vouch',
    ...place,
    minWidth: Math.min(smallest.width, place.width),
    minHeight: Math.min(smallest.height, place.height),
    show: false,
    backgroundColor: groundOf(nativeTheme),
    webPreferences: webPreferences(openWindowSession(), files.preload, developer),
  });
  closeWebRtc(window.webContents);
  showOnce(window, maximized);
  const paint = (): void => window.setBackgroundColor(groundOf(nativeTheme));
  nativeTheme.on('updated', paint);
  window.once('closed', () => nativeTheme.off('updated', paint));
  window.on('close', () =>
    keepPlace(store, { bounds: window.getNormalBounds(), maximized: window.isMaximized() }),
  );
  return window;
};

/** After repeated crashes the user decides. Extractions and corrections are safe in the ledger. */
const askToReopen = async (program: Program, window: BrowserWindow): Promise<boolean> => {
  const texts = shellTexts[program.language()];
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: texts.keepsCrashing,
    detail: texts.keepsCrashingDetail,
    buttons: [texts.openAgain, texts.quit],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
};

/** Asks what to do with a page that hangs; closes the question if the page recovers. */
const askAboutHanging = async (program: Program, window: BrowserWindow): Promise<void> => {
  const texts = shellTexts[program.language()];
  program.log.write('warn', 'window-hangs', '');
  const back = new AbortController();
  const comeBack = (): void => back.abort();
  window.once('responsive', comeBack);
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: texts.unresponsive,
    detail: texts.unresponsiveDetail,
    buttons: [texts.wait, texts.openAgain],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal: back.signal,
  });
  window.off('responsive', comeBack);
  // Ending the page's process counts as a crash, and is handled the same way.
  if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer();
};

const recoverPage = async (
  program: Program,
  window: BrowserWindow,
  recovery: PageRecovery,
): Promise<void> => {
  if (recovery.broke() === 'ask') {
    if (!(await askToReopen(program, window))) {
      app.quit();
      return;
    }
    recovery.again();
  }
  if (!window.isDestroyed()) window.webContents.reload();
};

export const createMainWindow = (program: Program): MainWindow => {
  let current: BrowserWindow | null = null;
  const recovery = createPageRecovery(() => performance.now());
  const open = async (): Promise<void> => {
    const window = createWindow(program);
    current = window;
    window.on('closed', () => {
      current = null;
    });
    let isBroken = false;
    window.webContents.on('render-process-gone', (_, { reason }) => {
      isBroken = true;
      program.log.write('error', 'window-gone', reason);
      if (reason === 'clean-exit') return;
      recoverPage(program, window, recovery).catch((error: unknown) =>
        program.log.write('error', 'window-recovery', describeError(error)),
      );
    });
    let isAsking = false;
    window.on('unresponsive', () => {
      if (isAsking) return;
      isAsking = true;
      askAboutHanging(program, window)
        .catch((error: unknown) => program.log.write('error', 'window-hangs', describeError(error)))
        .finally(() => {
          isAsking = false;
        });
    });
    await window.loadURL(startAddress).catch((error: unknown) => {
      // The user closed the window, or its process ended, which is handled above. Neither prevents Vouch from
      // starting.
      if (!window.isDestroyed() && !isBroken) throw error;
      program.log.write('warn', 'window-load', describeError(error));
    });
  };
  return {
    open,
    show: () => {
      // A second start may come before the first is ready.
      if (!app.isReady()) return;
      if (!current) {
        void open();
        return;
      }
      if (current.isMinimized()) current.restore();
      current.show();
      current.focus();
    },
    contents: () => current?.webContents ?? null,
    browserWindow: () => current,
    takeNews: recovery.takeNews,
  };
};
