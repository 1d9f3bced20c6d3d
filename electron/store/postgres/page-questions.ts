import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { PageId } from '../../../shared/contract/page.ts';
import type { PageRow } from '../records/page.ts';
import type { ReadStore } from '../port.ts';
import {
  isOpenPage,
  isOwnInvoice,
  pageColumns,
  pageJoins,
  pageRowReader,
  pageTables,
} from '../records/page-row.ts';
import type { Tables } from './tables.ts';

/** The queries' connection and behaviour. */
export type Reach = {
  readonly db: Kysely<Tables>;
  readonly now: () => Date;
  /**
   * Whether pages that are read stay locked until the unit of work ends. Then no other process changes a page
   * between a unit's read and its write.
   */
  readonly locks: boolean;
};

type PageQuestions = Pick<
  ReadStore,
  | 'page'
  | 'pages'
  | 'pagesOf'
  | 'pageIds'
  | 'pagesInState'
  | 'recent'
  | 'older'
  | 'recognized'
  | 'unfinished'
  | 'unheld'
  | 'newestPage'
  | 'counts'
  | 'samePage'
  | 'usesCopy'
>;

const readPageRow = pageRowReader(() => {});
const columns = sql.raw(pageColumns);
const tables = sql.raw(pageTables);
const joins = sql.raw(pageJoins);
const isOpen = sql.raw(isOpenPage);
const isOwn = sql.raw(isOwnInvoice);
const idRow = z.object({ id: z.int() });

/** Locks pages in a unit of work, always in the same order. */
export const lockPages = async ({ db, locks }: Reach, ids: readonly PageId[]): Promise<void> => {
  if (!locks || ids.length === 0) return;
  await sql`SELECT 1 FROM pages WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    db,
  );
};

const unreviewed = (service: string, before: number): RawBuilder<unknown> =>
  sql`results JOIN pages ON pages.id = results.page
      WHERE results.review = 'open' AND pages.state = 'recognized' AND pages.service = ${service}
        AND pages.document < ${before} AND ${isOwn}`;

export const pageQuestions = (reach: Reach): PageQuestions => {
  const { db } = reach;

  const rows = async (query: RawBuilder<unknown>): Promise<readonly PageRow[]> =>
    (await query.execute(db)).rows.map(readPageRow);
  const ids = async (query: RawBuilder<unknown>): Promise<readonly PageId[]> =>
    (await query.execute(db)).rows.map((row) => idRow.parse(row).id);
  const number = async (query: RawBuilder<unknown>): Promise<number> => (await ids(query))[0] ?? 0;

  const firstRecent = (service: string, documents: number): Promise<number> =>
    number(
      sql`SELECT document AS id FROM pages WHERE service = ${service}
          ORDER BY document DESC LIMIT 1 OFFSET ${documents - 1}`,
    );

  return {
    page: async (id) => {
      await lockPages(reach, [id]);
      return (await rows(sql`SELECT ${columns} FROM ${tables} WHERE pages.id = ${id}`))[0] ?? null;
    },
    pages: async (wanted) => {
      await lockPages(reach, wanted);
      const found = await rows(
        sql`SELECT ${columns} FROM ${tables} WHERE pages.id = ANY(${[...wanted]}::bigint[])`,
      );
      const byId = new Map(found.map((row) => [row.id, row]));
      return wanted.flatMap((id) => byId.get(id) ?? []);
    },
    pagesOf: (service) =>
      rows(
        sql`SELECT ${columns} FROM ${tables} WHERE pages.service = ${service} ORDER BY pages.document, pages.number`,
      ),
    pageIds: (service) => ids(sql`SELECT id FROM pages WHERE service = ${service} ORDER BY document, number`),
    pagesInState: (state) => {
      const open = ['waiting', 'calling', 'interrupted'].includes(state) ? sql`AND ${isOpen}` : sql``;
      return rows(
        sql`SELECT ${columns} FROM ${tables} WHERE pages.state = ${state} ${open}
            ORDER BY pages.document, pages.number`,
      );
    },
    recent: async (service, documents) => {
      const first = await firstRecent(service, documents);
      return rows(
        sql`SELECT ${columns} FROM ${tables} WHERE pages.service = ${service} AND pages.document >= ${first}
            UNION ALL
            SELECT ${columns} FROM pages ${joins}
            WHERE pages.service = ${service} AND ${isOpen} AND pages.document < ${first}
            ORDER BY 2, 9`,
      );
    },
    older: async ({ service, before: asked, documents, pages: atMost }) => {
      const before = asked ?? (await firstRecent(service, documents));
      const first =
        (await number(
          sql`SELECT coalesce(min(document), 0) AS id FROM
                (SELECT pages.document FROM ${unreviewed(service, before)}
                 ORDER BY pages.document DESC LIMIT ${atMost}) AS oldest`,
        )) || before;
      const [found, left] = await Promise.all([
        first === before
          ? []
          : rows(
              sql`SELECT ${columns} FROM ${tables}
                  WHERE pages.document >= ${first} AND pages.document < ${before} AND pages.service = ${service}
                    AND pages.state = 'recognized' AND results.review = 'open' AND ${isOwn} ORDER BY 2, 9`,
            ),
        number(sql`SELECT count(*) AS id FROM ${unreviewed(service, first)}`),
      ]);
      return { rows: found, before: first, left };
    },
    recognized: (service) =>
      ids(
        sql`SELECT id FROM pages WHERE service = ${service} AND state = 'recognized' AND ${isOwn} ORDER BY id`,
      ),
    unfinished: (after, upTo) =>
      ids(
        sql`SELECT pages.id FROM pages LEFT JOIN results ON results.page = pages.id
              LEFT JOIN pictures ON pictures.sha256 = pages.picture
            WHERE pages.id > ${after} AND pages.id <= ${upTo} AND pages.state = 'recognized'
              AND (results.page IS NULL OR pages.picture IS NULL
                   OR (pages.service = 'vat-invoice' AND pictures.qr_read = 0))
            ORDER BY pages.id`,
      ),
    unheld: (limit) =>
      ids(
        sql`SELECT id FROM pages WHERE ${isOpen} AND state = 'waiting' AND (picture IS NULL OR sandbox = 1)
              AND (claimed_until IS NULL OR claimed_until < ${reach.now().toISOString()})
            ORDER BY document, number LIMIT ${limit}`,
      ),
    newestPage: () => number(sql`SELECT coalesce(max(id), 0) AS id FROM pages`),
    counts: async () => {
      const found = await db
        .selectFrom('pages')
        .select(['state', (query) => query.fn.countAll<number>().as('pages')])
        .groupBy('state')
        .execute();
      return Object.fromEntries(found.map(({ state, pages }) => [state, pages]));
    },
    samePage: async (page, originalSha256) => {
      const found = await rows(
        sql`SELECT ${columns} FROM ${tables}
            WHERE documents.path = ${page.path} AND documents.sha256 = ${originalSha256}
              AND pages.service = ${page.service} AND pages.sandbox = ${Number(page.sandbox)}
              AND pages.number = ${page.page ?? 1}
            ORDER BY pages.id DESC LIMIT 1`,
      );
      return found[0] ?? null;
    },
    usesCopy: async (sha256, path) => {
      const copy = `%${sha256}.bin`;
      const used = await number(
        sql`SELECT count(*) AS id FROM (SELECT 1 FROM documents
                WHERE path = ${path} OR ((sha256 = ${sha256} OR sha256 IS NULL) AND path LIKE ${copy})
              UNION ALL SELECT 1 FROM renditions
                WHERE path = ${path} OR (sha256 = ${sha256} AND path LIKE ${copy}) LIMIT 1) AS used`,
      );
      return used > 0;
    },
  };
};
