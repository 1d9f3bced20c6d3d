import type { DatabaseSync } from 'node:sqlite';
import type { PageState, Sent } from '../../shared/records.ts';
import type { Failure } from '../../shared/services/failure.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { inTransaction } from './migrate.ts';
import { pageColumns, pageTables, readPageRow, type CallOptions, type PageRow } from './page-row.ts';

/** A file that is taken in; it waits to be recognized. */
export type NewPage = {
  readonly service: ServiceId;
  readonly name: string;
  readonly source: string;
  readonly path: string | null;
  readonly sandbox: boolean;
  readonly options: CallOptions;
  /** What is known of its bytes already; null until it is read. */
  readonly prepared: Prepared | null;
};

export type Prepared = {
  readonly originalSha256: string;
  readonly originalBytes: number;
  readonly picture: Sent;
};

/** Documents and their pages. */
export type Pages = {
  readonly add: (pages: readonly NewPage[]) => readonly number[];
  readonly get: (id: number) => PageRow | null;
  readonly list: (service: ServiceId) => readonly PageRow[];
  readonly inState: (state: PageState) => readonly PageRow[];
  /** The page of the same file with the same content, read by the same service, where there is one. */
  readonly same: (page: NewPage, originalSha256: string) => PageRow | null;
  readonly prepared: (id: number, prepared: Prepared) => void;
  /** A new state without an answer; `waiting` forgets an earlier failure. */
  readonly setState: (ids: readonly number[], state: Exclude<PageState, 'recognized' | 'failed'>) => void;
  readonly setOptions: (ids: readonly number[], options: CallOptions) => void;
  /** Refused before any call. */
  readonly refused: (id: number, failure: Failure) => void;
  /** Deletes pages with their answers; returns the pictures that nothing needs any more. */
  readonly remove: (ids: readonly number[]) => readonly string[];
};

export const openPages = (db: DatabaseSync, now: () => Date): Pages => {
  const insertDocument = db.prepare(
    `INSERT INTO documents (name, source, path, sha256, bytes, added_at) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const insertPage = db.prepare(
    `INSERT INTO pages (document, service, number, sandbox, options, state, picture) VALUES (?, ?, 1, ?, ?, 'waiting', ?)`,
  );
  const insertPicture = db.prepare(
    `INSERT INTO pictures (sha256, encoding, width, height, bytes) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const selectOne = db.prepare(`SELECT ${pageColumns} FROM ${pageTables} WHERE pages.id = ?`);
  const selectService = db.prepare(
    `SELECT ${pageColumns} FROM ${pageTables} WHERE pages.service = ? ORDER BY pages.id`,
  );
  const selectState = db.prepare(
    `SELECT ${pageColumns} FROM ${pageTables} WHERE pages.state = ? ORDER BY pages.id`,
  );
  const selectSame = db.prepare(
    `SELECT ${pageColumns} FROM ${pageTables}
     WHERE documents.path = ? AND documents.sha256 = ? AND pages.service = ? AND pages.sandbox = ? AND pages.number = 1
     ORDER BY pages.id DESC LIMIT 1`,
  );
  const updateDocument = db.prepare(
    `UPDATE documents SET sha256 = ?, bytes = ? WHERE id = (SELECT document FROM pages WHERE id = ?)`,
  );
  const updatePicture = db.prepare(`UPDATE pages SET picture = ? WHERE id = ?`);
  const updateState = db.prepare(`UPDATE pages SET state = ?, failure = NULL, finished_at = ? WHERE id = ?`);
  const updateOptions = db.prepare(`UPDATE pages SET options = ? WHERE id = ?`);
  const updateRefused = db.prepare(
    `UPDATE pages SET state = 'failed', failure = ?, call = NULL, reused = 0, finished_at = ? WHERE id = ?`,
  );
  const selectParts = db.prepare(`SELECT document, call, picture FROM pages WHERE id = ?`);
  const deletePage = db.prepare(`DELETE FROM pages WHERE id = ?`);
  const deleteDocument = db.prepare(
    `DELETE FROM documents WHERE id = ? AND NOT EXISTS (SELECT 1 FROM pages WHERE document = documents.id)`,
  );
  const deleteCalls = db.prepare(
    `DELETE FROM calls WHERE picture = ? AND state <> 'calling'
     AND NOT EXISTS (SELECT 1 FROM pages WHERE pages.call = calls.id OR pages.picture = calls.picture)`,
  );
  const deletePicture = db.prepare(
    `DELETE FROM pictures WHERE sha256 = ? AND NOT EXISTS (SELECT 1 FROM pages WHERE picture = pictures.sha256)
     AND NOT EXISTS (SELECT 1 FROM calls WHERE picture = pictures.sha256)`,
  );

  const keepPicture = ({ sha256, encoding, width, height, bytes }: Sent): void => {
    insertPicture.run(sha256, encoding, width, height, bytes);
  };

  const addOne = (page: NewPage): number => {
    const { prepared } = page;
    if (prepared) keepPicture(prepared.picture);
    const document = insertDocument.run(
      page.name,
      page.source,
      page.path,
      prepared?.originalSha256 ?? null,
      prepared?.originalBytes ?? null,
      now().toISOString(),
    ).lastInsertRowid;
    const added = insertPage.run(
      document,
      page.service,
      Number(page.sandbox),
      JSON.stringify(page.options),
      prepared?.picture.sha256 ?? null,
    );
    return Number(added.lastInsertRowid);
  };

  const removeOne = (id: number): string | null => {
    const parts = selectParts.get(id);
    if (!parts) return null;
    deletePage.run(id);
    deleteDocument.run(parts['document'] ?? null);
    const picture = parts['picture'];
    if (typeof picture !== 'string') return null;
    deleteCalls.run(picture);
    return deletePicture.run(picture).changes === 0 ? null : picture;
  };

  return {
    add: (pages) => inTransaction(db, () => pages.map(addOne)),
    get: (id) => {
      const row = selectOne.get(id);
      return row ? readPageRow(row) : null;
    },
    list: (service) => selectService.all(service).map(readPageRow),
    inState: (state) => selectState.all(state).map(readPageRow),
    same: (page, originalSha256) => {
      const row = selectSame.get(page.path, originalSha256, page.service, Number(page.sandbox));
      return row ? readPageRow(row) : null;
    },
    prepared: (id, { originalSha256, originalBytes, picture }) =>
      inTransaction(db, () => {
        keepPicture(picture);
        updateDocument.run(originalSha256, originalBytes, id);
        updatePicture.run(picture.sha256, id);
      }),
    setState: (ids, state) =>
      inTransaction(db, () => {
        const finishedAt = state === 'cancelled' || state === 'interrupted' ? now().toISOString() : null;
        for (const id of ids) updateState.run(state, finishedAt, id);
      }),
    setOptions: (ids, options) =>
      inTransaction(db, () => {
        for (const id of ids) updateOptions.run(JSON.stringify(options), id);
      }),
    refused: (id, failure) =>
      inTransaction(db, () => {
        updateRefused.run(JSON.stringify(failure), now().toISOString(), id);
      }),
    remove: (ids) => inTransaction(db, () => ids.map(removeOne).filter((picture) => picture !== null)),
  };
};
