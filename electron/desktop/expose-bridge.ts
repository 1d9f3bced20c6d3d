import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { IncomingFile } from '../../shared/bridge.ts';
import { channels } from './channels.ts';

/**
 * Runs in the preload, beside the page but out of its reach. The page gets three functions and no channel names; their
 * arguments are checked on the other side, so nothing here decides anything.
 */

/** A file on disk goes by its path, so that its bytes need not pass here; one made in the page goes by its bytes. */
const incoming = async (file: File): Promise<IncomingFile> => {
  const path = webUtils.getPathForFile(file);
  if (path) return { kind: 'path', path };
  return { kind: 'bytes', name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
};

const addFiles = async (service: unknown, files: readonly unknown[], sandbox: unknown): Promise<unknown> => {
  const real = files.filter((file) => file instanceof File);
  return ipcRenderer.invoke(channels.addFiles, service, await Promise.all(real.map(incoming)), sandbox);
};

const listen = (listener: (event: unknown) => void): (() => void) => {
  const forward = (_: unknown, event: unknown): void => listener(event);
  ipcRenderer.on(channels.event, forward);
  return () => {
    ipcRenderer.removeListener(channels.event, forward);
  };
};

/** Gives the page `window.vouch`, the `Bridge` of shared/bridge.ts. */
export const exposeBridge = (): void => {
  contextBridge.exposeInMainWorld('vouch', {
    invoke: (name: unknown, input: unknown): Promise<unknown> =>
      ipcRenderer.invoke(channels.invoke, name, input),
    addFiles,
    listen,
  });
};
