import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { PageSources } from '../port.ts';
import { pageColumns, pageTables, type pageRowReader } from '../records/page-row.ts';
import type { PageRow } from '../records/page.ts';
import { readEvents } from '../records/rows.ts';

export type PagesById = {
  readonly get: (id: number) => PageRow | null;
  /** The existing ones of the pages, in the order of the ids. */
  readonly some: (ids: readonly number[]) => readonly PageRow[];
  /** The same with their events. */
  readonly sources: (ids: readonly number[]) => readonly PageSources[];
};

/** All events of a page as one JSON column, oldest first. */
const pageEvents = `
  (SELECT json_group_array(json_object('id', id, 'version', version, 'kind', kind, 'body', body, 'by', author, 'at', at,
     'extractionId', extraction))
   FROM (SELECT * FROM review_events WHERE page = pages.id ORDER BY version))`;

type Row = Record<string, SQLOutputValue>;

export const openPagesById = (db: DatabaseSync, readPageRow: ReturnType<typeof pageRowReader>): PagesById => {
  const ofIds = `FROM ${pageTables} WHERE pages.id IN (SELECT value FROM json_each(?))`;
  const selectSome = db.prepare(`SELECT ${pageColumns} ${ofIds}`);
  const selectSources = db.prepare(`SELECT ${pageColumns}, ${pageEvents} AS events ${ofIds}`);

  const inOrder = (
    select: StatementSync,
    ids: readonly number[],
  ): readonly (readonly [page: PageRow, row: Row])[] => {
    if (ids.length === 0) return [];
    const pages = select.all(JSON.stringify(ids)).map((row) => [readPageRow(row), row] as const);
    const byId = new Map(pages.map((page) => [page[0].id, page]));
    return ids.flatMap((id) => {
      const page = byId.get(id);
      return page ? [page] : [];
    });
  };

  const some = (ids: readonly number[]): readonly PageRow[] => inOrder(selectSome, ids).map(([page]) => page);

  return {
    get: (id) => some([id])[0] ?? null,
    some,
    sources: (ids) =>
      inOrder(selectSources, ids).map(([row, { events }]) => ({ row, events: readEvents(events) })),
  };
};
