import type { DialogFolders } from './dialog-folders.ts';
import { app, dialog, type BrowserWindow, type MessageBoxOptions, type OpenDialogOptions } from 'electron';
import { dirname, join } from 'node:path';
import type { Language } from '../../../shared/language.ts';
import type { Backend, FolderPurpose } from '../../app/contract.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { extensionsOf, openedFormats } from '../../../shared/file-formats.ts';
import { shellTexts } from '../../../shared/texts/desktop.ts';

export type DialogOwner = {
  readonly window: () => BrowserWindow | null;
  readonly language: () => Language;
  readonly folders: DialogFolders;
};

/** Shows a system dialog for files; none if the user cancels. */
const openDialog = async (owner: DialogOwner, options: OpenDialogOptions): Promise<readonly string[]> => {
  const window = owner.window();
  const { canceled, filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options));
  return canceled ? [] : filePaths;
};

/** Asks where to save an export; null if the user cancels. */
export const chooseSavePath = async (owner: DialogOwner, suggestedName: string): Promise<string | null> => {
  const options = {
    title: shellTexts[owner.language()].saveExport,
    defaultPath: join(owner.folders.of('save'), suggestedName),
  };
  const window = owner.window();
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options));
  if (canceled || !filePath) return null;
  owner.folders.remember('save', dirname(filePath));
  return filePath;
};

/** Asks for a folder to write to; null if the user cancels. */
export const chooseSaveFolder = async (
  owner: DialogOwner,
  purpose: FolderPurpose,
): Promise<string | null> => {
  const [folder] = await openDialog(owner, {
    title: shellTexts[owner.language()].chooseFolder[purpose],
    defaultPath: owner.folders.of('save'),
    properties: ['openDirectory', 'createDirectory'],
  });
  if (folder === undefined) return null;
  owner.folders.remember('save', folder);
  return folder;
};

/** Asks for a backup to restore; null if the user cancels. */
export const chooseBackup = async (owner: DialogOwner): Promise<string | null> => {
  const texts = shellTexts[owner.language()];
  const [backup] = await openDialog(owner, {
    title: texts.chooseBackup,
    defaultPath: owner.folders.of('save'),
    properties: ['openFile'],
    filters: [
      { name: texts.backups, extensions: ['vouch'] },
      { name: texts.allFiles, extensions: ['*'] },
    ],
  });
  return backup ?? null;
};

/** Asks where a file is now, starting at its old path; null if the user cancels. */
export const chooseOriginal = async (
  owner: DialogOwner,
  { name, folder }: { readonly name: string; readonly folder: string },
): Promise<string | null> => {
  const [original] = await openDialog(owner, {
    title: shellTexts[owner.language()].findOriginal(name),
    defaultPath: folder,
    properties: ['openFile'],
  });
  return original ?? null;
};

/** The system's list of recent documents shows ten or so. */
const mostRecent = 10;

const remember = (paths: readonly string[]): void =>
  paths.slice(0, mostRecent).forEach((path) => app.addRecentDocument(path));

/** Asks for pictures and documents; none if the user cancels. */
export const chooseFiles = async (owner: DialogOwner, service: ServiceId): Promise<readonly string[]> => {
  const texts = shellTexts[owner.language()];
  if (!owner.window()) return [];
  const paths = await openDialog(owner, {
    title: service === 'vat-invoice' ? texts.addInvoices : texts.addPhotos,
    defaultPath: owner.folders.of('open'),
    properties: ['openFile', 'multiSelections'],
    filters: [
      {
        name: texts.pictures,
        extensions: [...extensionsOf(openedFormats)],
      },
      { name: texts.allFiles, extensions: ['*'] },
    ],
  });
  if (paths[0] !== undefined) owner.folders.remember('open', dirname(paths[0]));
  remember(paths);
  return paths;
};

/** Adds files that the user has named; reports failures. */
export const addPaths = async (
  owner: DialogOwner,
  backend: Promise<Backend>,
  service: ServiceId,
  paths: readonly string[],
): Promise<void> => {
  remember(paths);
  const files = paths.map((path) => ({ kind: 'path', path }));
  const added = await (await backend).invoke('pages.add', { service, files, sandbox: false });
  if (added.ok) return;
  const { message, remedy } = added.failure;
  const language = owner.language();
  const options: MessageBoxOptions = {
    type: 'warning',
    message: message[language],
    ...(remedy ? { detail: remedy[language] } : {}),
  };
  const window = owner.window();
  await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
};
