import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DatabaseProbe } from './database-probe.ts';

/** What a process counts, for Prometheus. No label contains a name, an id or other data of an office. */
export type Metrics = {
  /** A request was answered. Streams of events are not counted: they last as long as a window is open. */
  readonly request: (route: string, status: number, seconds: number) => void;
  /** A call to the service began. */
  readonly call: () => void;
  /** A page ended. */
  readonly page: (isFailed: boolean, seconds: number) => void;
  /** Everything in the text format of Prometheus. */
  readonly text: () => Promise<string>;
  readonly type: string;
};

/** From an edit (milliseconds) to a call that the service takes two minutes for. */
const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`;

/**
 * @param probe the office's figures at the time of a request. While the database is away, the figures are missing and
 *   `vouch_database_up` is 0: an old number would look like a quiet queue.
 */
export const createMetrics = (probe: Pick<DatabaseProbe, 'figures'>): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const up = gauge('vouch_database_up', 'Whether PostgreSQL answers: 1 or 0');
  const queued = gauge('vouch_queue_pages', 'Pages that no worker has taken yet');
  const oldest = gauge('vouch_queue_oldest_seconds', 'Age of the oldest page that no worker has taken yet');
  const workers = gauge('vouch_workers', 'Workers that are alive, by whether they have the account', [
    'account',
  ]);
  const budget = gauge(
    'vouch_budget_left',
    'Paid calls that may still begin today; missing without a budget',
  );
  const requests = new Histogram({
    name: 'vouch_request_seconds',
    help: 'Time from a request to the end of its response',
    labelNames: ['route', 'status'],
    buckets,
    registers,
  });
  const pages = new Histogram({
    name: 'vouch_page_seconds',
    help: 'Time from taking a page to its end',
    buckets,
    registers,
  });
  const calls = new Counter({
    name: 'vouch_calls_total',
    help: 'Calls of this process to the service',
    registers,
  });
  const failures = new Counter({
    name: 'vouch_failures_total',
    help: 'Failures of this process: pages that failed, and requests that ended unexpectedly',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of ['page', 'request']) failures.inc({ kind }, 0);

  const look = async (): Promise<void> => {
    const figures = await probe.figures();
    up.set(figures === null ? 0 : 1);
    queued.remove();
    oldest.remove();
    workers.reset();
    budget.remove();
    if (figures === null) return;
    queued.set(figures.queued);
    oldest.set(figures.oldestSeconds);
    if (figures.budgetLeft !== null) budget.set(figures.budgetLeft);
    workers.set({ account: 'yes' }, figures.workersWithAccount);
    workers.set({ account: 'no' }, figures.workers - figures.workersWithAccount);
  };

  return {
    request: (route, status, seconds) => {
      requests.observe({ route, status: statusClass(status) }, seconds);
      if (status >= 500) failures.inc({ kind: 'request' });
    },
    call: () => calls.inc(),
    page: (isFailed, seconds) => {
      pages.observe(seconds);
      if (isFailed) failures.inc({ kind: 'page' });
    },
    text: async () => {
      await look();
      return await registry.metrics();
    },
    type: registry.contentType,
  };
};
