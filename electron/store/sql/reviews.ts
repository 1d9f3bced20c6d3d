import { z } from 'zod';
import type { PageId } from '../../../shared/contract/page.ts';
import { failed, success } from '../../../shared/result.ts';
import { encodeChange, type ReviewChange, type ReviewEvent } from '../../../shared/review/event.ts';
import type { ReadStore, WriteStore } from '../port.ts';
import { withOtherWords } from '../search/search-form.ts';
import { binnedPages, isNotInBin } from '../records/page-row.ts';
import type { VersionConflict } from '../records/review.ts';
import { pageIdRow, readEvent } from '../records/rows.ts';
import { all, change, first, lockPages, type SqlSteps, type StepsOf } from './steps.ts';

const lastEditedRow = z.object({ page: z.int(), id: z.int() });
const partyRow = z.object({ name: z.string(), taxId: z.string() });
const versionRow = z.object({ version: z.int(), by: z.string() });
const tagsSchema = z.array(z.string());
const labelsRow = z.object({
  page: z.int(),
  text: z.string(),
  tags: z
    .string()
    .nullable()
    .transform((json) => {
      try {
        return tagsSchema.parse(JSON.parse(json ?? '[]'));
      } catch {
        // A row that the disk has damaged: its words stay.
        return [];
      }
    }),
  note: z.string().nullable(),
});
const labelsOf = (tags: readonly string[], note: string | null): readonly string[] => [
  ...tags,
  ...(note === null ? [] : [note]),
];
const appendedRow = z.object({ id: z.int(), version: z.int(), extractionId: z.int().nullable() });

const selectEvents = `
  SELECT page, id, version, kind, body, author AS by, at, extraction AS "extractionId"
  FROM review_events WHERE page = ANY($1::bigint[]) ORDER BY page, version`;

const selectLastEdited = `
  SELECT page, max(id) AS id FROM (SELECT id, page FROM review_events ORDER BY id DESC LIMIT $1) AS last
  WHERE page NOT IN ${binnedPages}
  GROUP BY page ORDER BY id DESC`;

const selectAttachment = `
  SELECT 1 FROM review_events WHERE kind = 'verify' AND strpos(body, $1) > 0 LIMIT 1`;

/**
 * Companies on confirmed invoices, each name with its taxpayer id. Only the newest invoices are looked through, because
 * every scan asks.
 */
const selectConfirmedParties = `
  WITH newest AS (
    SELECT results.seller, results.seller_tax_id, results.buyer, results.buyer_tax_id
    FROM results JOIN pages ON pages.id = results.page
    WHERE results.page > (SELECT coalesce(max(page), 0) FROM results) - $1::bigint
      AND results.review = 'confirmed' AND pages.sandbox = 0 AND ${isNotInBin}
  ), parties AS (
    SELECT seller AS name, seller_tax_id AS "taxId" FROM newest
    UNION SELECT buyer, buyer_tax_id FROM newest
  )
  SELECT name, "taxId" FROM parties WHERE name IS NOT NULL AND "taxId" IS NOT NULL`;
const searchedForParties = 20_000;

const nextVersion = '(SELECT coalesce(max(version) + 1, 0) FROM review_events WHERE page = $1)';

/** With the extraction that the page shows. */
const insertEvent = `
  INSERT INTO review_events (page, version, kind, body, author, at, extraction)
  SELECT id, ${nextVersion}, $2::text, $3::text, $4::text, $5::text, extraction FROM pages WHERE id = $1`;
const returning = 'RETURNING id, version, extraction AS "extractionId"';
const insertEventAt = `${insertEvent} AND ${nextVersion} = $6 ${returning}`;

const selectVersion = `
  SELECT version + 1 AS version, author AS by FROM review_events WHERE page = $1 ORDER BY version DESC LIMIT 1`;

const updateReview = 'UPDATE results SET review = $2, tags = $3, note = $4 WHERE page = $1';
const updateAside = `
  UPDATE pages SET aside = $2 WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM results WHERE page = $1)`;
/** The words of a page for searches, with the tags and the note among them. */
const selectLabels = `
  SELECT results.page, search.text, results.tags, results.note
  FROM results JOIN search ON search.page = results.page WHERE results.page = ANY($1::bigint[])`;
const updateWords = 'UPDATE search SET text = $2 WHERE page = $1';
const updateJoined = 'UPDATE pages SET joined_to = $2, joined_place = $3 WHERE id = $1';
const updateQr = 'UPDATE pictures SET qr_read = 1, qr = $2 WHERE sha256 = $1';

function* eventsOf(pages: readonly PageId[]): SqlSteps<ReadonlyMap<PageId, readonly ReviewEvent[]>> {
  yield* lockPages(pages);
  const events = new Map<PageId, ReviewEvent[]>(pages.map((page) => [page, []]));
  const rows = pages.length === 0 ? [] : yield* all(selectEvents, pages);
  for (const row of rows) events.get(pageIdRow.parse(row).page)?.push(...readEvent(row));
  return events;
}

export const reviewReads = {
  *events(page) {
    return (yield* eventsOf([page])).get(page) ?? [];
  },
  eventsOf,
  *lastEdited(events) {
    return (yield* all(selectLastEdited, events)).map((row) => lastEditedRow.parse(row));
  },
  *editedAt(at) {
    const rows = yield* all(
      `SELECT DISTINCT page FROM review_events WHERE at = $1 AND page NOT IN ${binnedPages} ORDER BY page`,
      at,
    );
    return rows.map((row) => pageIdRow.parse(row).page);
  },
  *hasAttachment(sha256) {
    return (yield* first(selectAttachment, sha256)) !== undefined;
  },
  *confirmedParties() {
    return (yield* all(selectConfirmedParties, searchedForParties)).map((row) => partyRow.parse(row));
  },
} satisfies StepsOf<
  Pick<ReadStore, 'events' | 'eventsOf' | 'lastEdited' | 'editedAt' | 'hasAttachment' | 'confirmedParties'>
>;

function* conflictOf(page: PageId): SqlSteps<VersionConflict> {
  const last = yield* first(selectVersion, page);
  return last === undefined ? { version: 0, by: null } : versionRow.parse(last);
}

export const reviewWrites = (now: () => Date) =>
  ({
    *append(page, expectedVersion, by, changes) {
      yield* lockPages([page]);
      const at = now().toISOString();
      const events: ReviewEvent[] = [];
      for (const own of changes) {
        const { kind, body } = encodeChange(own);
        const version = expectedVersion + events.length;
        const row = yield* first(insertEventAt, page, kind, body, by, at, version);
        if (row === undefined) return failed(yield* conflictOf(page));
        events.push({ ...appendedRow.parse(row), by, at, change: own });
      }
      return success(events);
    },
    *appendAll(changes: ReadonlyMap<PageId, readonly ReviewChange[]>, by: string) {
      yield* lockPages([...changes.keys()]);
      const at = now().toISOString();
      for (const [page, own] of changes)
        for (const { kind, body } of own.map(encodeChange))
          yield* change(insertEvent, page, kind, body, by, at);
    },
    *setReviews(reviews) {
      const searched = reviews.size === 0 ? [] : yield* all(selectLabels, [...reviews.keys()]);
      for (const { page, text, tags, note } of searched.map((row) => labelsRow.parse(row))) {
        const set = reviews.get(page);
        if (!set) continue;
        const other = withOtherWords(text, labelsOf(tags, note), labelsOf(set.tags, set.note));
        if (other !== text) yield* change(updateWords, page, other);
      }
      for (const [page, { review, tags, note }] of reviews) {
        yield* change(updateReview, page, review, JSON.stringify(tags), note);
        yield* change(updateAside, page, Number(review === 'aside'));
      }
    },
    *setJoined(places) {
      for (const [page, place] of places)
        yield* change(updateJoined, page, place?.to ?? null, place?.place ?? null);
    },
    *setQr(picture, text) {
      yield* change(updateQr, picture, text);
    },
  }) satisfies StepsOf<Pick<WriteStore, 'append' | 'appendAll' | 'setReviews' | 'setJoined' | 'setQr'>>;
