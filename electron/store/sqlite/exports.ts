import type { DatabaseSync } from 'node:sqlite';
import type { ExportRecord } from '../../../shared/contract/export/record.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import type { NewExport, StoredSummary } from '../records/export.ts';
import { inTransaction } from './migrate.ts';
import { exportRow } from '../records/rows.ts';
import { everyPage, exportQuestion, storedSummary } from '../search/export-question.ts';

export type Exports = {
  /** @returns the instant stored with it */
  readonly add: (written: NewExport) => string;
  /** The last exports that contained a page, newest first. */
  readonly of: (pageId: PageId, atMost: number) => readonly ExportRecord[];
  readonly summary: (service: ServiceId, ids: readonly PageId[] | null) => StoredSummary;
};

export const openExports = (db: DatabaseSync, now: () => Date): Exports => {
  const insert = db.prepare(
    `INSERT INTO exports (service, at, form, layout, place, target, pages, left_out)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // A page may have been removed while the export was written.
  const insertPages = db.prepare(
    `INSERT INTO export_pages (page, export)
     SELECT id, ?1 FROM pages WHERE id IN (SELECT value FROM json_each(?2))`,
  );
  const dropEmpty = db.prepare(
    `DELETE FROM exports WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM export_pages WHERE export = ?1)`,
  );
  const select = db.prepare(
    `SELECT exports.id, exports.at, exports.form, exports.layout, exports.place, exports.target, exports.pages,
       exports.left_out AS leftOut
     FROM export_pages JOIN exports ON exports.id = export_pages.export
     WHERE export_pages.page = ? ORDER BY export_pages.export DESC LIMIT ?`,
  );
  return {
    add: ({ service, form, layout, place, target, pages, leftOut, ids }) =>
      inTransaction(db, () => {
        const at = now().toISOString();
        const kept = layout === null ? null : JSON.stringify(layout);
        const id = insert.run(service, at, form, kept, place, target, pages, leftOut).lastInsertRowid;
        insertPages.run(id, JSON.stringify(ids));
        dropEmpty.run(id);
        return at;
      }),
    of: (pageId, atMost) => select.all(pageId, atMost).map((row) => exportRow.parse(row)),
    summary: (service, ids) => {
      const asked = ids === null ? everyPage('?1') : 'SELECT value AS asked, key AS place FROM json_each(?2)';
      const question = db.prepare(exportQuestion(asked, '?1'));
      return storedSummary(question.all(service, ...(ids === null ? [] : [JSON.stringify(ids)])));
    },
  };
};
