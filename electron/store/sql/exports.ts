import { z } from 'zod';
import type { ReadStore, WriteStore } from '../port.ts';
import { exportRow } from '../records/rows.ts';
import { everyPage, exportQuestion, storedSummary } from '../search/export-question.ts';
import { all, change, first, type StepsOf } from './steps.ts';

const idRow = z.object({ id: z.int() });

const selectExports = `
  SELECT exports.id, exports.at, exports.form, exports.layout, exports.place, exports.target, exports.pages,
    exports.left_out AS "leftOut"
  FROM export_pages JOIN exports ON exports.id = export_pages.export
  WHERE export_pages.page = $1 ORDER BY export_pages.export DESC LIMIT $2`;

/** @param listed the SQL of the pages in the list `$2`, with the columns `asked` and `place` */
export const exportReads = (listed: string) =>
  ({
    *exportsOf(page, atMost) {
      return (yield* all(selectExports, page, atMost)).map((row) => exportRow.parse(row));
    },
    *summarizeExport(service, ids) {
      const question = exportQuestion(ids === null ? everyPage('$1') : listed, '$1');
      return storedSummary(yield* all(question, service, ...(ids === null ? [] : [ids])));
    },
  }) satisfies StepsOf<Pick<ReadStore, 'exportsOf' | 'summarizeExport'>>;

const insertExport = `
  INSERT INTO exports (service, at, form, layout, place, target, pages, left_out)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`;

/** A page may have been removed while the export was written. */
const insertExportPages = `
  INSERT INTO export_pages (page, export) SELECT id, $2::bigint FROM pages WHERE id = ANY($1::bigint[])`;
const dropEmptyExport = `
  DELETE FROM exports WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM export_pages WHERE export = $1)`;

export const exportWrites = (now: () => Date) =>
  ({
    *addExport({ service, form, layout, place, target, pages, leftOut, ids }) {
      const at = now().toISOString();
      const kept = layout === null ? null : JSON.stringify(layout);
      const added = yield* first(insertExport, service, at, form, kept, place, target, pages, leftOut);
      const { id } = idRow.parse(added);
      yield* change(insertExportPages, ids, id);
      yield* change(dropEmptyExport, id);
      return at;
    },
  }) satisfies StepsOf<Pick<WriteStore, 'addExport'>>;
