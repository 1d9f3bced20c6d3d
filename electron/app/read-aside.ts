import type { VouchEvent } from '../../shared/contract/commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { LedgerReader } from '../store/sqlite/reader.ts';
import type { PageRow } from '../store/records/page.ts';
import type { Pages } from '../store/sqlite/pages.ts';
import type { Questions, Readings } from '../store/sqlite/readings.ts';

/**
 * Rows that are read beside the main thread, and yet as they stand when the answer leaves: what changed meanwhile was
 * told of by an event that has left before, and must not be put back by the answer.
 */
export type ReadAside = {
  /** Every event passes here when it is told. */
  readonly note: (event: VouchEvent) => void;
  readonly search: (question: Questions['search']) => Promise<Readings['search']>;
  readonly recent: (service: ServiceId, documents: number) => Promise<readonly PageRow[]>;
  readonly older: (question: Questions['older']) => Promise<Readings['older']>;
};

const changedBy = (event: VouchEvent): readonly PageId[] => {
  if (event.type === 'pages.changed') return event.pages.map(({ id }) => id);
  return event.type === 'pages.removed' || event.type === 'pages.exported' ? event.ids : [];
};

const byPlace = (one: PageRow, other: PageRow): number =>
  one.document - other.document || one.page - other.page;

export const createReadAside = (reader: LedgerReader, pages: Pick<Pages, 'get'>): ReadAside => {
  /** Of each question under way, the pages that have changed since it was put. */
  const underWay = new Set<Set<PageId>>();

  const watched = async <Answer>(
    ask: () => Promise<Answer>,
  ): Promise<{ readonly answer: Answer; readonly changed: ReadonlySet<PageId> }> => {
    const changed = new Set<PageId>();
    underWay.add(changed);
    try {
      return { answer: await ask(), changed };
    } finally {
      underWay.delete(changed);
    }
  };

  const asTheyStand = (rows: readonly PageRow[], changed: ReadonlySet<PageId>): readonly PageRow[] =>
    rows.map((row) => (changed.has(row.id) ? pages.get(row.id) : row)).filter((row) => row !== null);

  return {
    note: (event) => {
      if (underWay.size === 0) return;
      const ids = changedBy(event);
      for (const changed of underWay) for (const id of ids) changed.add(id);
    },
    search: async (question) => {
      const { answer, changed } = await watched(() => reader.read('search', question));
      return { ...answer, pages: asTheyStand(answer.pages, changed) };
    },
    recent: async (service, documents) => {
      const { answer, changed } = await watched(() => reader.read('recent', { service, documents }));
      const known = new Set(answer.map(({ id }) => id));
      const added = [...changed]
        .filter((id) => !known.has(id))
        .map((id) => pages.get(id))
        .filter((row) => row !== null)
        .filter((row) => row.service === service);
      const rows = asTheyStand(answer, changed);
      return added.length === 0 ? rows : [...rows, ...added].sort(byPlace);
    },
    older: async (question) => {
      const { answer, changed } = await watched(() => reader.read('older', question));
      return { ...answer, rows: asTheyStand(answer.rows, changed) };
    },
  };
};
