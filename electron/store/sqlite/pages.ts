import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import type { Treatment } from '../../../shared/contract/preparation.ts';
import type { PageState, Sent } from '../../../shared/contract/page.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { imageEncodingSchema, type ServiceId } from '../../../shared/services/service.ts';
import type { DroppedPicture, NewPage, OlderOpen, Prepared } from '../records/page.ts';
import { cutOffFailure, openEarlierAnswers } from './earlier-answer.ts';
import { inTransaction } from './migrate.ts';
import { isOpenPage, pageColumns, pageJoins, pageTables, pageRowReader } from './page-row.ts';
import type { CallOptions, PageRow } from '../records/page.ts';

export const droppedRow = z.object({ sha256: z.string(), encoding: imageEncodingSchema });

/** Documents and their pages. */
export type Pages = {
  /** All that are added at once are there, or none. */
  readonly add: (pages: readonly NewPage[]) => readonly number[];
  readonly get: (id: number) => PageRow | null;
  readonly list: (service: ServiceId) => readonly PageRow[];
  /** The ids of all pages of a service, by document and number. */
  readonly ids: (service: ServiceId) => readonly number[];
  /** As large as the number of all pages that ever were; 0 where there are none. */
  readonly newestId: () => number;
  /** The recognized pages of a service, oldest first. */
  readonly recognized: (service: ServiceId) => readonly number[];
  /**
   * Recognized pages whose figures are missing, or whose picture was never searched for a code, of the pages after one
   * id up to another.
   */
  readonly unfinished: (after: number, upTo: number) => readonly number[];
  /** The pages of the documents that came in last, and those that have not come to an end. */
  readonly recent: (service: ServiceId, documents: number) => readonly PageRow[];
  /** The first document of `recent`; 0 where it leaves none out. */
  readonly firstRecent: (service: ServiceId, documents: number) => number;
  /** The newest of them, whole documents, about as many as asked for. */
  readonly olderOpen: (service: ServiceId, before: number, pages: number) => OlderOpen;
  readonly inState: (state: PageState) => readonly PageRow[];
  /** How many there are of each state. */
  readonly counts: () => Readonly<Record<string, number>>;
  /** Adds what is missing of the pages of a page's file; returns the new ones. */
  readonly addRest: (id: number, pageCount: number) => readonly number[];
  /** The page with its number of the same file with the same content, read by the same service, where there is one. */
  readonly same: (page: NewPage, originalSha256: string) => PageRow | null;
  /** False, and nothing is kept, where the page's document is known to have another content. */
  readonly prepared: (id: number, prepared: Prepared) => boolean;
  /**
   * A new state without an answer; `waiting` forgets an earlier failure. A page that is cancelled or interrupted and has
   * an answer of its picture is recognized, as it was.
   */
  readonly setState: (ids: readonly number[], state: Exclude<PageState, 'recognized' | 'failed'>) => void;
  /** They wait for a new call; no earlier answer will do, after a restart neither. */
  readonly askAnew: (ids: readonly number[]) => void;
  /** What shall be done with pages before they are sent; what was made of them is made anew. */
  readonly setTreatment: (id: number, treatment: Treatment) => void;
  readonly setHeld: (ids: readonly number[], held: boolean) => void;
  readonly setOptions: (ids: readonly number[], options: CallOptions) => void;
  /** The reply that the page shows is damaged: it has failed, and its call may have been paid for in vain. */
  readonly lost: (id: number, failure: Failure) => void;
  /** Refused before any call. */
  readonly refused: (id: number, failure: Failure) => void;
  /** Forgets a picture that no page and no call needs any more; whether it did. */
  readonly forgetPicture: (sha256: string) => boolean;
  /** Whether a file is a document of any page. */
  readonly usesFile: (path: string) => boolean;
  /** Forgets where a page's file lies; false while a page of it is held or has to be made from it. */
  readonly forgetFile: (id: number) => boolean;
  /**
   * Deletes pages with all that was asked about them, however they were turned and covered then; what another page
   * goes by stays. Returns the pictures that nothing needs any more.
   */
  readonly remove: (ids: readonly number[]) => readonly DroppedPicture[];
};

/** @param onDamage told of a row that can't be read as it was written */
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
    // A recovered ledger may hold a stand-in, whose size is 0.
    `INSERT INTO pictures (sha256, encoding, width, height, bytes) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (sha256) DO UPDATE SET encoding = excluded.encoding, width = excluded.width, height = excluded.height,
       bytes = excluded.bytes WHERE width = 0`,
  );
  const selectOne = db.prepare(`SELECT ${pageColumns} FROM ${pageTables} WHERE pages.id = ?`);
  const selectService = db.prepare(
    `SELECT ${pageColumns} FROM ${pageTables} WHERE pages.service = ? ORDER BY pages.document, pages.number`,
  );
  const selectIds = db.prepare(`SELECT id FROM pages WHERE service = ? ORDER BY document, number`);
  // By documents, not by the pages' ids: a document that is unlocked late gets its pages late.
  const selectFirstRecent = db.prepare(
    `SELECT document FROM pages WHERE service = ? ORDER BY document DESC LIMIT 1 OFFSET ?`,
  );
  // By that index: the one of all documents would lead through every page that has come to its end.
  const selectRecent = db.prepare(
    `SELECT ${pageColumns} FROM ${pageTables}
     WHERE pages.service = ?1 AND pages.document >= ?2
     UNION ALL
     SELECT ${pageColumns} FROM pages INDEXED BY pages_open ${pageJoins}
     WHERE pages.service = ?1 AND ${isOpenPage} AND pages.document < ?2
     ORDER BY 2, 9`,
  );
  // CROSS JOIN holds the order: what is open is few of many, or found at once.
  const unreviewed = `results INDEXED BY results_open CROSS JOIN pages ON pages.id = results.page
     WHERE results.review = 'open' AND pages.state = 'recognized' AND pages.service = ? AND pages.document < ?`;
  const selectOldestOpen = db.prepare(
    `SELECT min(document) AS document FROM
       (SELECT pages.document FROM ${unreviewed} ORDER BY pages.document DESC LIMIT ?)`,
  );
  const selectOlderOpen = db.prepare(
    `SELECT ${pageColumns} FROM ${pageTables}
     WHERE pages.document >= ? AND pages.document < ? AND pages.service = ? AND pages.state = 'recognized'
       AND results.review = 'open' ORDER BY 2, 9`,
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
    `SELECT id FROM pages WHERE service = ? AND state = 'recognized' ORDER BY id`,
  );
  const selectUnfinished = db.prepare(
    `SELECT pages.id FROM pages LEFT JOIN results ON results.page = pages.id
       LEFT JOIN pictures ON pictures.sha256 = pages.picture
     WHERE pages.id > ? AND pages.id <= ? AND pages.state = 'recognized'
       AND (results.page IS NULL OR (pages.service = 'vat-invoice' AND pictures.qr_read = 0))
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
  const updateAnew = db.prepare(
    `UPDATE pages SET state = 'waiting', failure = NULL, finished_at = NULL,
       after_call = (SELECT coalesce(max(id), 0) FROM calls) WHERE id = ?`,
  );
  const updateTreatment = db.prepare(
    `UPDATE pages SET turn = ?, masks = ?, after_call = 0, picture = NULL, preparation = NULL WHERE id = ?`,
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
  const selectParts = db.prepare(`SELECT document FROM pages WHERE id = ?`);
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

  const updateForgotten = db.prepare(
    `UPDATE documents SET path = NULL WHERE id = (SELECT document FROM pages WHERE id = ?)
     AND NOT EXISTS (SELECT 1 FROM pages WHERE document = documents.id AND (held OR picture IS NULL))`,
  );
  const selectByPath = db.prepare(
    `SELECT 1 FROM documents WHERE path = ?1 UNION ALL SELECT 1 FROM renditions WHERE path = ?1 LIMIT 1`,
  );

  const keepEarlier = openEarlierAnswers(db);

  const keepPicture = ({ sha256, encoding, width, height, bytes }: Sent): void => {
    insertPicture.run(sha256, encoding, width, height, bytes);
  };

  /** The document of the page beside which this one comes, or a new one. */
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
    const parts = selectParts.get(id);
    if (!parts) return [];
    const shown = selectShown.all(id).map(({ picture }) => picture ?? null);
    const exported = selectExports.all(id).map(({ export: one }) => one ?? null);
    // Its calls belong to no page from here on.
    deletePage.run(id);
    deleteDocument.run(parts['document'] ?? null);
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
    get: (id) => {
      const row = selectOne.get(id);
      return row ? readPageRow(row) : null;
    },
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
        updatePicture.run(picture.sha256, JSON.stringify(preparation), id);
        return true;
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
    askAnew: (ids) =>
      inTransaction(db, () => {
        for (const id of ids) updateAnew.run(id);
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
    forgetPicture: (sha256) => deletePicture.all(sha256).length > 0,
    forgetFile: (id) => updateForgotten.run(id).changes !== 0,
    usesFile: (path) => selectByPath.get(path) !== undefined,
    remove: (ids) => inTransaction(db, () => ids.flatMap(removeOne)),
  };
};
