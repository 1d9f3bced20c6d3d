import { z } from 'zod';
import type { PageId } from '../../../shared/contract/page.ts';
import type { PageSources, ReadStore } from '../port.ts';
import type { PageRow } from '../records/page.ts';
import { pageColumns } from '../records/page-columns.ts';
import {
  documentsWith,
  isInBin,
  isMeantPage,
  isNotInBin,
  isOpenPage,
  isOwnInvoice,
  pageJoins,
  pageTables,
} from '../records/page-row.ts';
import { readEvents } from '../records/rows.ts';
import { all, first, lockPages, type SqlValue, type SqlSteps, type StepsOf } from './steps.ts';

const idRow = z.object({ id: z.int() });
const stateRow = z.object({ state: z.string(), pages: z.int() });
const eventsRow = z.object({ events: z.unknown() });

const selected = `SELECT ${pageColumns} FROM ${pageTables}`;
const inOrder = 'ORDER BY pages.document, pages.number, pages.part';
const ofIds = `WHERE pages.id = ANY($1::bigint[]) AND ${isNotInBin}`;

/** All events of a page as one JSON column, oldest first. */
const pageEvents = `
  (SELECT coalesce(json_agg(json_build_object('id', id, 'version', version, 'kind', kind, 'body', body, 'by', author,
     'at', at, 'extractionId', extraction) ORDER BY version), '[]')::text
   FROM review_events WHERE page = pages.id) AS events`;

const selectUnfinished = `
  SELECT pages.id FROM pages LEFT JOIN results ON results.page = pages.id
    LEFT JOIN pictures ON pictures.sha256 = pages.picture
    LEFT JOIN extractions ON extractions.id = pages.extraction
  WHERE pages.id > $1 AND pages.id <= $2 AND pages.state = 'recognized' AND ${isNotInBin}
    AND (results.page IS NULL OR pages.picture IS NULL
      OR (pages.service = 'vat-invoice'
        AND (pictures.qr_read = 0 OR results.side IS NULL OR results.business IS NULL))
      OR (pages.drawn IS NULL AND extractions.reader IN ('pdf', 'ofd') AND results.review = 'open'))
  ORDER BY pages.id`;

/** A further page of a joined invoice has no words of its own. */
const selectUnformed = `
  SELECT pages.id FROM search JOIN pages ON pages.id = search.page
  WHERE search.form IS NULL AND pages.id > $1 AND pages.id <= $2 AND ${isOwnInvoice}
    AND ${isNotInBin}
  ORDER BY pages.id`;

const selectUnheld = `
  SELECT id FROM pages WHERE ${isOpenPage} AND state = 'waiting' AND (picture IS NULL OR sandbox = 1)
    AND ${isNotInBin}
    AND (claimed_until IS NULL OR claimed_until < $1)
  ORDER BY document, number, part LIMIT $2`;

/** A page that was refused before its file was known: another file at that place takes its row. */
const isRefused = `documents.source = $5 AND pages.state = 'failed' AND pages.extraction IS NULL
  AND ${isNotInBin}`;
/** The first of the invoices on a page is found as the page, too. */
const ofPlace = `documents.path = $1 AND pages.service = $2 AND pages.sandbox = $3 AND pages.number = $4
  AND (pages.part = $6 OR ($6 = 0 AND pages.part = 1))`;

const selectRefused = `${selected} WHERE ${ofPlace} AND ${isRefused} ORDER BY pages.id DESC LIMIT 1`;

const selectSame = `
  ${selected} WHERE ${ofPlace} AND (documents.sha256 = $7 OR (documents.sha256 IS NULL AND ${isRefused}))
  ORDER BY CASE WHEN ${isInBin} THEN 1 ELSE 0 END, CASE WHEN documents.sha256 IS NULL THEN 1 ELSE 0 END,
    pages.id DESC LIMIT 1`;

const selectCopy = `
  SELECT 1 FROM documents WHERE path = $2 OR ((sha256 = $1 OR sha256 IS NULL) AND path LIKE $3)
  UNION ALL SELECT 1 FROM renditions WHERE path = $2 OR (sha256 = $1 AND path LIKE $3) LIMIT 1`;

/** What was put there last comes first. An invoice of several pages is one. */
const selectBin = `
  ${selected} WHERE pages.service = $1 AND ${isInBin} AND ${isOwnInvoice}
  ORDER BY pages.removed_at DESC, pages.document, pages.number LIMIT $2`;

const selectBinnedContent = `
  SELECT pages.id FROM pages WHERE pages.service = $1 AND ${isMeantPage('$2')} AND ${isInBin} AND document IN (${documentsWith('$3')})
  ORDER BY pages.id`;

/** By document, not by page id: a document that is unlocked late gets its pages late. */
const selectFirstRecent = `
  SELECT document AS id FROM pages WHERE service = $1 AND ${isNotInBin} ORDER BY document DESC LIMIT 1 OFFSET $2`;

function* ids(sql: string, ...values: readonly SqlValue[]): SqlSteps<readonly PageId[]> {
  return (yield* all(sql, ...values)).map((row) => idRow.parse(row).id);
}

function* number(sql: string, ...values: readonly SqlValue[]): SqlSteps<number> {
  return (yield* ids(sql, ...values))[0] ?? 0;
}

const firstRecent = (service: string, documents: number): SqlSteps<number> =>
  number(selectFirstRecent, service, documents - 1);

/** How an engine finds a few pages among many. */
export type FewPages = {
  /** The table of pages, by the index of open ones. */
  readonly open: string;
  /** `results` with the pages of unreviewed ones. */
  readonly unreviewed: string;
};

type PageReads = StepsOf<
  Pick<
    ReadStore,
    | 'page'
    | 'pages'
    | 'sources'
    | 'pagesOf'
    | 'pageIds'
    | 'pagesInState'
    | 'recent'
    | 'older'
    | 'recognized'
    | 'unfinished'
    | 'unformed'
    | 'unheld'
    | 'newestPage'
    | 'counts'
    | 'samePage'
    | 'usesCopy'
    | 'binned'
    | 'bin'
    | 'binnedContent'
  >
>;

export const pageReads = (
  now: () => Date,
  readPageRow: (row: unknown) => PageRow,
  few: FewPages,
): PageReads => {
  function* rows(sql: string, ...values: readonly SqlValue[]): SqlSteps<readonly PageRow[]> {
    return (yield* all(sql, ...values)).map(readPageRow);
  }

  function* pages(wanted: readonly PageId[]): SqlSteps<readonly PageRow[]> {
    if (wanted.length === 0) return [];
    yield* lockPages(wanted);
    const found = yield* rows(`${selected} ${ofIds}`, wanted);
    const byId = new Map(found.map((row) => [row.id, row]));
    return wanted.flatMap((id) => byId.get(id) ?? []);
  }

  const selectRecent = `
    ${selected} WHERE pages.service = $1 AND pages.document >= $2 AND ${isNotInBin}
    UNION ALL
    SELECT ${pageColumns} FROM ${few.open} ${pageJoins}
    WHERE pages.service = $1 AND ${isOpenPage} AND ${isNotInBin} AND pages.document < $2
    ORDER BY document, page, part`;
  const unreviewed = `${few.unreviewed} WHERE results.review = 'open' AND pages.state = 'recognized'
    AND ${isOwnInvoice} AND ${isNotInBin} AND pages.service = $1 AND pages.document < $2`;
  const selectOldestOpen = `
    SELECT coalesce(min(document), 0) AS id FROM
      (SELECT pages.document FROM ${unreviewed} ORDER BY pages.document DESC LIMIT $3) AS oldest`;
  const selectOlder = `
    ${selected} WHERE pages.service = $1 AND pages.document < $2 AND pages.document >= $3
      AND pages.state = 'recognized' AND results.review = 'open' AND ${isOwnInvoice} AND ${isNotInBin}
    ORDER BY document, page`;

  return {
    *page(id) {
      return (yield* pages([id]))[0] ?? null;
    },
    pages,
    *sources(wanted) {
      if (wanted.length === 0) return [];
      yield* lockPages(wanted);
      const found = yield* all(`SELECT ${pageColumns}, ${pageEvents} FROM ${pageTables} ${ofIds}`, wanted);
      const byId = new Map<PageId, PageSources>();
      for (const value of found) {
        const row = readPageRow(value);
        byId.set(row.id, { row, events: readEvents(eventsRow.parse(value).events) });
      }
      return wanted.flatMap((id) => byId.get(id) ?? []);
    },
    pagesOf: (service) => rows(`${selected} WHERE pages.service = $1 AND ${isNotInBin} ${inOrder}`, service),
    pageIds: (service) =>
      ids(
        `SELECT id FROM pages WHERE service = $1 AND ${isNotInBin} ORDER BY document, number, part`,
        service,
      ),
    pagesInState: (state) => {
      const isAtEnd = state === 'recognized' || state === 'failed' || state === 'cancelled';
      const also = isAtEnd ? '' : `AND ${isOpenPage}`;
      return rows(`${selected} WHERE pages.state = $1 AND ${isNotInBin} ${also} ${inOrder}`, state);
    },
    *recent(service, documents) {
      return yield* rows(selectRecent, service, yield* firstRecent(service, documents));
    },
    *older({ service, before: asked, documents, pages: atMost }) {
      const before = asked ?? (yield* firstRecent(service, documents));
      const oldest = (yield* number(selectOldestOpen, service, before, atMost)) || before;
      return {
        rows: oldest === before ? [] : yield* rows(selectOlder, service, before, oldest),
        before: oldest,
        left: yield* number(`SELECT count(*) AS id FROM ${unreviewed}`, service, oldest),
      };
    },
    recognized: (service) =>
      ids(
        `SELECT id FROM pages WHERE service = $1 AND state = 'recognized' AND ${isOwnInvoice} AND ${isNotInBin}
         ORDER BY id`,
        service,
      ),
    unfinished: (after, upTo) => ids(selectUnfinished, after, upTo),
    unformed: (after, upTo) => ids(selectUnformed, after, upTo),
    unheld: (limit) => ids(selectUnheld, now().toISOString(), limit),
    newestPage: () => number('SELECT coalesce(max(id), 0) AS id FROM pages'),
    *counts() {
      const found = yield* all(
        `SELECT state, count(*) AS pages FROM pages WHERE ${isNotInBin} GROUP BY state`,
      );
      return Object.fromEntries(found.map((row) => stateRow.parse(row)).map((row) => [row.state, row.pages]));
    },
    *samePage({ path, service, sandbox, page = 1, part = 0, source }, originalSha256) {
      const place = [path, service, Number(sandbox), page, source, part] as const;
      const found = yield* originalSha256 === null
        ? rows(selectRefused, ...place)
        : rows(selectSame, ...place, originalSha256);
      return found[0] ?? null;
    },
    *binned(wanted) {
      if (wanted.length === 0) return [];
      yield* lockPages(wanted);
      return yield* rows(
        `${selected} WHERE pages.id = ANY($1::bigint[]) AND ${isInBin} ORDER BY pages.id`,
        wanted,
      );
    },
    *bin(service, limit) {
      return {
        pages: yield* rows(selectBin, service, limit),
        count: yield* number(
          `SELECT count(*) AS id FROM pages WHERE service = $1 AND ${isInBin} AND ${isOwnInvoice}`,
          service,
        ),
      };
    },
    *binnedContent({ service, sandbox }, sha256) {
      return yield* ids(selectBinnedContent, service, Number(sandbox), sha256);
    },
    *usesCopy(sha256, path) {
      return (yield* first(selectCopy, sha256, path, `%${sha256}.bin`)) !== undefined;
    },
  };
};
