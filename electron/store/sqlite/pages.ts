import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Treatment } from '../../../shared/contract/preparation.ts';
import type { PageState, Sent } from '../../../shared/contract/page.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import type { DroppedPicture, NewPage, OlderOpen, Prepared } from '../records/page.ts';
import { cutOffFailure } from '../records/call.ts';
import { openEarlierExtractions } from './earlier-extraction.ts';
import { inTransaction } from './migrate.ts';
import {
  isOpenPage,
  isOwnInvoice,
  pageColumns,
  pageJoins,
  pageTables,
  pageRowReader,
} from '../records/page-row.ts';
import type { CallOptions, PageRow } from '../records/page.ts';
import { droppedRow } from '../records/rows.ts';
import { openPagesById, type PagesById } from './pages-by-id.ts';

export type Pages = PagesById & {
  /** Adds all pages, or none. */
  readonly add: (pages: readonly NewPage[]) => readonly number[];
  readonly list: (service: ServiceId) => readonly PageRow[];
  /** The ids of all pages of a service, by document and number. */
  readonly ids: (service: ServiceId) => readonly number[];
  /** The largest page id ever used; 0 if there is none. */
  readonly newestId: () => number;
  /** The recognized pages of a service, oldest first, without further pages of joined invoices. */
  readonly recognized: (service: ServiceId) => readonly number[];
  /**
   * Recognized pages without figures, or whose picture was never searched for a code, with ids after one and
   * up to another.
   */
  readonly unfinished: (after: number, upTo: number) => readonly number[];
  /** The pages of the newest documents, and all pages that are not finished. */
  readonly recent: (service: ServiceId, documents: number) => readonly PageRow[];
  /** The id of the first document of `recent`; 0 if it leaves none out. */
  readonly firstRecent: (service: ServiceId, documents: number) => number;
  /** The newest of them, in whole documents, about as many as requested. */
  readonly olderOpen: (service: ServiceId, before: number, pages: number) => OlderOpen;
  readonly inState: (state: PageState) => readonly PageRow[];
  /** The number of pages by state. */
  readonly counts: () => Readonly<Record<string, number>>;
  /** Adds the missing pages of a page's file; returns the new ones. */
  readonly addRest: (id: number, pageCount: number) => readonly number[];
  /**
   * The page with the same number, of a file with the same content, for the same service, if there is one.
   */
  readonly same: (page: NewPage, originalSha256: string) => PageRow | null;
  /** False if the page's document is known to have other content; nothing is stored then. */
  readonly prepared: (id: number, prepared: Prepared) => boolean;
  /**
   * Sets a new state without a response; `waiting` clears an earlier failure. A page that is cancelled or
   * interrupted becomes recognized again if it has a response for its picture.
   */
  readonly setState: (ids: readonly number[], state: Exclude<PageState, 'recognized' | 'failed'>) => void;
  /** The pages wait for a new call; no earlier response may be used, even after a restart. */
  readonly askAgain: (ids: readonly number[]) => void;
  /** Stores how pages must be rotated and masked before they are sent; their pictures must be made again. */
  readonly setTreatment: (id: number, treatment: Treatment) => void;
  readonly setHeld: (ids: readonly number[], held: boolean) => void;
  readonly setOptions: (ids: readonly number[], options: CallOptions) => void;
  /**
   * The response that the page shows is damaged: the page has failed, and its call may have been billed for
   * nothing.
   */
  readonly lost: (id: number, failure: Failure) => void;
  /** Refused before any call. */
  readonly refused: (id: number, failure: Failure) => void;
  /** Forgets a picture that no page and no call needs any more; returns whether it did. */
  readonly forgetPicture: (sha256: string) => boolean;
  /** Whether a document or a rendition has our copy of a content. */
  readonly usesCopy: (sha256: string, path: string) => boolean;
  /**
   * Forgets the path of a page's file; false while one of its pages is held or must still be made from it.
   */
  readonly forgetFile: (id: number) => boolean;
  /**
   * Deletes pages with all their calls, for every rotation and mask. Keeps data that another page uses.
   * Returns the pictures that are no longer needed.
   */
  readonly remove: (ids: readonly number[]) => readonly DroppedPicture[];
};

/** @param onDamage receives a row that can't be read as it was written */
export const openPages = (db: DatabaseSync, now: () => Date, onDamage: () => void = () => {}): Pages => {
  const readPageRow = pageRowReader(onDamage);
  const insertDocument = db.prepare(
    `INSERT INTO documents (name, source, path, sha256, bytes, added_at) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const insertPage = db.prepare(
    `INSERT INTO pages (document, service, number, sandbox, options, state, picture, held, preparation)
     VALUES (?, ?, ?, ?, ?, 'waiting', ?, ?, ?)`,
  );
  const insertPicture = db.prepare(
    // A recovered ledger may contain a placeholder, whose size is 0.
    `INSERT INTO pictures (sha256, encoding, width, height, bytes) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (sha256) DO UPDATE SET encoding = excluded.encoding, width = excluded.width, height = excluded.height,
       bytes = excluded.bytes WHERE width = 0`,
  );
  const selectService = db.prepare(
    `SELECT ${pageColumns} FROM ${pageTables} WHERE pages.service = ? ORDER BY pages.document, pages.number`,
  );
  const selectIds = db.prepare(`SELECT id FROM pages WHERE service = ? ORDER BY document, number`);
  // By document, not by page id: a document that is unlocked late gets its pages late.
  const selectFirstRecent = db.prepare(
    `SELECT document FROM pages WHERE service = ? ORDER BY document DESC LIMIT 1 OFFSET ?`,
  );
  // By that index: the index of all documents would visit every finished page.
  const selectRecent = db.prepare(
    `SELECT ${pageColumns} FROM ${pageTables}
     WHERE pages.service = ?1 AND pages.document >= ?2
     UNION ALL
     SELECT ${pageColumns} FROM pages INDEXED BY pages_open ${pageJoins}
     WHERE pages.service = ?1 AND ${isOpenPage} AND pages.document < ?2
     ORDER BY 2, 9`,
  );
  // CROSS JOIN fixes the join order: open pages are few, or found at once.
  const unreviewed = `results INDEXED BY results_open CROSS JOIN pages ON pages.id = results.page
     WHERE results.review = 'open' AND pages.state = 'recognized' AND ${isOwnInvoice}
       AND pages.service = ? AND pages.document < ?`;
  const selectOldestOpen = db.prepare(
    `SELECT min(document) AS document FROM
       (SELECT pages.document FROM ${unreviewed} ORDER BY pages.document DESC LIMIT ?)`,
  );
  const selectOlderOpen = db.prepare(
    `SELECT ${pageColumns} FROM ${pageTables}
     WHERE pages.document >= ? AND pages.document < ? AND pages.service = ? AND pages.state = 'recognized'
       AND results.review = 'open' AND ${isOwnInvoice} ORDER BY 2, 9`,
  );
  const countOlderOpen = db.prepare(`SELECT count(*) AS pages FROM ${unreviewed}`);
  const inState = (also: string) =>
    db.prepare(
      `SELECT ${pageColumns} FROM ${pageTables} WHERE pages.state = ? ${also} ORDER BY pages.document, pages.number`,
    );
  const selectState = inState('');
  const selectOpenState = inState(`AND ${isOpenPage}`);
  const selectNewest = db.prepare(`SELECT coalesce(max(id), 0) AS id FROM pages`);
  const selectRecognized = db.prepare(
    `SELECT id FROM pages WHERE service = ? AND state = 'recognized' AND ${isOwnInvoice} ORDER BY id`,
  );
  const selectUnfinished = db.prepare(
    `SELECT pages.id FROM pages LEFT JOIN results ON results.page = pages.id
       LEFT JOIN pictures ON pictures.sha256 = pages.picture
     WHERE pages.id > ? AND pages.id <= ? AND pages.state = 'recognized'
       AND (results.page IS NULL OR pages.picture IS NULL OR (pages.service = 'vat-invoice' AND pictures.qr_read = 0))
     ORDER BY pages.id`,
  );
  const selectCounts = db.prepare(`SELECT state, count(*) AS pages FROM pages GROUP BY state`);
  const selectSame = db.prepare(
    `SELECT ${pageColumns} FROM ${pageTables}
     WHERE documents.path = ? AND documents.sha256 = ? AND pages.service = ? AND pages.sandbox = ? AND pages.number = ?
     ORDER BY pages.id DESC LIMIT 1`,
  );
  const updateDocument = db.prepare(
    `UPDATE documents SET sha256 = ?1, bytes = ?2, page_count = ?3
     WHERE id = (SELECT document FROM pages WHERE id = ?4) AND coalesce(sha256, ?1) = ?1`,
  );
  const updatePicture = db.prepare(`UPDATE pages SET picture = ?, preparation = ? WHERE id = ?`);
  const updateAskedAgain = db.prepare(
    `UPDATE pages SET state = 'waiting', failure = NULL, finished_at = NULL,
       after_call = (SELECT coalesce(max(id), 0) FROM calls) WHERE id = ?`,
  );
  const updateTreatment = db.prepare(
    `UPDATE pages SET turn = ?, masks = ?, after_call = 0, picture = NULL, preparation = NULL,
       earlier = CASE WHEN state <> 'recognized' THEN earlier
         WHEN EXISTS (SELECT 1 FROM calls WHERE calls.id = pages.call AND calls.picture = pages.picture)
         THEN json_object('turn', turn, 'masks', masks, 'picture', picture, 'preparation', preparation,
           'call', call, 'extraction', extraction) END
     WHERE id = ?`,
  );
  const updateHeld = db.prepare(`UPDATE pages SET held = ? WHERE id = ?`);
  const updatePageCount = db.prepare(
    `UPDATE documents SET page_count = ? WHERE id = (SELECT document FROM pages WHERE id = ?)`,
  );
  const insertSibling = db.prepare(
    `INSERT INTO pages (document, service, number, sandbox, options, state, held)
     SELECT document, service, ?, sandbox, options, 'waiting', held FROM pages AS first
     WHERE id = ? AND NOT EXISTS (SELECT 1 FROM pages WHERE document = first.document AND number = ?)`,
  );
  const selectDocument = db.prepare(`SELECT document FROM pages WHERE id = ?`);
  const updateState = db.prepare(`UPDATE pages SET state = ?, failure = NULL, finished_at = ? WHERE id = ?`);
  const updateOptions = db.prepare(`UPDATE pages SET options = ? WHERE id = ?`);
  const updateRefused = db.prepare(
    `UPDATE pages SET state = 'failed', failure = ?, call = NULL, extraction = NULL, reused = 0, finished_at = ?
     WHERE id = ?`,
  );
  const updateLost = db.prepare(
    `UPDATE pages SET state = 'failed', failure = ?, reused = 0, finished_at = ? WHERE id = ?`,
  );
  const markPaid = db.prepare(
    `UPDATE calls SET maybe_paid = 1 WHERE id = (SELECT call FROM pages WHERE id = ?)`,
  );
  const dropFigures = db.prepare(`DELETE FROM results WHERE page = ?`);
  const selectShown = db.prepare(
    `SELECT picture FROM pages WHERE id = ?1 AND picture IS NOT NULL
     UNION SELECT picture FROM calls WHERE page = ?1
     UNION SELECT calls.picture FROM pages JOIN calls ON calls.id = pages.call WHERE pages.id = ?1
     UNION SELECT calls.picture FROM extractions JOIN calls ON calls.id = extractions.call
       WHERE extractions.page = ?1`,
  );
  const selectExports = db.prepare(`SELECT export FROM export_pages WHERE page = ?`);
  const deleteExport = db.prepare(
    `DELETE FROM exports WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM export_pages WHERE export = ?1)`,
  );
  const deletePage = db.prepare(`DELETE FROM pages WHERE id = ?`);
  const deleteDocument = db.prepare(
    `DELETE FROM documents WHERE id = ? AND NOT EXISTS (SELECT 1 FROM pages WHERE document = documents.id)`,
  );
  const deleteCalls = db.prepare(
    `DELETE FROM calls WHERE picture = ? AND state <> 'calling' AND page IS NULL
     AND NOT EXISTS (SELECT 1 FROM pages WHERE pages.call = calls.id OR pages.picture = calls.picture)
     AND NOT EXISTS (SELECT 1 FROM extractions WHERE extractions.call = calls.id)`,
  );
  const deletePicture = db.prepare(
    `DELETE FROM pictures WHERE sha256 = ? AND NOT EXISTS (SELECT 1 FROM pages WHERE picture = pictures.sha256)
     AND NOT EXISTS (SELECT 1 FROM calls WHERE picture = pictures.sha256) RETURNING sha256, encoding`,
  );

  const selectPicture = db.prepare('SELECT 1 FROM pictures WHERE sha256 = ?');

  const updateForgotten = db.prepare(
    `UPDATE documents SET path = NULL WHERE id = (SELECT document FROM pages WHERE id = ?)
     AND NOT EXISTS (SELECT 1 FROM pages WHERE document = documents.id AND (held OR picture IS NULL))`,
  );
  const selectByCopy = db.prepare(
    `SELECT 1 FROM documents WHERE path = ?2 OR ((sha256 = ?1 OR sha256 IS NULL) AND path LIKE ?3)
     UNION ALL SELECT 1 FROM renditions WHERE path = ?2 OR (sha256 = ?1 AND path LIKE ?3) LIMIT 1`,
  );

  const keepEarlier = openEarlierExtractions(db);

  const keepPicture = ({ sha256, encoding, width, height, bytes }: Sent): void => {
    insertPicture.run(sha256, encoding, width, height, bytes);
  };

  /** The document of the page next to which this one is added, or a new one. */
  const documentOf = ({ beside, name, source, path, prepared }: NewPage): SQLOutputValue => {
    const there = beside === undefined || beside === null ? undefined : selectDocument.get(beside);
    if (there) return there['document'] ?? null;
    const { originalSha256 = null, originalBytes = null } = prepared ?? {};
    return Number(
      insertDocument.run(name, source, path, originalSha256, originalBytes, now().toISOString())
        .lastInsertRowid,
    );
  };

  const addOne = (page: NewPage): number => {
    const { prepared } = page;
    if (prepared) keepPicture(prepared.picture);
    const added = insertPage.run(
      documentOf(page),
      page.service,
      page.page ?? 1,
      Number(page.sandbox),
      JSON.stringify(page.options),
      prepared?.picture.sha256 ?? null,
      Number(page.held ?? false),
      prepared ? JSON.stringify(prepared.preparation) : null,
    );
    const id = Number(added.lastInsertRowid);
    if (prepared) updatePageCount.run(prepared.pageCount, id);
    return id;
  };

  const removeOne = (id: number): readonly DroppedPicture[] => {
    const page = selectDocument.get(id);
    if (!page) return [];
    const shown = selectShown.all(id).map(({ picture }) => picture ?? null);
    const exported = selectExports.all(id).map(({ export: one }) => one ?? null);
    // Its calls belong to no page from here on.
    deletePage.run(id);
    deleteDocument.run(page['document'] ?? null);
    for (const one of exported) deleteExport.run(one);
    return shown.flatMap((picture) => {
      deleteCalls.run(picture);
      return deletePicture.all(picture).map((row) => droppedRow.parse(row));
    });
  };

  const firstRecent = (service: ServiceId, documents: number): number =>
    Number(selectFirstRecent.get(service, documents - 1)?.['document'] ?? 0);

  return {
    add: (pages) => inTransaction(db, () => pages.map(addOne)),
    ...openPagesById(db, readPageRow),
    list: (service) => selectService.all(service).map(readPageRow),
    ids: (service) => selectIds.all(service).map(({ id }) => Number(id)),
    newestId: () => Number(selectNewest.get()?.['id']),
    recognized: (service) => selectRecognized.all(service).map(({ id }) => Number(id)),
    unfinished: (after, upTo) => selectUnfinished.all(after, upTo).map(({ id }) => Number(id)),
    recent: (service, documents) =>
      selectRecent.all(service, firstRecent(service, documents)).map(readPageRow),
    firstRecent,
    olderOpen: (service, before, pages) => {
      const oldest = selectOldestOpen.get(service, before, pages)?.['document'] ?? null;
      const first = oldest === null ? before : Number(oldest);
      return {
        rows: first === before ? [] : selectOlderOpen.all(first, before, service).map(readPageRow),
        before: first,
        left: Number(countOlderOpen.get(service, first)?.['pages']),
      };
    },
    inState: (state) => {
      const isAtEnd = state === 'recognized' || state === 'failed' || state === 'cancelled';
      return (isAtEnd ? selectState : selectOpenState).all(state).map(readPageRow);
    },
    counts: () =>
      Object.fromEntries(selectCounts.all().map(({ state, pages }) => [String(state), Number(pages)])),
    same: (page, originalSha256) => {
      const row = selectSame.get(
        page.path,
        originalSha256,
        page.service,
        Number(page.sandbox),
        page.page ?? 1,
      );
      return row ? readPageRow(row) : null;
    },
    prepared: (id, { originalSha256, originalBytes, pageCount, picture, preparation }) =>
      inTransaction(db, () => {
        if (!preparation.rendition) {
          const updated = updateDocument.run(originalSha256, originalBytes, pageCount, id);
          if (updated.changes === 0) return false;
        }
        keepPicture(picture);
        const updated = updatePicture.run(picture.sha256, JSON.stringify(preparation), id);
        // The page was removed while its picture was made.
        if (updated.changes === 0) deletePicture.all(picture.sha256);
        return updated.changes > 0;
      }),
    setState: (ids, state) =>
      inTransaction(db, () => {
        const isEnd = state === 'cancelled' || state === 'interrupted';
        const at = now().toISOString();
        for (const id of ids) {
          if (isEnd && keepEarlier(id, state === 'cancelled' ? null : cutOffFailure, at)) continue;
          updateState.run(state, isEnd ? at : null, id);
        }
      }),
    addRest: (id, pageCount) =>
      inTransaction(db, () => {
        updatePageCount.run(pageCount, id);
        const added: number[] = [];
        for (let number = 2; number <= pageCount; number += 1) {
          const inserted = insertSibling.run(number, id, number);
          if (inserted.changes !== 0) added.push(Number(inserted.lastInsertRowid));
        }
        return added;
      }),
    askAgain: (ids) =>
      inTransaction(db, () => {
        for (const id of ids) updateAskedAgain.run(id);
      }),
    setTreatment: (id, { turn, masks }) =>
      inTransaction(db, () => {
        updateTreatment.run(turn, JSON.stringify(masks), id);
      }),
    setHeld: (ids, held) =>
      inTransaction(db, () => {
        for (const id of ids) updateHeld.run(Number(held), id);
      }),
    setOptions: (ids, options) =>
      inTransaction(db, () => {
        for (const id of ids) updateOptions.run(JSON.stringify(options), id);
      }),
    lost: (id, failure) =>
      inTransaction(db, () => {
        markPaid.run(id);
        dropFigures.run(id);
        updateLost.run(JSON.stringify(failure), now().toISOString(), id);
      }),
    refused: (id, failure) =>
      inTransaction(db, () => {
        const at = now().toISOString();
        if (!keepEarlier(id, JSON.stringify(failure), at)) updateRefused.run(JSON.stringify(failure), at, id);
      }),
    forgetPicture: (sha256) => {
      deletePicture.all(sha256);
      return selectPicture.get(sha256) === undefined;
    },
    forgetFile: (id) => updateForgotten.run(id).changes !== 0,
    usesCopy: (sha256, path) => selectByCopy.get(sha256, path, `%${sha256}.bin`) !== undefined,
    remove: (ids) => inTransaction(db, () => ids.flatMap(removeOne)),
  };
};
