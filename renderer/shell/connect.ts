import type { PageId } from '../../shared/contract/page.ts';
import { createPictureCache, loadPicture } from '../canvas/load-picture.ts';
import { createActions } from '../state/actions.ts';
import { followClaims, loadClaims } from '../state/claims.ts';
import type { Person } from '../../shared/contract/office.ts';
import { browserBridge, officeHost } from './browser-host.ts';
import type { Tools } from '../features/tools.ts';
import { desktopBridge, desktopHost } from './desktop-host.ts';
import type { HostConnection } from '../state/host.ts';
import { followEvents, showRefusal } from '../state/listen.ts';
import { registerActions } from '../state/registry.ts';
import { createThumbnailCache } from '../state/thumbnail-cache.ts';
import { chooseFromMenu, followEnabled } from './actions/system-menu.ts';
import { windowActions } from './actions/window-actions.ts';

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

/**
 * Connects to the host of this window and loads its data. Null if this tab has no key.
 * @param person the signed-in user of the window's office; null for none
 */
export const connect = async (person: Person | null): Promise<Tools | null> => {
  const bridge = desktopBridge();
  const host = bridge ? desktopHost(bridge) : await (person ? officeHost() : browserBridge());
  if (!host) {
    showRefusal();
    return null;
  }
  const actions = createActions(host);
  // Events first: changes while the lists are fetched must not be missed.
  followEvents(host, actions);
  registerActions(windowActions, { actions, person });
  host.listen((event) => {
    if (event.type === 'menu.chosen') chooseFromMenu(event.id);
    if (event.type === 'claims.changed') void loadClaims();
  });
  followEnabled((ids) => void host.showEnabled?.(ids));
  if (person) followClaims(person);
  void actions.load();
  return {
    host,
    actions,
    thumbnails: createThumbnailCache((id) => host.picture(id, 'thumbnail'), keptThumbnails),
    pictures: picturesOf(host),
    person,
  };
};
