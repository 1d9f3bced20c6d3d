import type { VouchEvent } from '../../shared/contract/commands.ts';
import type { PageId, PageSummary } from '../../shared/contract/page.ts';
import { serviceIds } from '../../shared/services/service.ts';
import { isAtEnd } from './page-list.ts';
import type { Actions } from './actions.ts';
import type { HostConnection } from './host.ts';
import { withOlderChanged } from './older-pages.ts';
import { afterEvent, useApp, writeApp } from './store.ts';

/**
 * Joins all events of one frame into one state change. A batch of a thousand pages sends thousands of events;
 * the list renders at most once per frame.
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

/** A held page with a picture waits for the user, who sees what will be sent. */
const isShowable = (page: PageSummary): boolean => isAtEnd(page) || (page.held && page.hasPicture);

/**
 * Pages to fetch again after these events: those that finished, reached their preview or were exported. A page is
 * not included if its last event contains all shown data.
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

/** Keeps the window's state in sync with the backend. Returns a function that stops it. */
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
        // A removed page was replaced by another; a page that finished or was exported has new details.
        if (id !== before[service]) void actions.show(service, id);
        else if (id !== null && done.has(id)) void actions.reload(service, id);
      }
    },
    // A hidden window draws no frames, but its list must be up to date when it returns.
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
export const showRefusal = (): void => writeApp({ connection: 'refused' });
