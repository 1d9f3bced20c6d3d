import process from 'node:process';
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { killPages } from './chromium.ts';
import type { Message } from './devtools.ts';
import { ipcMain } from './ipc-main.ts';
import { session, type StandInSession } from './session.ts';
import { recorded } from './record.ts';
import { currentMenu, nativeTheme, powerMonitor, scriptDialog, type MenuItem } from './shell-parts.ts';

/** Requests from a test to the stand-in, over the process's own channel. */

type Forged = {
  readonly channel: string;
  readonly values: readonly unknown[];
  /** The sender: another window, a frame in the page, a closed page, or another origin. */
  readonly sender: 'own' | 'other-window' | 'frame' | 'gone' | { readonly origin: string };
};

const forge = async ({ channel, values, sender }: Forged): Promise<unknown> => {
  const contents = BrowserWindow.getAllWindows()[0]?.webContents;
  const mainFrame = contents?.mainFrame;
  const origin = mainFrame?.origin;
  const fresh = { origin, parent: null };
  const event = {
    own: { sender: contents, senderFrame: mainFrame },
    'other-window': { sender: { mainFrame: fresh }, senderFrame: fresh },
    frame: { sender: contents, senderFrame: { origin, parent: mainFrame } },
    gone: { sender: contents, senderFrame: null },
  };
  if (typeof sender === 'string') return ipcMain.dispatch(channel, event[sender], values);
  const frame = { origin: sender.origin, parent: null };
  return ipcMain.dispatch(channel, { sender: { mainFrame: frame }, senderFrame: frame }, values);
};

const findItem = (items: readonly MenuItem[], [label, ...rest]: readonly string[]): MenuItem | undefined => {
  const item = items.find((each) => each.label === label);
  return rest.length === 0 ? item : findItem(item?.submenu ?? [], rest);
};

/** A disabled item can't be chosen. The page receives the choice before the test's next action there. */
const clickItem = async (item: MenuItem | undefined): Promise<void> => {
  if (item?.enabled !== false) item?.click?.();
  await BrowserWindow.getAllWindows()[0]?.webContents.delivered();
};

const labels = (items: readonly MenuItem[]): unknown =>
  items.map(({ label, role, accelerator, enabled, submenu }) => ({
    label: label ?? role,
    ...(enabled === false && { enabled }),
    ...(accelerator && { accelerator }),
    ...(submenu && { items: labels(submenu) }),
  }));

/** Asks the program whether it allows an event that the stand-in can't trigger. */
const preventedBy = (name: string): boolean => {
  let prevented = false;
  const contents = BrowserWindow.getAllWindows()[0]?.webContents;
  contents?.emit(name, { preventDefault: () => (prevented = true) }, {}, {});
  return prevented;
};

/** What the program answers to a server that asks for a certificate: `none`, or the one it chose. */
const certificateFor = (url: string): unknown => {
  // As in Electron: unanswered, the first one is sent.
  let [chosen]: unknown[] = ['first'];
  const event = { preventDefault: () => (chosen = 'unanswered') };
  app.emit('select-client-certificate', event, null, url, ['first', 'second'], (one?: unknown) => {
    chosen = one ?? 'none';
  });
  return chosen;
};

const plain = (options: Record<string, unknown>): unknown =>
  JSON.parse(JSON.stringify(options, (key, value: unknown) => (key === 'session' ? undefined : value)));

/** The addresses that the window's session allows, and the proxy for all others. */
const networkOf = (own: StandInSession | undefined) => {
  const lets = (url: string): boolean => {
    let isLet = false;
    own?.requestHandler?.({ url }, ({ cancel }) => (isLet = !cancel));
    return isLet;
  };
  const addresses = ['vouch://app/', 'https://example.com/', 'ws://127.0.0.1:1/', 'file:///etc/passwd'];
  return { proxy: own?.proxy, lets: addresses.filter(lets) };
};

const answer = async (message: Message): Promise<unknown> => {
  switch (message.kind) {
    case 'record':
      return {
        ...recorded,
        windows: recorded.windows.map(({ options }) => plain(options)),
        maximized: BrowserWindow.getAllWindows().map((window) => window.isMaximized()),
        minimized: BrowserWindow.getAllWindows().map((window) => window.isMinimized()),
        inFront: BrowserWindow.getAllWindows().map((window) => window.isInFront()),
        visible: BrowserWindow.getAllWindows().map((window) => window.isVisible()),
        sessionOptions: BrowserWindow.getAllWindows()[0]?.webContents.session.options,
        network: networkOf(BrowserWindow.getAllWindows()[0]?.webContents.session),
        defaultSessionIsGuarded: session.defaultSession.isGuarded,
        channels: [...ipcMain.handlers.keys(), ...ipcMain.eventNames().map(String)],
        menu: labels(currentMenu()),
        theme: nativeTheme.themeSource,
      };
    case 'dialog':
      return scriptDialog(message.method, message.answer);
    case 'menu':
      return clickItem(findItem(currentMenu(), message.path));
    case 'files':
      return BrowserWindow.getAllWindows()[0]?.webContents.deliver(message);
    case 'forge':
      return forge(message);
    case 'prevented':
      return preventedBy(message.name);
    case 'place': {
      const [window] = BrowserWindow.getAllWindows();
      window?.setBounds(message.bounds);
      if (message.maximized) window?.maximize();
      return undefined;
    }
    case 'minimize':
      return BrowserWindow.getAllWindows()[0]?.minimize();
    case 'break':
      setImmediate(() => {
        throw new Error('a bug of the main process');
      });
      return undefined;
    case 'kill-page':
      return killPages();
    // Chromium reports an unresponsive page to Electron, but not over DevTools.
    case 'hangs':
      return BrowserWindow.getAllWindows()[0]?.emit('unresponsive');
    case 'comes-back':
      return BrowserWindow.getAllWindows()[0]?.emit('responsive');
    case 'power':
      return powerMonitor.emit(message.name);
    case 'context-menu':
      return BrowserWindow.getAllWindows()[0]?.webContents.emit('context-menu', {}, message.clicked);
    case 'certificate':
      return certificateFor(message.url);
    case 'quit':
      return app.quit();
    default:
      throw new Error(`The stand-in knows no ${message.kind}.`);
  }
};

const send = (message: object): void => {
  process.send?.(message);
};

export const takeControl = (endpoint: string): void => {
  process.on('message', (message: Message) => {
    answer(message).then(
      (value) => send({ id: message.id, value }),
      (error: unknown) =>
        send({ id: message.id, error: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit(0));
  send({ endpoint });
};
