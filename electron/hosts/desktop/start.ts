import process from 'node:process';
import { app, session as electronSession, nativeTheme, type WebContents } from 'electron';
import { copyDiagnostics, showAbout, type AboutSource } from './about.ts';
import { within } from './appearance.ts';
import { createDialogFolders } from './dialog-folders.ts';
import { addPaths, chooseFiles } from './dialogs.ts';
import { createDragOut } from './drag-out.ts';
import { closeNetwork } from './net-transport.ts';
import { denyDownloads } from './downloads.ts';
import { openBackend } from './host.ts';
import { answerCommands } from './ipc.ts';
import { closeAtEnd } from './lifecycle.ts';
import { setMenu, showEnabled } from './menu.ts';
import { followBatches, showProgress } from './show-progress.ts';
import type { RecentBatch } from '../../../shared/contract/history.ts';
import { menuIds, type MenuId } from '../../../shared/contract/menu.ts';
import { guardPermissions } from './navigation.ts';
import type { Graphics } from './graphics.ts';
import type { OpenedFiles } from './opened-files.ts';
import { followPower } from './power.ts';
import type { Program } from './program.ts';
import { createProxyLogins } from './proxy-logins.ts';
import { serveApp } from './scheme.ts';
import { openWindowSession, type MainWindow } from './window.ts';
import { openInterfaceFiles } from '../http/interface-files.ts';
import { describeError } from '../../infra/log.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import type { Backend } from '../../app/contract.ts';
import type { VouchEvent } from '../../../shared/contract/commands.ts';
import { channels } from './channels.ts';

/** Files of "Open with" wait this long for the window, so that a question about them has an owner. */
const longestLoadMs = 5000;

/** Sends an event to the window, if there is one. */
const tell = (window: () => WebContents | null, event: VouchEvent): void => {
  const contents = window();
  if (contents && !contents.isDestroyed()) contents.send(channels.event, event);
};

/** Sends the backend's events to the window, while there is one. */
const forwardEvents = async (backend: Promise<Backend>, window: () => WebContents | null): Promise<void> => {
  (await backend).listen((event) => tell(window, event));
};

/** Applies the settings to the shell: at the start, and after every change. */
const followSettings = async (
  backend: Promise<Backend>,
  settings: Settings,
  apply: (settings: Settings) => void,
): Promise<void> => {
  const follow = (now: Settings): void => {
    nativeTheme.themeSource = now.theme;
    apply(now);
  };
  follow(settings);
  (await backend).listen((event) => {
    if (event.type === 'settings.changed') follow(event.settings);
  });
};

/**
 * The second half of the set-up, when Chromium is ready. The window opens while the backend is still loading.
 */
export const startWindow = async (
  program: Program,
  window: MainWindow,
  opened: OpenedFiles,
  graphics: Graphics,
): Promise<void> => {
  const { log, language } = program;
  const session = openWindowSession();
  const folders = createDialogFolders(program.store, () => app.getPath('documents'));
  const dialogs = { window: window.browserWindow, language, folders };
  const logins = createProxyLogins({
    environment: program.environment,
    tell: (questions) => tell(window.contents, { type: 'proxy.asked', questions }),
    now: () => performance.now(),
  });
  const backend = openBackend(program, dialogs, logins);
  const dragOut = createDragOut(program.home, backend);
  app.on('quit', dragOut.clear);
  const adding = (error: unknown): void => log.write('error', 'add', describeError(error));
  const { home } = program;
  const about: AboutSource = { ...dialogs, version: program.files.version, home, backend };
  const telling = (error: unknown): void => log.write('error', 'about', describeError(error));
  let recent: readonly RecentBatch[] = [];
  // Until the window reports which actions apply, all menu items are enabled; the window ignores the rest.
  let enabled: ReadonlySet<MenuId> = new Set(menuIds);
  const isEnabled = (id: MenuId): boolean => enabled.has(id);
  const menu = {
    isEnabled,
    choose: (id: MenuId) => tell(window.contents, { type: 'menu.chosen', id }),
    open: ({ page }: RecentBatch) => tell(window.contents, { type: 'page.chosen', id: page }),
    about: () => void showAbout(about).catch(telling),
    copyDiagnostics: () => void copyDiagnostics(about).catch(telling),
    dataFolder: home,
    graphics,
    developer: program.developer,
    platform: process.platform,
  };
  const showMenu = (): void => setMenu(language(), { ...menu, recent, keys: program.settings.read().keys });

  await closeNetwork(session, program.developer, log);
  // No page uses the default session, but it is closed, too.
  for (const guarded of [session, electronSession.defaultSession]) {
    guardPermissions(guarded, log);
    denyDownloads(guarded, log);
  }
  serveApp(session, { files: openInterfaceFiles(program.files.interfaceFolder), backend, log });
  answerCommands({
    backend,
    log,
    window: window.contents,
    chooseFiles: (service) => chooseFiles(dialogs, service),
    dragExport: dragOut.drag,
    showEnabled: (ids) => {
      enabled = ids;
      showEnabled(isEnabled);
    },
    answerProxy: logins.answer,
    // The page already listens when it requests this.
    onAnswered: (name) => {
      if (name !== 'app.info') return;
      graphics.works();
      tell(window.contents, { type: 'proxy.asked', questions: logins.open() });
      const failure = window.takeNews();
      if (failure) tell(window.contents, { type: 'failure', failure });
    },
  });
  closeAtEnd(program, backend);
  // Sets the theme, which the window's background follows, before it waits for the backend.
  const followed = followSettings(backend, program.settings.read(), showMenu);
  const loaded = window.open();
  await followed;
  await forwardEvents(backend, window.contents);
  await showProgress(backend, program, window);
  await followPower(backend, log);
  await followBatches(
    backend,
    (batches) => {
      recent = batches;
      showMenu();
    },
    (error) => log.write('error', 'recent-batches', describeError(error)),
  );
  // A page that never reports that it has loaded holds back no files: it lists them when it asks.
  await within(loaded, longestLoadMs);
  // Pictures and PDFs of an office are invoices; photos of faces have their own workspace.
  opened.takenBy((paths) => void addPaths(dialogs, backend, 'vat-invoice', paths).catch(adding));
  await loaded;
};
