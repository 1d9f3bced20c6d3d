import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { failed, success, type Result } from '../../../shared/result.ts';
import { totalledColumns } from '../../../shared/review/totals.ts';
import { encodeChange, type ReviewChange, type ReviewEvent } from '../../../shared/review/event.ts';
import { mostAlike, type Lookalike, type PageReview, type VersionConflict } from '../records/review.ts';
import { inTransaction } from './migrate.ts';
import { isOwnInvoice } from '../records/page-row.ts';
import type { ResultFigures } from '../records/page.ts';
import { searchedCents, comparableIfOther, isDay, searchText } from '../search/search-text.ts';
import { otherRow, pageIdRow, readEvent } from '../records/rows.ts';

/** Figures from the extractions, and the user's review events. */
export type Results = {
  readonly set: (pageId: number, figures: ResultFigures) => void;
  /**
   * Recognized invoices with the same number, or with the same amount and date; sandbox data and real data
   * separately. Limited for each of the two: first those with the same code or seller, then the oldest.
   */
  readonly alike: (
    pageId: number,
    sandbox: boolean,
    figures: Pick<ResultFigures, 'code' | 'number' | 'grossTotal' | 'issueDate' | 'seller' | 'sellerTaxId'>,
    atMost?: number,
  ) => readonly Lookalike[];
  /**
   * Appends events, each with the extraction that the page shows. Refused if the page has another version (number of
   * events) than expected. Returns the new events.
   */
  readonly append: (
    pageId: number,
    expectedVersion: number,
    by: string,
    changes: readonly ReviewChange[],
  ) => Result<readonly ReviewEvent[], VersionConflict>;
  /** All events of a page, oldest first. */
  readonly events: (pageId: number) => readonly ReviewEvent[];
  /**
   * Appends the same changes to several pages in one transaction. All events have the same instant, so that
   * together they are one undo step.
   */
  readonly appendAll: (changes: ReadonlyMap<number, readonly ReviewChange[]>, by: string) => void;
  /** The pages of the newest events, newest first, each with the id of its newest event. */
  readonly lastEdited: (events: number) => readonly { readonly page: number; readonly id: number }[];
  /** Pages with an event of that instant. */
  readonly editedAt: (at: string) => readonly number[];
  /** The highest voucher number of a word in a period on other pages than these; 0 if there is none. */
  readonly lastVoucher: (word: string, period: string, without: readonly number[]) => number;
  /** Stores what the user added to a page; the extractions stay unchanged. */
  readonly setReviews: (pageId: number, review: PageReview) => void;
  /** Whether a verification of any page has the saved result with this digest. */
  readonly hasAttachment: (sha256: string) => boolean;
  readonly setQr: (picture: string, text: string | null) => void;
  /** Undefined if the picture was not searched yet. */
  readonly qr: (picture: string) => string | null | undefined;
};

const versionRow = z.object({ version: z.int(), by: z.string() });
const lastEditedRow = z.object({ page: z.int(), id: z.int() });
const insertedRow = z.object({ id: z.int(), extractionId: z.int().nullable() });
const qrRow = z.object({ qr: z.string().nullable() });

export const openResults = (db: DatabaseSync, now: () => Date): Results => {
  const upsert = db.prepare(
    `INSERT OR REPLACE INTO results
       (page, kind, code, number, issue_date, seller, seller_tax_id, gross_total, faces, warnings, errors, buyer,
        review, failed_groups, total, tax_total, tags, note, rates, open_findings,
        net_cents, tax_cents, gross_cents, counted_key, buyer_tax_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updateSearch = db.prepare(
    `UPDATE search SET day = coalesce(?, day), kind = ?, number = ?, seller = ?, buyer = ?, cents = ?, text = ?,
       seller_form = ?, buyer_form = ?, number_form = ?
     WHERE page = ?`,
  );
  const selectName = db.prepare(
    `SELECT documents.name FROM pages JOIN documents ON documents.id = pages.document WHERE pages.id = ?`,
  );
  const counts = `pages.id <> ?1 AND pages.sandbox = ?2 AND pages.state = 'recognized'
             AND pages.service = 'vat-invoice' AND near.review <> 'aside' AND ${isOwnInvoice}`;
  const selectAlike = db.prepare(
    `SELECT pages.id AS pageId, documents.name, documents.sha256 AS originalSha256, results.code, results.number,
       results.issue_date AS issueDate, results.seller, results.seller_tax_id AS sellerTaxId,
       results.gross_total AS grossTotal
     FROM (
         SELECT * FROM (
           SELECT near.page FROM results AS near CROSS JOIN pages ON pages.id = near.page
           WHERE near.number = ?3 AND ${counts} ORDER BY near.code IS ?6 DESC, near.page LIMIT ?8)
         UNION SELECT * FROM (
           SELECT near.page FROM results AS near CROSS JOIN pages ON pages.id = near.page
           WHERE near.gross_total = ?4 AND near.issue_date = ?5 AND ${counts}
           ORDER BY near.seller IS ?7 OR near.seller_tax_id = ?9 DESC, near.page LIMIT ?8)
       ) AS near
       -- In this order: the few that are near, and then what they belong to, however many pages there are.
       CROSS JOIN results ON results.page = near.page
       CROSS JOIN pages ON pages.id = results.page
       CROSS JOIN documents ON documents.id = pages.document
     ORDER BY pages.id`,
  );
  const insertEvent = db.prepare(
    `INSERT INTO review_events (page, version, kind, body, author, at, extraction)
     SELECT id, ?2, ?3, ?4, ?5, ?6, extraction FROM pages
     WHERE id = ?1 AND ?2 = (SELECT coalesce(max(version) + 1, 0) FROM review_events WHERE page = ?1)
     RETURNING id, extraction AS extractionId`,
  );
  const selectEvents = db.prepare(
    `SELECT id, version, kind, body, author AS by, at, extraction AS extractionId
     FROM review_events WHERE page = ? ORDER BY version`,
  );
  const selectVersion = db.prepare(
    `SELECT version + 1 AS version, author AS by FROM review_events WHERE page = ? ORDER BY version DESC LIMIT 1`,
  );
  const selectLastEdited = db.prepare(
    `SELECT page, max(id) AS id FROM (SELECT id, page FROM review_events ORDER BY id DESC LIMIT ?)
     GROUP BY page ORDER BY id DESC`,
  );
  const selectLastVoucher = db.prepare(
    `SELECT coalesce(max(json_extract(body, '$.booking.number')), 0) AS last FROM review_events
     WHERE kind = 'book' AND json_extract(body, '$.booking.word') = ?1
       AND json_extract(body, '$.booking.period') = ?2 AND page NOT IN (SELECT value FROM json_each(?3))`,
  );
  const selectEditedAt = db.prepare(`SELECT DISTINCT page FROM review_events WHERE at = ? ORDER BY page`);
  const updateReview = db.prepare(`UPDATE results SET review = ?, tags = ?, note = ? WHERE page = ?`);
  const selectAttachment = db.prepare(
    `SELECT 1 FROM review_events WHERE kind = 'verify' AND instr(body, ?) > 0 LIMIT 1`,
  );
  const updateQr = db.prepare(`UPDATE pictures SET qr_read = 1, qr = ? WHERE sha256 = ?`);
  const selectQr = db.prepare(`SELECT qr FROM pictures WHERE sha256 = ? AND qr_read = 1`);

  const conflictOf = (pageId: number): VersionConflict => {
    const last = selectVersion.get(pageId);
    return last ? versionRow.parse(last) : { version: 0, by: null };
  };

  return {
    set: (pageId, figures) =>
      inTransaction(db, () => {
        const { kind, code, number, issueDate, seller, sellerTaxId, buyer = null, grossTotal } = figures;
        const totalled = totalledColumns(figures);
        upsert.run(
          pageId,
          kind,
          code,
          number,
          issueDate,
          seller,
          sellerTaxId,
          grossTotal,
          figures.faces,
          figures.warnings,
          figures.errors,
          buyer,
          figures.review ?? 'open',
          JSON.stringify(figures.failedGroups ?? []),
          figures.total ?? null,
          figures.taxTotal ?? null,
          JSON.stringify(figures.tags ?? []),
          figures.note ?? null,
          totalled.rates,
          JSON.stringify(figures.openFindings ?? []),
          totalled.net_cents,
          totalled.tax_cents,
          totalled.gross_cents,
          totalled.counted_key,
          figures.buyerTaxId ?? null,
        );
        const name = figures.name ?? selectName.get(pageId)?.['name'];
        const found = [name, seller, sellerTaxId, buyer, number, code, issueDate, grossTotal];
        updateSearch.run(
          isDay(issueDate) ? issueDate : null,
          kind,
          number,
          seller,
          buyer,
          searchedCents(grossTotal),
          searchText(
            [...found, ...(figures.words ?? []), ...(figures.tags ?? []), figures.note].filter(
              (word) => typeof word === 'string',
            ),
          ),
          comparableIfOther(seller),
          comparableIfOther(buyer),
          comparableIfOther(number),
          pageId,
        );
      }),
    alike: (
      pageId,
      sandbox,
      { code, number, grossTotal, issueDate, seller, sellerTaxId },
      atMost = mostAlike,
    ) =>
      selectAlike
        .all(pageId, Number(sandbox), number, grossTotal, issueDate, code, seller, atMost, sellerTaxId)
        .map((row) => otherRow.parse(row)),
    append: (pageId, expectedVersion, by, changes) =>
      inTransaction(db, () => {
        const at = now().toISOString();
        const events: ReviewEvent[] = [];
        for (const change of changes) {
          const { kind, body } = encodeChange(change);
          const version = expectedVersion + events.length;
          const inserted = insertEvent.get(pageId, version, kind, body, by, at);
          if (!inserted) return failed(conflictOf(pageId));
          events.push({ ...insertedRow.parse(inserted), version, by, at, change });
        }
        return success(events);
      }),
    events: (pageId) => selectEvents.all(pageId).flatMap(readEvent),
    appendAll: (changes, by) =>
      inTransaction(db, () => {
        const at = now().toISOString();
        for (const [pageId, own] of changes) {
          const found = selectVersion.get(pageId);
          const { version } = found ? versionRow.parse(found) : { version: 0 };
          for (const [index, change] of own.entries()) {
            const { kind, body } = encodeChange(change);
            insertEvent.run(pageId, version + index, kind, body, by, at);
          }
        }
      }),
    lastEdited: (events) => selectLastEdited.all(events).map((row) => lastEditedRow.parse(row)),
    editedAt: (at) => selectEditedAt.all(at).map((row) => pageIdRow.parse(row).page),
    lastVoucher: (word, period, without) =>
      Number(selectLastVoucher.get(word, period, JSON.stringify(without))?.['last']),
    setReviews: (pageId, { review, tags, note }) =>
      inTransaction(db, () => {
        updateReview.run(review, JSON.stringify(tags), note, pageId);
      }),
    hasAttachment: (sha256) => selectAttachment.get(sha256) !== undefined,
    setQr: (picture, found) =>
      inTransaction(db, () => {
        updateQr.run(found, picture);
      }),
    qr: (picture) => {
      const row = selectQr.get(picture);
      return row ? qrRow.parse(row).qr : undefined;
    },
  };
};
