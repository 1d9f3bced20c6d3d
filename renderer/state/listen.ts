import type { VouchEvent } from '../../shared/contract/commands.ts';
import type { PageId, PageSummary } from '../../shared/contract/page.ts';
import { serviceIds } from '../../shared/services/service.ts';
import { isAtEnd } from './page-list.ts';
import type { Actions } from './actions.ts';
import type { HostConnection } from './host.ts';
import { withOlderChanged } from './older-pages.ts';
import { afterEvent, useApp, writeApp } from './store.ts';

/**
 * Joins what came within one frame into one change of the state: a batch of a thousand pages sends thousands of
 * events, and the list is drawn once for each frame at most.
 */
export const inFrames = (
  apply: (events: readonly VouchEvent[]) => void,
  nextFrame: (callback: () => void) => void,
): ((event: VouchEvent) => void) => {
  let waiting: VouchEvent[] = [];
  return (event) => {
    waiting.push(event);
    if (waiting.length > 1) return;
    nextFrame(() => {
      const events = waiting;
      waiting = [];
      apply(events);
    });
  };
};

/** A held page whose picture is there waits for the user, who is shown what will be sent. */
const isShowable = (page: PageSummary): boolean => isAtEnd(page) || (page.held && page.hasPicture);

/**
 * Pages to fetch again after these events: those that reached an end or their preview, and those that were exported. A
 * page whose last event carries all that is shown of it is not among them.
 */
export const toFetch = (events: readonly VouchEvent[]): ReadonlySet<PageId> => {
  const ids = new Set<PageId>();
  for (const event of events) {
    if (event.type === 'pages.exported') for (const id of event.ids) ids.add(id);
    if (event.type !== 'pages.changed') continue;
    for (const page of event.pages) if (isShowable(page)) ids.add(page.id);
    for (const { summary } of event.details ?? []) ids.delete(summary.id);
  }
  return ids;
};

/** Keeps the window's state in step with the backend. Returns what ends it. */
export const followEvents = (host: HostConnection, actions: Actions): (() => void) => {
  const take = inFrames(
    (events) => {
      const before = useApp.getState().current;
      writeApp((state) => events.reduce(afterEvent, state));
      const { current } = useApp.getState();
      const done = toFetch(events);
      if (events.some(({ type }) => type === 'data.replaced')) {
        void actions.load();
        return;
      }
      for (const service of withOlderChanged(useApp.getState(), events)) void actions.countOlder(service);
      for (const service of serviceIds) {
        const id = current[service];
        // Shown pages that were removed have given their place to another; those that ended or left in an export have news.
        if (id !== before[service]) void actions.show(service, id);
        else if (id !== null && done.has(id)) void actions.reload(service, id);
      }
    },
    // A hidden window draws no frames, and its list must be right all the same when it comes back.
    (callback) => (document.hidden ? setTimeout(callback, 50) : requestAnimationFrame(callback)),
  );
  const stopEvents = host.listen((event) => {
    if (event.type === 'page.chosen') void actions.openPage(event.id);
    else take(event);
  });
  const stopState = host.onState((connection) => {
    const missedEvents = connection === 'open' && useApp.getState().connection === 'waiting';
    writeApp({ connection });
    if (missedEvents) void actions.load();
  });
  return () => {
    stopEvents();
    stopState();
  };
};

/** This tab has no key to the host. */
export const refuse = (): void => writeApp({ connection: 'refused' });
