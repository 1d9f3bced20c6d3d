import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { IncomingFile } from '../../../shared/contract/incoming-file.ts';
import { channels } from './channels.ts';

/**
 * Runs in the preload, in the page's process but out of the page's reach. The page gets eight functions and
 * no channel names. The main process checks their arguments, so this code decides nothing.
 */

/**
 * A file on disk is passed by its path, without its bytes; a file made in the page is passed by its bytes.
 */
const incoming = async (file: File): Promise<IncomingFile> => {
  const path = webUtils.getPathForFile(file);
  if (path) return { kind: 'path', path };
  return { kind: 'bytes', name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
};

/** The paths of files that the user chose, by the ids that the page has for them. */
const chosenPaths = new Map<string, string>();

/** Files that the user chooses in the system's dialog. The page gets an id for each, and no path. */
const chooseFiles = async (service: unknown): Promise<unknown> => {
  const paths: unknown = await ipcRenderer.invoke(channels.chooseFiles, service);
  if (!Array.isArray(paths)) return [];
  return paths.map((path) => {
    const mark = crypto.randomUUID();
    chosenPaths.set(mark, String(path));
    return mark;
  });
};

const fileOf = async (file: unknown): Promise<IncomingFile | null> => {
  if (file instanceof File) return incoming(file);
  const path = typeof file === 'string' ? chosenPaths.get(file) : undefined;
  return path === undefined ? null : { kind: 'path', path };
};

const addFiles = async (service: unknown, files: readonly unknown[], adding: unknown): Promise<unknown> => {
  const found = (await Promise.all(files.map(fileOf))).filter((file) => file !== null);
  return ipcRenderer.invoke(channels.addFiles, service, found, adding);
};

const handFile = async (name: unknown, input: unknown, file: unknown): Promise<unknown> =>
  ipcRenderer.invoke(channels.handFile, name, input, await fileOf(file));

const listen = (listener: (event: unknown) => void): (() => void) => {
  const forward = (_: unknown, event: unknown): void => listener(event);
  ipcRenderer.on(channels.event, forward);
  return () => {
    ipcRenderer.removeListener(channels.event, forward);
  };
};

/** Gives the page `window.vouch`, the `Bridge` of shared/contract/commands.ts. */
const exposeBridge = (): void => {
  contextBridge.exposeInMainWorld('vouch', {
    invoke: (name: unknown, input: unknown): Promise<unknown> =>
      ipcRenderer.invoke(channels.invoke, name, input),
    addFiles,
    handFile,
    chooseFiles,
    dragExport: (input: unknown): Promise<unknown> => ipcRenderer.invoke(channels.dragExport, input),
    showEnabled: (ids: unknown): Promise<unknown> => ipcRenderer.invoke(channels.enabledActions, ids),
    answerProxy: (id: unknown, login: unknown): Promise<unknown> =>
      ipcRenderer.invoke(channels.proxyLogin, id, login),
    listen,
  });
};

exposeBridge();
