import { z } from 'zod';
import { eventSchema, resultSchema, type Bridge } from '../../shared/contract/commands.ts';
import { exportedSchema } from '../../shared/contract/export/exported.ts';
import { failed } from '../../shared/result.ts';
import { failures } from '../state/outcome.ts';
import { offerDownload, readOutput, sentFiles, type HostConnection } from '../state/host.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { createPictureCache, loadPicture } from '../canvas/load-picture.ts';
import { createActions } from '../state/actions.ts';
import { followKeptView } from '../state/local-storage.ts';
import { followClaims, loadClaims } from '../state/claims.ts';
import type { User } from '../../shared/contract/office.ts';
import { browserBridge, officeHost } from './browser-host.ts';
import type { Tools } from '../features/tools.ts';
import { followFinds } from '../state/find-pages.ts';
import { followEvents, showRefusal } from '../state/listen.ts';
import { registerActions } from '../state/registry.ts';
import { createThumbnailCache } from '../state/thumbnail-cache.ts';
import { chooseFromMenu, followEnabled } from './actions/system-menu.ts';
import { windowActions } from './actions/window-actions.ts';

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
const desktopBridge = (): Bridge | null => {
  const value: unknown = Reflect.get(window, 'vouch');
  return isBridge(value) ? value : null;
};

const fetchBlob = async (path: string): Promise<Blob | null> => {
  const response = await fetch(path);
  return response.ok ? response.blob() : null;
};

/** The desktop host: commands over the preload's bridge, bytes over the window's own origin. */
const desktopHost = (bridge: Bridge): HostConnection => ({
  invoke: async (name, input) => readOutput(name, await bridge.invoke(name, input)),
  addFiles: async (service, files, { sandbox, held, drop: { id, places } }, onAdded) => {
    const at = files.flatMap((file) => places.get(file) ?? []);
    const drop = { id, left: 0, ...(places.size > 0 ? { places: at } : {}) };
    const result = readOutput('pages.add', await bridge.addFiles(service, files, { sandbox, held, drop }));
    if (result.ok && result.value.added.length > 0) onAdded(result.value.added);
    return sentFiles(files, result);
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
  answerProxy: async (id, login) => {
    await bridge.answerProxy?.(id, login);
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

/** Enough to scroll back and forth in a long list; a thumbnail is a few kilobytes. */
const keptThumbnails = 400;

const picturesOf = (host: HostConnection) =>
  createPictureCache<PageId>({
    fetch: async (id) => {
      const blob = await host.picture(id, 'best');
      if (!blob) throw new Error('Picture not found');
      return blob;
    },
    decode: loadPicture,
  });

/** Loaded with an office's window: during an outage it could not be. */
const patiently = async () => (await import('../state/reach.ts')).sendPatiently;

/**
 * Connects to the host of this window and loads its data. Null if this tab has no key.
 * @param user the signed-in user of the window's office; null for none
 */
export const connect = async (user: User | null): Promise<Tools | null> => {
  const bridge = desktopBridge();
  const host = bridge ? desktopHost(bridge) : await (user ? officeHost(await patiently()) : browserBridge());
  if (!host) {
    showRefusal();
    return null;
  }
  const actions = createActions(host);
  // Events first: changes while the lists are fetched must not be missed.
  followEvents(host, actions);
  followFinds(host);
  // Only an office has roles and sessions.
  const roles = user && (await import('../state/roles.ts'));
  registerActions(windowActions, { actions, user, mayRun: (id) => !roles || roles.mayRun(user, id) });
  host.listen((event) => {
    if (event.type === 'menu.chosen') chooseFromMenu(event.id);
    if (event.type === 'claims.changed') void loadClaims();
  });
  followEnabled((ids) => void host.showEnabled?.(ids));
  if (user) {
    const { followSession, onUse } = await import('../state/session.ts');
    followSession(user);
    followClaims(user, onUse);
  } else void followKeptView(host);
  void actions.load();
  return {
    host,
    actions,
    thumbnails: createThumbnailCache((id) => host.picture(id, 'thumbnail'), keptThumbnails),
    pictures: picturesOf(host),
    user,
  };
};
