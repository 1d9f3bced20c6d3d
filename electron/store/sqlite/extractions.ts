import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Extraction, NewExtraction } from '../records/extraction.ts';
import { inTransaction } from './migrate.ts';
import { extractionRow } from '../records/rows.ts';

export type Extractions = {
  readonly get: (id: number) => Extraction | null;
  /** All extractions of a page, oldest first. */
  readonly of: (pageId: number) => readonly Extraction[];
  /**
   * Stores and shows what a local reader extracted: the page is recognized without any call. Returns the
   * extraction's id.
   */
  readonly add: (pageId: number, extraction: NewExtraction) => number;
  /** Shows an existing extraction of a local reader. */
  readonly show: (pageId: number, id: number) => void;
};

/** Null for a damaged row: its page has lost that extraction, and the others are unchanged. */
const readRow = (row: unknown): Extraction | null => extractionRow.safeParse(row).data ?? null;

const selected = `SELECT extractions.id, extractions.page, extractions.reader, extractions.version,
  extractions.created_at AS createdAt, extractions.call AS callId, calls.picture, pictures.qr, extractions.payload
  FROM extractions LEFT JOIN calls ON calls.id = extractions.call
  LEFT JOIN pictures ON pictures.sha256 = calls.picture`;

/** The version of the readers whose data is stored with the call. */
const callReaderVersion = 1;

/** Shows the extraction of a call on a page. The same call on the same page is the same extraction. */
type ShowCall = (pageId: number, callId: number, at: string) => number;

export const openShowCall = (db: DatabaseSync): ShowCall => {
  const insert = db.prepare(
    `INSERT INTO extractions (page, reader, version, created_at, call)
     SELECT ?1, CASE sandbox WHEN 1 THEN 'sandbox' ELSE 'service' END, ${callReaderVersion}, ?3, id
     FROM calls WHERE id = ?2
     ON CONFLICT (page, call) DO UPDATE SET version = excluded.version RETURNING id`,
  );
  return (pageId, callId, at) => z.int().parse(insert.get(pageId, callId, at)?.['id']);
};

export const openExtractions = (db: DatabaseSync, now: () => Date): Extractions => {
  const select = db.prepare(`${selected} WHERE extractions.id = ?`);
  const selectOfPage = db.prepare(`${selected} WHERE extractions.page = ? ORDER BY extractions.id`);
  const insert = db.prepare(
    `INSERT INTO extractions (page, reader, version, created_at, payload) VALUES (?, ?, ?, ?, ?)`,
  );
  const show = db.prepare(
    `UPDATE pages SET state = 'recognized', failure = NULL, call = NULL, extraction = ?, reused = 0,
       finished_at = ? WHERE id = ?`,
  );
  const dropResult = db.prepare(`DELETE FROM results WHERE page = ?`);
  return {
    get: (id) => {
      const row = select.get(id);
      return row ? readRow(row) : null;
    },
    of: (pageId) => selectOfPage.all(pageId).flatMap((row) => readRow(row) ?? []),
    show: (pageId, id) =>
      inTransaction(db, () => {
        dropResult.run(pageId);
        show.run(id, now().toISOString(), pageId);
      }),
    add: (pageId, { version, payload }) =>
      inTransaction(db, () => {
        const at = now().toISOString();
        const kept = JSON.stringify(payload);
        const id = Number(insert.run(pageId, payload.reader, version, at, kept).lastInsertRowid);
        dropResult.run(pageId);
        show.run(id, at, pageId);
        return id;
      }),
  };
};
