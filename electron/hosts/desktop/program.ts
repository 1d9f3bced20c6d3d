import { app } from 'electron';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { languageOf, type Language } from '../../../shared/language.ts';
import type { KeyValueStore } from '../../credentials/host.ts';
import { createSettingsStore, type SettingsStore } from '../../credentials/settings-store.ts';
import { createDataFolder, dataFolder, programEnvironment } from '../../app/home.ts';
import type { Environment } from '../../infra/environment.ts';
import { openLog, type Log } from '../../infra/log.ts';
import { oneLine } from '../../infra/terminal.ts';
import { findProjectFiles, type ProjectFiles } from '../http/project-files.ts';
import { systemLocale } from './system-proxy.ts';
import ElectronStore from 'electron-store';
import { openStore, settingsFile } from '../http/settings-store.ts';

const openElectronStore = (home: string) =>
  new ElectronStore<Record<string, unknown>>({
    cwd: home,
    name: settingsFile,
    accessPropertiesByDotNotation: false,
    configFileMode: 0o600,
  });

/** Settings and the sealed account, in the same file as in the other hosts. */
const openDesktopStore = (home: string): KeyValueStore =>
  openStore(
    home,
    () => openElectronStore(home),
    () => new Date(),
  );

/** `appId` of electron-builder.yml. */
const appUserModelId = 'app.vouch.desktop';

/** What every part of the shell knows about the program. */
export type Program = {
  readonly home: string;
  readonly environment: Environment;
  readonly files: ProjectFiles;
  readonly log: Log;
  readonly store: KeyValueStore;
  readonly settings: SettingsStore;
  /** The language of the menu and the dialogs, from the current settings. */
  readonly language: () => Language;
  /** Run from the sources: the developer tools are available. */
  readonly developer: boolean;
};

/** The environment with its secrets; ends the program if a file of one can't be used. */
const readEnvironment = (): Environment => {
  const own = programEnvironment(process.env);
  if (own.ok) return own.value;
  process.stderr.write(`${oneLine(own.failure.message[languageOf(systemLocale(app))])}\n`);
  return process.exit(2);
};

/**
 * Finds the folders of the program. Chromium's own files are inside the data folder, so that each data folder
 * has its own first instance, and nothing is left elsewhere.
 */
export const openProgram = (from: string): Program => {
  const environment = readEnvironment();
  const home = dataFolder(environment, process.platform);
  createDataFolder(home);
  const chromiumFolder = join(home, 'desktop');
  mkdirSync(chromiumFolder, { recursive: true, mode: 0o700 });
  app.setPath('userData', chromiumFolder);
  // The same as in the installer's shortcut: otherwise Windows shows two entries in the taskbar.
  app.setAppUserModelId(appUserModelId);
  const store = openDesktopStore(home);
  const settings = createSettingsStore(store);
  return {
    home,
    environment,
    files: findProjectFiles(from),
    log: openLog(join(home, 'logs', 'desktop.log'), () => new Date()),
    store,
    settings,
    language: () => {
      const { language } = settings.read();
      return language === 'system' ? languageOf(systemLocale(app)) : language;
    },
    developer: !app.isPackaged,
  };
};
