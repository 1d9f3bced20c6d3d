import { z } from 'zod';
import { eventSchema, resultSchema, type Bridge } from '../../shared/contract/commands.ts';
import { exportedSchema } from '../../shared/contract/export/exported.ts';
import { failed } from '../../shared/result.ts';
import { failures } from '../state/command-failures.ts';
import { filesLeftOut, offerDownload, readOutput, type HostConnection } from '../state/host.ts';

const dragResultSchema = resultSchema(exportedSchema.nullable());
const handResultSchema = resultSchema(z.unknown());

const isBridge = (value: unknown): value is Bridge =>
  typeof value === 'object' &&
  value !== null &&
  'invoke' in value &&
  typeof value.invoke === 'function' &&
  'addFiles' in value &&
  typeof value.addFiles === 'function' &&
  'listen' in value &&
  typeof value.listen === 'function';

/** The bridge from the desktop's preload, or null if there is none. */
export const desktopBridge = (): Bridge | null => {
  const value: unknown = Reflect.get(window, 'vouch');
  return isBridge(value) ? value : null;
};

const fetchBlob = async (path: string): Promise<Blob | null> => {
  const response = await fetch(path);
  return response.ok ? response.blob() : null;
};

/** The desktop host: commands over the preload's bridge, bytes over the window's own origin. */
export const desktopHost = (bridge: Bridge): HostConnection => ({
  invoke: async (name, input) => readOutput(name, await bridge.invoke(name, input)),
  addFiles: async (service, files, sandbox, onAdded) => {
    const result = readOutput('pages.add', await bridge.addFiles(service, files, sandbox));
    if (result.ok) onAdded(result.value.added);
    return filesLeftOut(files, result);
  },
  handFile: async (name, input, file) => {
    const result = handResultSchema.safeParse(await bridge.handFile(name, input, file));
    return result.success ? readOutput(name, result.data) : failed(failures.badResponse);
  },
  chooseFiles: async (service) => {
    const chosen = z.array(z.string()).safeParse(await bridge.chooseFiles?.(service));
    return chosen.success ? chosen.data : [];
  },
  dragExport: async (input) => {
    const result = dragResultSchema.safeParse(await bridge.dragExport?.(input));
    return result.success ? result.data : failed(failures.badResponse);
  },
  showEnabled: async (ids) => {
    await bridge.showEnabled?.(ids);
  },
  listen: (listener) =>
    bridge.listen((event) => {
      const read = eventSchema.safeParse(event);
      if (read.success) listener(read.data);
    }),
  picture: async (id, size) => fetchBlob(`/pictures/${id}/${size}`),
  faces: async (id) => {
    const response = await fetch(`/faces/${id}`);
    return response.ok ? response.arrayBuffer() : null;
  },
  saveDownload: async (id, name) => {
    const blob = await fetchBlob(`/downloads/${encodeURIComponent(id)}`);
    if (blob) offerDownload(blob, name);
    return blob !== null;
  },
  onState: (listener) => {
    listener('open');
    return () => undefined;
  },
});
