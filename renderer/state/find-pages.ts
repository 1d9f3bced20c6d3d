import { serviceIds, type ServiceId } from '../../shared/services/service.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { HostConnection } from './host.ts';
import { changeListView, findIn, useListView } from './list-view.ts';
import { failed } from '../../shared/result.ts';
import { failures } from './outcome.ts';
import { settle } from './settle.ts';
import { useApp } from './store.ts';

/** After a change of pages, a search waits for more of them this many milliseconds. */
const pauseMs = 250;
/** A search that failed is repeated after this many milliseconds. */
const repeatMs = 2_000;

/**
 * Asks the ledger's index which pages the typed words find, in list and table. Asks again when the words or the pages
 * change, one question at a time. A page that was found stays until other words are typed: an edit takes no row away.
 * Words that no search could answer yet find nothing, rather than what other words found.
 */
export const followFinds = (host: Pick<HostConnection, 'invoke'>): (() => void) => {
  const running = new Map<ServiceId, 'asking' | 'asked again'>();
  const timers = new Map<ServiceId, ReturnType<typeof setTimeout>>();
  /** The words that `found` belongs to. */
  const known = new Map<ServiceId, string>();
  let hasStopped = false;

  const ask = async (service: ServiceId): Promise<void> => {
    const text = findIn(useListView.getState()[service]);
    const { order } = useApp.getState().lists[service];
    if (text === '') return;
    const from = order.reduce<PageId>((least, id) => Math.min(least, id), Number.MAX_SAFE_INTEGER);
    const response = await host
      .invoke('history.matching', { text, service, from })
      .catch(() => failed(failures.unreachable));
    const { found, ...view } = useListView.getState()[service];
    if (findIn(view) !== text) return;
    const before = known.get(service) === text && order.length > 0 ? (found ?? []) : [];
    known.set(service, text);
    // A search that fails again and again is told once.
    const result = view.findFails && !response.ok ? null : settle(response);
    changeListView(service, { found: new Set([...before, ...(result?.ids ?? [])]), findFails: !response.ok });
    if (!response.ok) runLater(service, repeatMs);
  };

  const run = async (service: ServiceId): Promise<void> => {
    const isRunning = running.has(service);
    running.set(service, isRunning ? 'asked again' : 'asking');
    if (isRunning) return;
    try {
      let goesOn = true;
      while (goesOn) {
        running.set(service, 'asking');
        await ask(service);
        goesOn = running.get(service) === 'asked again';
      }
    } finally {
      running.delete(service);
    }
  };

  const runLater = (service: ServiceId, ms: number): void => {
    if (hasStopped || timers.has(service)) return;
    const start = (): void => {
      timers.delete(service);
      void run(service);
    };
    timers.set(service, setTimeout(start, ms));
  };

  const stopViews = useListView.subscribe((views, before) => {
    for (const service of serviceIds) {
      const text = findIn(views[service]);
      if (text === '') known.delete(service);
      else if (text !== findIn(before[service])) void run(service);
    }
  });
  const stopPages = useApp.subscribe(({ lists }, before) => {
    for (const service of serviceIds) {
      if (lists[service] === before.lists[service]) continue;
      if (findIn(useListView.getState()[service]) !== '') runLater(service, pauseMs);
    }
  });
  // Words that were typed before a reload.
  for (const service of serviceIds) if (findIn(useListView.getState()[service]) !== '') void run(service);
  return () => {
    hasStopped = true;
    stopViews();
    stopPages();
    for (const timer of timers.values()) clearTimeout(timer);
  };
};
