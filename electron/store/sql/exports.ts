import { z } from 'zod';
import type { ReadStore, WriteStore } from '../port.ts';
import { exportRow, shownFileRow } from '../records/rows.ts';
import { everyPage, exportQuestion, storedSummary } from '../search/export-question.ts';
import { all, change, first, type StepsOf } from './steps.ts';

const idRow = z.object({ id: z.int() });
const fileOrExportRow = z.union([shownFileRow, exportRow]);

/** The files of a page's document, oldest first, and the exports of the page, newest first, in one query. */
const selectFilesAndExports = `
  SELECT * FROM (
    SELECT id, name, format, sha256, NULL AS at, NULL AS form, NULL AS layout, NULL AS place, NULL AS target,
      NULL AS pages, NULL AS "leftOut"
    FROM renditions WHERE document = (SELECT document FROM pages WHERE id = $1)
    UNION ALL
    SELECT * FROM (
      SELECT exports.id, NULL, NULL, NULL, exports.at, exports.form, exports.layout, exports.place, exports.target,
        exports.pages, exports.left_out
      FROM export_pages JOIN exports ON exports.id = export_pages.export
      WHERE export_pages.page = $1 ORDER BY exports.id DESC LIMIT $2
    ) AS last
  ) AS found ORDER BY CASE WHEN name IS NULL THEN -id ELSE id END`;

/** @param listed the SQL of the pages in the list `$2`, with the columns `asked` and `place` */
export const exportReads = (listed: string) =>
  ({
    *filesAndExports(page, mostExports) {
      const rows = yield* all(selectFilesAndExports, page, mostExports);
      const both = rows.map((row) => fileOrExportRow.parse(row));
      return {
        files: both.flatMap((one) => ('sha256' in one ? [one] : [])),
        exports: both.flatMap((one) => ('at' in one ? [one] : [])),
      };
    },
    *summarizeExport(service, ids) {
      const question = exportQuestion(ids === null ? everyPage('$1') : listed, '$1');
      return storedSummary(yield* all(question, service, ...(ids === null ? [] : [ids])));
    },
  }) satisfies StepsOf<Pick<ReadStore, 'filesAndExports' | 'summarizeExport'>>;

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
