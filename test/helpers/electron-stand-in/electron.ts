import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { ipcMain } from './ipc-main.ts';
import { net } from './net.ts';
import { safeStorage } from './safe-storage.ts';
import { Notification } from './notification.ts';
import { protocol, session } from './session.ts';
import { utilityProcess } from './utility-process.ts';
import {
  clipboard,
  crashReporter,
  dialog,
  Menu,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  screen,
  shell,
} from './shell-parts.ts';

/** The module that the program gets for `electron`: by named import or as a whole. */
export {
  app,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
};

const electron = {
  app,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
};

// oxlint-disable-next-line import/no-default-export -- electron has one, and electron-store takes it
export default electron;
