import { formIfOther } from '../search/search-form.ts';
import { z } from 'zod';
import type { PageId, Sent } from '../../../shared/contract/page.ts';
import type { WriteStore } from '../port.ts';
import { cutOffFailure } from '../records/call.ts';
import type { NewPage } from '../records/page.ts';
import { dropResult, keepEarlier } from './calls.ts';
import { givenRows, all, change, first, lock, lockPages, type SqlSteps, type StepsOf } from './steps.ts';
import { dropPicture, lockPicture } from './page-removal.ts';

const idRow = z.object({ id: z.int() });
const nameRow = z.object({ name: z.string() });
const documentRow = z.object({ document: z.int() });

/** A recovered ledger may contain a placeholder, whose size is 0. */
const insertPicture = `
  INSERT INTO pictures (sha256, encoding, width, height, bytes) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (sha256) DO UPDATE SET encoding = excluded.encoding, width = excluded.width, height = excluded.height,
    bytes = excluded.bytes WHERE pictures.width = 0`;

const insertDocument = `
  INSERT INTO documents (name, source, path, sha256, bytes, added_at, mail) VALUES ($1, $2, $3, $4, $5, $6, $7)
  RETURNING id`;

const insertPage = `
  INSERT INTO pages (document, service, number, part, sandbox, options, state, picture, held, preparation, author)
  VALUES ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8, $9, $10) RETURNING id`;

const updatePageCount = `
  UPDATE documents SET page_count = $2 WHERE id = (SELECT document FROM pages WHERE id = $1)`;

const updateContent = `
  UPDATE documents SET sha256 = $2, bytes = $3, page_count = $4
  WHERE id = (SELECT document FROM pages WHERE id = $1) AND coalesce(sha256, $2) = $2`;

const insertRest = (count: number): string => `
  WITH further (number) AS (VALUES ${givenRows(count, { number: 'bigint' }, 2)})
  INSERT INTO pages (document, service, number, sandbox, options, state, held, author)
  SELECT one.document, one.service, further.number, one.sandbox, one.options, 'waiting', one.held, one.author
  FROM pages AS one CROSS JOIN further
  WHERE one.id = $1
    AND NOT EXISTS (SELECT 1 FROM pages WHERE document = one.document AND number = further.number)
  ORDER BY further.number RETURNING id`;

/** The other invoices of a page that become pages of their own, with its picture and how that was made. */
const insertParts = (count: number): string => `
  WITH further (part) AS (VALUES ${givenRows(count, { part: 'bigint' }, 2)})
  INSERT INTO pages (document, service, number, part, sandbox, options, state, turn, masks, corners, picture, preparation,
    held, author)
  SELECT one.document, one.service, one.number, further.part, one.sandbox, one.options, 'waiting', one.turn, one.masks,
    one.corners, one.picture, one.preparation, one.held, one.author
  FROM pages AS one CROSS JOIN further
  WHERE one.id = $1 AND NOT EXISTS (
    SELECT 1 FROM pages WHERE document = one.document AND number = one.number AND part = further.part)
  ORDER BY further.part RETURNING id`;

const selectName = `
  SELECT documents.name FROM pages JOIN documents ON documents.id = pages.document WHERE pages.id = $1`;

const updatePart = 'UPDATE pages SET part = $2 WHERE id = $1';

/** Nobody becomes the author of a page that waits for another user. */
const newAuthor = (by: string): string =>
  `CASE WHEN state IN ('waiting', 'calling') THEN author ELSE coalesce(${by}::text, author) END`;

const updateAskedAgain = `
  UPDATE pages SET state = 'waiting', failure = NULL, finished_at = NULL, author = ${newAuthor('$2')},
    after_call = (SELECT coalesce(max(id), 0) FROM calls)
  WHERE id = ANY($1::bigint[]) AND state <> 'calling'
    AND ($3 = 0 OR state <> 'waiting' OR held = 1 OR failure IS NOT NULL)
  RETURNING id`;

const selectIn = 'SELECT id FROM pages WHERE id = ANY($1::bigint[]) AND state = ANY($2::text[])';

const updateTreatment = `
  UPDATE pages SET turn = $2, masks = $3, corners = $4, after_call = 0, picture = NULL, preparation = NULL,
    author = ${newAuthor('$5')},
    earlier = CASE WHEN state <> 'recognized' THEN earlier
      WHEN EXISTS (SELECT 1 FROM calls WHERE calls.id = pages.call AND calls.picture = pages.picture)
        OR EXISTS (SELECT 1 FROM extractions WHERE extractions.id = pages.extraction AND reader = 'local')
      THEN json_build_object('turn', turn, 'masks', masks, 'corners', corners, 'picture', picture,
        'preparation', preparation, 'call', call, 'extraction', extraction)::text END
  WHERE id = $1`;

const updateRefused = `
  UPDATE pages SET state = 'failed', failure = $2, call = NULL, extraction = NULL, reused = 0, finished_at = $3
  WHERE id = $1`;

const markPaid = `
  UPDATE calls SET maybe_paid = 1 WHERE id = (SELECT call FROM pages WHERE id = $1)`;

const updateLost = `
  UPDATE pages SET state = 'failed', failure = $2, reused = 0, finished_at = $3 WHERE id = $1`;

const updateForgotten = `
  UPDATE documents SET path = NULL WHERE id = (SELECT document FROM pages WHERE id = $1)
    AND NOT EXISTS (SELECT 1 FROM pages WHERE document = documents.id AND (held = 1 OR picture IS NULL))`;

function* keepPicture({ sha256, encoding, width, height, bytes }: Sent): SqlSteps<void> {
  yield* lockPicture(sha256);
  yield* change(insertPicture, sha256, encoding, width, height, bytes);
}

/** A trigger has stored the name in the engine's own small letters. */
function* nameFormed(ids: readonly PageId[], name: string): SqlSteps<void> {
  const form = formIfOther(name);
  if (form !== null) yield* change('UPDATE search SET text = $2 WHERE page = ANY($1::bigint[])', ids, form);
}

/** Adds the second to the last of some pages of a file, or of some parts of a page. */
function* addBeside(
  insert: (count: number) => string,
  page: PageId,
  last: number,
): SqlSteps<readonly PageId[]> {
  const further = Array.from({ length: last - 1 }, (_, index) => index + 2);
  if (further.length === 0) return [];
  const added = yield* all(insert(further.length), page, ...further);
  if (added.length === 0) return [];
  const ids = added.map((row) => idRow.parse(row).id);
  const named = nameRow.parse(yield* first(selectName, page));
  yield* nameFormed(ids, named.name);
  return ids;
}

type PageWrites = StepsOf<
  Pick<
    WriteStore,
    | 'addPages'
    | 'addRest'
    | 'addParts'
    | 'setPart'
    | 'setPrepared'
    | 'setState'
    | 'setStateFrom'
    | 'askAgain'
    | 'setTreatment'
    | 'setDrawn'
    | 'setHeld'
    | 'setOptions'
    | 'refuse'
    | 'lose'
    | 'forgetFile'
    | 'holdFile'
    | 'lockPages'
  >
>;

export const pageWrites = (now: () => Date): PageWrites => {
  /** The document of the page next to which this one is added, or a new one. */
  function* documentOf({ beside = null, name, source, path, prepared, mail }: NewPage): SqlSteps<number> {
    if (beside !== null) yield* lockPages([beside]);
    const there =
      beside === null ? undefined : yield* first('SELECT document FROM pages WHERE id = $1', beside);
    if (there !== undefined) return documentRow.parse(there).document;
    const { originalSha256 = null, originalBytes = null } = prepared ?? {};
    const at = now().toISOString();
    const kept = mail ? JSON.stringify(mail) : null;
    const known = [originalSha256, originalBytes] as const;
    return idRow.parse(yield* first(insertDocument, name, source, path, ...known, at, kept)).id;
  }

  /** Ends pages, or has them wait; they are locked. */
  function* putState(ids: readonly PageId[], state: Parameters<WriteStore['setState']>[1]): SqlSteps<void> {
    const isEnd = state === 'cancelled' || state === 'interrupted';
    const at = now().toISOString();
    for (const id of ids) {
      const failure = state === 'cancelled' ? null : cutOffFailure;
      if (isEnd && (yield* keepEarlier(id, failure, at))) continue;
      yield* change(
        'UPDATE pages SET state = $2, failure = NULL, finished_at = $3 WHERE id = $1',
        id,
        state,
        isEnd ? at : null,
      );
    }
  }

  function* addOne(page: NewPage): SqlSteps<PageId> {
    const { prepared } = page;
    if (prepared) yield* keepPicture(prepared.picture);
    const added = yield* first(
      insertPage,
      yield* documentOf(page),
      page.service,
      page.page ?? 1,
      page.part ?? 0,
      Number(page.sandbox),
      JSON.stringify(page.options),
      prepared?.picture.sha256 ?? null,
      Number(page.held ?? false),
      prepared ? JSON.stringify(prepared.preparation) : null,
      page.author,
    );
    const { id } = idRow.parse(added);
    if (prepared) yield* change(updatePageCount, id, prepared.pageCount);
    return id;
  }

  return {
    *addPages(pages) {
      const ids: PageId[] = [];
      for (const page of pages) {
        const id = yield* addOne(page);
        ids.push(id);
        yield* nameFormed([id], page.name);
      }
      return ids;
    },
    *addRest(page, pageCount) {
      yield* lockPages([page]);
      yield* change(updatePageCount, page, pageCount);
      return yield* addBeside(insertRest, page, pageCount);
    },
    *addParts(page, parts) {
      yield* lockPages([page]);
      yield* change(updatePart, page, 1);
      return yield* addBeside(insertParts, page, parts);
    },
    *setPart(page, part) {
      yield* lockPages([page]);
      yield* change(updatePart, page, part);
    },
    *setPrepared(page, { originalSha256, originalBytes, pageCount, picture, preparation }) {
      // Another rendition of the document has its own content.
      const isKnown =
        preparation.rendition ||
        (yield* change(updateContent, page, originalSha256, originalBytes, pageCount)) > 0;
      if (!isKnown) return false;
      yield* keepPicture(picture);
      const updated = yield* change(
        'UPDATE pages SET picture = $2, preparation = $3 WHERE id = $1',
        page,
        picture.sha256,
        JSON.stringify(preparation),
      );
      // The page was removed while its picture was made.
      if (updated === 0) yield* dropPicture(picture.sha256);
      return updated > 0;
    },
    *setState(ids, state) {
      yield* lockPages(ids);
      yield* putState(ids, state);
    },
    *setStateFrom(ids, from, state) {
      yield* lockPages(ids);
      const there = (yield* all(selectIn, ids, from)).map((row) => idRow.parse(row).id);
      yield* putState(there, state);
      return there;
    },
    *askAgain(ids, by, leavesWaiting = false) {
      // The lock orders two requests: the later one sees the state that the earlier one left.
      yield* lockPages(ids);
      const asked = yield* all(updateAskedAgain, ids, by, Number(leavesWaiting));
      return asked.map((row) => idRow.parse(row).id);
    },
    *setTreatment(page, { turn, masks, corners }, by) {
      const kept = corners ? JSON.stringify(corners) : null;
      yield* change(updateTreatment, page, turn, JSON.stringify(masks), kept, by);
    },
    *setDrawn(page, look) {
      yield* change('UPDATE pages SET drawn = $2 WHERE id = $1', page, JSON.stringify(look));
    },
    *setHeld(ids, held) {
      yield* change('UPDATE pages SET held = $2 WHERE id = ANY($1::bigint[])', ids, Number(held));
    },
    *setOptions(ids, options) {
      const kept = JSON.stringify(options);
      yield* change('UPDATE pages SET options = $2 WHERE id = ANY($1::bigint[])', ids, kept);
    },
    *refuse(page, failure) {
      const at = now().toISOString();
      const kept = JSON.stringify(failure);
      if (!(yield* keepEarlier(page, kept, at))) yield* change(updateRefused, page, kept, at);
    },
    *lose(page, failure) {
      yield* change(markPaid, page);
      yield* dropResult(page);
      yield* change(updateLost, page, JSON.stringify(failure), now().toISOString());
    },
    *forgetFile(page) {
      return (yield* change(updateForgotten, page)) > 0;
    },
    *holdFile(sha256) {
      yield* lock('SELECT pg_advisory_xact_lock(hashtextextended($1, 2))', sha256);
    },
    lockPages,
  };
};
