import type { PageId } from '../../shared/contract/page.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { HostConnection } from './host.ts';
import { settle } from './settle.ts';
import { useApp, writeApp, type Pasted } from './store.ts';

const { getState: app } = useApp;

/** Long enough to notice a picture that was pasted by mistake, in milliseconds. */
const pauseMs = 8_000;

/** The pages, and the further pages of their files, which were counted meanwhile. */
const pagesOf = ({ service, pages }: Pasted): readonly PageId[] => {
  const { byId } = app().lists[service];
  const files = new Set(pages.flatMap((id) => byId.get(id)?.document ?? []));
  return [...byId.values()].filter(({ document }) => files.has(document)).map(({ id }) => id);
};

/**
 * Keeps pasted pages from being sent until the user approves, or until a pause in which they can be undone has
 * passed. The timer is the window's: once it is closed, they wait for approval like other held pages.
 */
export const createPastedActions = (host: Pick<HostConnection, 'invoke'>) => {
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  // Never used again: an older timer must not send a newer paste.
  let lastId = 0;

  const take = (id: number): Pasted | null => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    const found = app().pasted.find((one) => one.id === id) ?? null;
    writeApp(({ pasted }) => ({ pasted: pasted.filter((one) => one.id !== id) }));
    return found;
  };

  const sendPasted = async (id: number): Promise<void> => {
    const pasted = take(id);
    if (pasted) settle(await host.invoke('pages.send', { ids: [...pagesOf(pasted)] }));
  };

  return {
    /** Pages of a paste were added. */
    showPasted: (service: ServiceId, pages: readonly PageId[]): void => {
      const id = (lastId += 1);
      // If the user looks at every picture first, no timer sends this one.
      const isTimed = app().info?.settings.lookFirst !== true;
      writeApp(({ pasted }) => ({ pasted: [...pasted, { id, service, pages, isTimed }] }));
      if (isTimed)
        timers.set(
          id,
          setTimeout(() => void sendPasted(id), pauseMs),
        );
    },
    sendPasted,
    undoPasted: async (id: number): Promise<void> => {
      const pasted = take(id);
      if (pasted) settle(await host.invoke('pages.withdraw', { ids: [...pagesOf(pasted)] }));
    },
    /** The user prepares a page: it waits until it is sent by hand. */
    holdPasted: (page: PageId): void => {
      for (const one of app().pasted.filter((each) => each.isTimed && pagesOf(each).includes(page))) {
        clearTimeout(timers.get(one.id));
        timers.delete(one.id);
        writeApp(({ pasted }) => ({
          pasted: pasted.map((each) => (each.id === one.id ? { ...each, isTimed: false } : each)),
        }));
      }
    },
  };
};
