import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { PageId } from '../../../shared/contract/page.ts';
import { failed, success } from '../../../shared/result.ts';
import { encodeChange, type ReviewChange, type ReviewEvent } from '../../../shared/review/event.ts';
import { totalledColumns } from '../../../shared/review/totals.ts';
import { mostAlike, type VersionConflict } from '../records/review.ts';
import type { ReadStore, WriteStore } from '../port.ts';
import { isOwnInvoice } from '../records/page-row.ts';
import { otherRow, pageIdRow, readEvent } from '../records/rows.ts';
import { searchedCents, comparableIfOther, isDay, searchText } from '../search/search-text.ts';
import { lockPages, type Reach } from './page-questions.ts';

type ReviewQuestions = Pick<
  ReadStore,
  'events' | 'eventsOf' | 'lastEdited' | 'editedAt' | 'lastVoucher' | 'lookalikes'
>;
type ReviewWrites = Pick<
  WriteStore,
  'append' | 'appendAll' | 'setReviews' | 'setJoined' | 'putSummary' | 'setQr'
>;

const lastEditedRow = z.object({ page: z.int(), id: z.int() });
const versionRow = z.object({ version: z.int(), by: z.string() });

/**
 * Units that derive invoices with the same number, or the same day and total, run one after the other. Otherwise
 * neither would see the other's invoice, and both would miss the finding.
 */
const lockAlike = async (
  { db, locks }: Reach,
  {
    number,
    grossTotal,
    issueDate,
  }: { readonly [Key in 'number' | 'grossTotal' | 'issueDate']: string | null },
): Promise<void> => {
  const keys = [
    ...(number === null ? [] : [`number ${number}`]),
    ...(grossTotal === null || issueDate === null ? [] : [`total ${issueDate} ${grossTotal}`]),
  ];
  if (!locks || keys.length === 0) return;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(key, 2))
    FROM unnest(${keys}::text[]) WITH ORDINALITY AS keys (key, place) ORDER BY place`.execute(db);
};

export const reviewQuestions = (reach: Reach): ReviewQuestions => ({
  events: async (page) => {
    await lockPages(reach, [page]);
    const found = await sql`
      SELECT id, version, kind, body, author AS by, at, extraction AS "extractionId"
      FROM review_events WHERE page = ${page} ORDER BY version`.execute(reach.db);
    return found.rows.flatMap(readEvent);
  },
  eventsOf: async (pages) => {
    await lockPages(reach, pages);
    const found = await sql`
      SELECT page, id, version, kind, body, author AS by, at, extraction AS "extractionId"
      FROM review_events WHERE page = ANY(${[...pages]}::bigint[]) ORDER BY page, version`.execute(reach.db);
    const events = new Map<PageId, ReviewEvent[]>(pages.map((page) => [page, []]));
    for (const row of found.rows) events.get(pageIdRow.parse(row).page)?.push(...readEvent(row));
    return events;
  },
  lastEdited: async (events) => {
    const found = await sql`
      SELECT page, max(id) AS id FROM (SELECT id, page FROM review_events ORDER BY id DESC LIMIT ${events}) AS last
      GROUP BY page ORDER BY id DESC`.execute(reach.db);
    return found.rows.map((row) => lastEditedRow.parse(row));
  },
  editedAt: async (at) => {
    const found = await reach.db
      .selectFrom('review_events')
      .select('page')
      .distinct()
      .where('at', '=', at)
      .orderBy('page')
      .execute();
    return found.map(({ page }) => page);
  },
  lastVoucher: async (word, period, without) => {
    const found = await sql<{ last: unknown }>`
      SELECT coalesce(max((body::json #>> '{booking,number}')::integer), 0) AS last FROM review_events
      WHERE kind = 'book' AND body::json #>> '{booking,word}' = ${word}
        AND body::json #>> '{booking,period}' = ${period} AND page <> ALL (${[...without]}::bigint[])`.execute(
      reach.db,
    );
    return Number(found.rows[0]?.last);
  },
  lookalikes: async (page, sandbox, key, limit = mostAlike) => {
    const { code, number, grossTotal, issueDate, seller, sellerTaxId } = key;
    await lockAlike(reach, key);
    // OFFSET 0 makes PostgreSQL check page by page: it would otherwise read all pages in the order of their ids.
    const counts = sql`near.review <> 'aside' AND EXISTS (SELECT 1 FROM pages
      WHERE pages.id = near.page AND pages.id <> ${page} AND pages.sandbox = ${Number(sandbox)}
        AND pages.state = 'recognized' AND pages.service = 'vat-invoice' AND ${sql.raw(isOwnInvoice)} OFFSET 0)`;
    const most = limit < 0 ? null : limit;
    const sameCode = code === null ? sql`near.code IS NULL` : sql`near.code = ${code}`;
    const withNumber = (condition: RawBuilder<unknown>, atMost: RawBuilder<unknown>) => sql`
      SELECT near.page FROM results AS near
      WHERE near.number = ${number} AND ${condition} AND ${counts} ORDER BY near.page LIMIT ${atMost}`;
    // Thousands of invoices may have the same number: those with the same code come first; the others are
    // read only if there are few.
    const found = await sql`
      WITH same AS MATERIALIZED (${withNumber(sameCode, sql`${most}::bigint`)}),
        other AS MATERIALIZED (${withNumber(
          sql`(${sameCode}) IS NOT TRUE`,
          sql`(${most}::bigint - (SELECT count(*) FROM same))`,
        )})
      SELECT pages.id AS "pageId", documents.name, documents.sha256 AS "originalSha256", results.code,
        results.number, results.issue_date AS "issueDate", results.seller,
        results.seller_tax_id AS "sellerTaxId", results.gross_total AS "grossTotal"
      FROM (
        SELECT page FROM same UNION SELECT page FROM other
        UNION
        (SELECT near.page FROM results AS near
         WHERE near.gross_total = ${grossTotal} AND near.issue_date = ${issueDate} AND ${counts}
         ORDER BY (near.seller IS NOT DISTINCT FROM ${seller} OR coalesce(near.seller_tax_id = ${sellerTaxId}, false))
           DESC, near.page LIMIT ${most}::bigint)
      ) AS near
      JOIN results ON results.page = near.page
      JOIN pages ON pages.id = results.page
      JOIN documents ON documents.id = pages.document
      ORDER BY pages.id`.execute(reach.db);
    return found.rows.map((row) => otherRow.parse(row));
  },
});

export const reviewWrites = (reach: Reach): ReviewWrites => {
  const { db, now } = reach;

  const nameOf = async (page: number): Promise<string | undefined> => {
    const named = await sql<{ name: string }>`
      SELECT documents.name FROM pages JOIN documents ON documents.id = pages.document
      WHERE pages.id = ${page}`.execute(db);
    return named.rows[0]?.name;
  };

  const lastVersion = async (page: number): Promise<VersionConflict> => {
    const found =
      await sql`SELECT version + 1 AS version, author AS by FROM review_events WHERE page = ${page}
      ORDER BY version DESC LIMIT 1`.execute(db);
    const [row] = found.rows;
    return row === undefined ? { version: 0, by: null } : versionRow.parse(row);
  };

  /** Appends to a locked page. Null if the page does not exist. */
  const appendTo = async (
    page: PageId,
    from: number,
    by: string,
    changes: readonly ReviewChange[],
    at: string,
  ): Promise<readonly ReviewEvent[] | null> => {
    const shown = await db.selectFrom('pages').select('extraction').where('id', '=', page).executeTakeFirst();
    if (!shown) return null;
    const events: ReviewEvent[] = [];
    for (const change of changes) {
      const version = from + events.length;
      const { id } = await db
        .insertInto('review_events')
        .values({ page, version, ...encodeChange(change), author: by, at, extraction: shown.extraction })
        .returning('id')
        .executeTakeFirstOrThrow();
      events.push({ id, extractionId: shown.extraction, version, by, at, change });
    }
    return events;
  };

  return {
    append: async (page, expectedVersion, by, changes) => {
      await lockPages(reach, [page]);
      const last = await lastVersion(page);
      if (last.version !== expectedVersion) return failed(last);
      const events = await appendTo(page, expectedVersion, by, changes, now().toISOString());
      return events ? success(events) : failed(last);
    },
    appendAll: async (changes, by) => {
      const at = now().toISOString();
      await lockPages(reach, [...changes.keys()]);
      for (const [page, own] of changes) await appendTo(page, (await lastVersion(page)).version, by, own, at);
    },
    setReviews: async (reviews) => {
      for (const [page, { review, tags, note }] of reviews)
        await db
          .updateTable('results')
          .set({ review, tags: JSON.stringify(tags), note })
          .where('page', '=', page)
          .execute();
    },
    setJoined: async (places) => {
      for (const [page, place] of places)
        await db
          .updateTable('pages')
          .set({ joined_to: place?.to ?? null, joined_place: place?.place ?? null })
          .where('id', '=', page)
          .execute();
    },
    putSummary: async (page, figures) => {
      const { kind, code, number, issueDate, seller, sellerTaxId, grossTotal } = figures;
      const buyer = figures.buyer ?? null;
      const values = {
        kind,
        code,
        number,
        issue_date: issueDate,
        seller,
        seller_tax_id: sellerTaxId,
        gross_total: grossTotal,
        faces: figures.faces,
        warnings: figures.warnings,
        errors: figures.errors,
        buyer,
        buyer_tax_id: figures.buyerTaxId ?? null,
        review: figures.review ?? 'open',
        failed_groups: JSON.stringify(figures.failedGroups ?? []),
        total: figures.total ?? null,
        tax_total: figures.taxTotal ?? null,
        ...totalledColumns(figures),
        open_findings: JSON.stringify(figures.openFindings ?? []),
        tags: JSON.stringify(figures.tags ?? []),
        note: figures.note ?? null,
      };
      await db
        .insertInto('results')
        .values({ page, ...values })
        .onConflict((conflict) => conflict.column('page').doUpdateSet(values))
        .execute();
      const name = figures.name ?? (await nameOf(page));
      const words = [name, seller, sellerTaxId, buyer, number, code, issueDate, grossTotal];
      const text = searchText(
        [...words, ...(figures.words ?? []), ...(figures.tags ?? []), figures.note].filter(
          (word) => typeof word === 'string',
        ),
      );
      await sql`
        UPDATE search SET day = coalesce(${isDay(issueDate) ? issueDate : null}, day), kind = ${kind},
          number = ${number}, seller = ${seller}, buyer = ${buyer}, cents = ${searchedCents(grossTotal)}, text = ${text},
          seller_form = ${comparableIfOther(seller)}, buyer_form = ${comparableIfOther(buyer)},
          number_form = ${comparableIfOther(number)}
        WHERE page = ${page}`.execute(db);
    },
    setQr: async (picture, text) => {
      await db.updateTable('pictures').set({ qr_read: 1, qr: text }).where('sha256', '=', picture).execute();
    },
  };
};
