import { createTurn } from '../../shared/turn.ts';
import { serviceIds, type ServiceId } from '../../shared/services/service.ts';
import type { VouchEvent } from '../../shared/contract/commands.ts';
import type { HostConnection } from './host.ts';
import { withPages } from './page-list.ts';
import { settle } from './settle.ts';
import { useApp, writeApp as change, type AppState } from './store.ts';

/** Pages added to the list at a time; pages are added automatically until it has `byThemselves`. */
const batchSize = 1_000;
const autoLoadLimit = 5_000;

const { getState: app } = useApp;

/** Fetches unreviewed pages that are too old to be listed at the start. */
export const createOlderActions = (host: HostConnection) => {
  const ask = async (service: ServiceId, limit: number): Promise<boolean> => {
    const asked = app().older[service];
    const { before } = asked;
    const result = settle(await host.invoke('pages.older', { service, before, limit }));
    // The list was reloaded meanwhile, perhaps with other data: the reload requests the rest again.
    if (!result || app().older[service] !== asked) return false;
    const { byId } = app().lists[service];
    // A row that exists already came from an event, which may be newer.
    const added = result.pages.filter(({ id }) => !byId.has(id));
    change(({ lists, older }) => ({
      lists: { ...lists, [service]: withPages(lists[service], added) },
      older: { ...older, [service]: { before: result.before, left: result.left } },
    }));
    return result.pages.length > 0;
  };

  /** Requests run one after the other: each continues where the previous one ended. */
  const turn = createTurn();
  const enqueue = (service: ServiceId, limit: number): Promise<boolean> =>
    turn.run(() => ask(service, limit));

  /** Pending counts: each will include everything that happens before it runs. */
  const counts = new Map<ServiceId, Promise<void>>();
  const count = async (service: ServiceId): Promise<void> => {
    await turn.ended();
    counts.delete(service);
    await enqueue(service, 0);
  };

  const listOlder = (service: ServiceId): Promise<boolean> => enqueue(service, batchSize);

  return {
    /** Lists the next older unreviewed pages; false if there are none. */
    listOlder,

    /** Counts the older pages again. */
    countOlder: (service: ServiceId): Promise<void> => {
      const counting = counts.get(service) ?? count(service);
      counts.set(service, counting);
      return counting;
    },

    /** Lists older pages until the list is long. The user loads the rest on demand. */
    loadOlderAutomatically: async (service: ServiceId): Promise<void> => {
      while (app().lists[service].order.length < autoLoadLimit)
        if (!(await listOlder(service)) || app().older[service].left === 0) return;
    },
  };
};

/** The workspaces in which events may have changed the number of older pages. */
export const withOlderChanged = (
  { older }: Pick<AppState, 'older'>,
  events: readonly VouchEvent[],
): readonly ServiceId[] =>
  serviceIds.filter((service) => {
    const { before } = older[service];
    if (before === null || before === 0) return false;
    return events.some((event) => {
      if (event.type === 'pages.removed') return true;
      if (event.type !== 'pages.changed') return false;
      return event.pages.some((page) => page.service === service && page.document < before);
    });
  });
