import { app, BrowserWindow, session, type Session, type WebContents, type WebPreferences } from 'electron';
import { startAddress } from './app-address.ts';
import type { Program } from './program.ts';

/** In memory only: pictures of invoices are not left behind in a browser's cache. */
export const openWindowSession = (): Session => session.fromPartition('vouch', { cache: false });

/** Every switch that bears on security, said aloud, the default ones too: a default may change. */
export const webPreferences = (
  windowSession: Session,
  preload: string,
  developer: boolean,
): WebPreferences => ({
  session: windowSession,
  preload,
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  enableBlinkFeatures: '',
  webviewTag: false,
  plugins: false,
  navigateOnDragDrop: false,
  enableDeprecatedPaste: false,
  safeDialogs: true,
  disableDialogs: true,
  spellcheck: false,
  devTools: developer,
});

/** The program has one window at a time. */
export type MainWindow = {
  readonly open: () => Promise<void>;
  /** Brings it to the front, or opens it again where it was closed. */
  readonly show: () => void;
  readonly contents: () => WebContents | null;
  readonly browserWindow: () => BrowserWindow | null;
};

const createWindow = ({ files, developer }: Program): BrowserWindow =>
  new BrowserWindow({
    title: 'Vouch',
    width: 1440,
    height: 900,
    minWidth: 800,
    minHeight: 600,
    show: false,
    webPreferences: webPreferences(openWindowSession(), files.preload, developer),
  });

export const createMainWindow = (program: Program): MainWindow => {
  let current: BrowserWindow | null = null;
  const open = async (): Promise<void> => {
    const window = createWindow(program);
    current = window;
    window.once('ready-to-show', () => window.show());
    window.on('closed', () => {
      current = null;
    });
    window.webContents.on('render-process-gone', (_, { reason }) => {
      program.log.write('error', 'window-gone', reason);
      // What was read and corrected is in the ledger: a fresh page shows it again.
      if (reason !== 'clean-exit') window.webContents.reload();
    });
    await window.loadURL(startAddress);
  };
  return {
    open,
    show: () => {
      // A second start may come while the first is still on its way.
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
  };
};
