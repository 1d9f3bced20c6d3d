import { z } from 'zod';
import type { PageId } from '../../../shared/contract/page.ts';
import type { ReadStore, WriteStore } from '../port.ts';
import type { Extraction } from '../records/extraction.ts';
import { extractionRow, exportRow, shownFileRow, fileRow, renditionRow } from '../records/rows.ts';
import { binnedPages, isNotInBin } from '../records/page-row.ts';
import { dropResult } from './calls.ts';
import { all, change, first, type SqlSteps, type StepsOf, lock } from './steps.ts';
import { everyPage, exportQuestion, storedSummary } from '../search/export-question.ts';
import { dirname } from 'node:path';
import { mostFolders } from '../records/document.ts';

const idRow = z.object({ id: z.int() });

const selectExtractions = `
  SELECT extractions.id, extractions.page, extractions.reader, extractions.version,
    extractions.created_at AS "createdAt", extractions.call AS "callId", calls.picture, pictures.qr, extractions.payload
  FROM extractions LEFT JOIN calls ON calls.id = extractions.call
    LEFT JOIN pictures ON pictures.sha256 = calls.picture`;

/** Null for a damaged row: its page has lost that extraction, and the others are unchanged. */
const readExtraction = (row: unknown): Extraction | null => extractionRow.safeParse(row).data ?? null;

export const extractionReads = {
  *extraction(id) {
    return readExtraction(yield* first(`${selectExtractions} WHERE extractions.id = $1`, id));
  },
  *extractionsOf(page) {
    const rows = yield* all(`${selectExtractions} WHERE extractions.page = $1 ORDER BY extractions.id`, page);
    return rows.flatMap((row) => readExtraction(row) ?? []);
  },
} satisfies StepsOf<Pick<ReadStore, 'extraction' | 'extractionsOf'>>;

const insertExtraction = `
  INSERT INTO extractions (page, reader, version, created_at, payload) VALUES ($1, $2, $3, $4, $5) RETURNING id`;

const updateShown = `
  UPDATE pages SET state = 'recognized', failure = NULL, call = NULL, extraction = $2, reused = 0, finished_at = $3
  WHERE id = $1`;

function* show(page: PageId, extraction: number, at: string): SqlSteps<void> {
  yield* dropResult(page);
  yield* change(updateShown, page, extraction, at);
}

export const extractionWrites = (now: () => Date) =>
  ({
    *addExtraction(page, { version, payload, isShown = true }) {
      const at = now().toISOString();
      const kept = JSON.stringify(payload);
      const { id } = idRow.parse(yield* first(insertExtraction, page, payload.reader, version, at, kept));
      if (isShown) yield* show(page, id, at);
      return id;
    },
    *showExtraction(page, id) {
      yield* show(page, id, now().toISOString());
    },
  }) satisfies StepsOf<Pick<WriteStore, 'addExtraction' | 'showExtraction'>>;

const exportsIdRow = z.object({ id: z.int() });
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
      const { id } = exportsIdRow.parse(added);
      yield* change(insertExportPages, ids, id);
      yield* change(dropEmptyExport, id);
      return at;
    },
  }) satisfies StepsOf<Pick<WriteStore, 'addExport'>>;

const documentsIdRow = z.object({ id: z.int() });
const pathRow = z.object({ path: z.string() });

const selectRenditions = `
  SELECT id, name, path, sha256, format, bytes, added_at AS "addedAt" FROM renditions WHERE document = $1 ORDER BY id`;

const selectContent = `
  SELECT pages.id, pages.service, pages.sandbox, documents.path
  FROM documents JOIN pages ON pages.document = documents.id
  WHERE documents.sha256 = $1 AND documents.path IS NOT NULL AND ${isNotInBin} ORDER BY pages.id`;

const selectDigital = `
  SELECT page AS id FROM results WHERE number = $1 AND page NOT IN ${binnedPages}
    AND EXISTS (SELECT 1 FROM extractions WHERE extractions.page = results.page AND payload IS NOT NULL)
  ORDER BY page`;

const selectPaths = `
  SELECT path FROM documents WHERE path IS NOT NULL ORDER BY id DESC LIMIT ${mostFolders}`;

export const documentReads = {
  *renditions(document) {
    return (yield* all(selectRenditions, document)).map((row) => renditionRow.parse(row));
  },
  *pagesWithContent(sha256) {
    return (yield* all(selectContent, sha256)).map((row) => fileRow.parse(row));
  },
  *digitalPages(number) {
    // If two processes add the same invoice at once, one of them finds the other's page.
    yield* lock('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', number);
    return (yield* all(selectDigital, number)).map((row) => documentsIdRow.parse(row).id);
  },
  *folders(atMost) {
    const paths = (yield* all(selectPaths)).map((row) => pathRow.parse(row).path);
    return [...new Set(paths.map((path) => dirname(path)))].slice(0, atMost);
  },
} satisfies StepsOf<Pick<ReadStore, 'renditions' | 'pagesWithContent' | 'digitalPages' | 'folders'>>;

const insertRendition = `
  INSERT INTO renditions (document, name, path, sha256, format, bytes, added_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (document, sha256) DO UPDATE SET path = coalesce(excluded.path, renditions.path)`;

export const documentWrites = (now: () => Date) =>
  ({
    *moveFile(sha256: string, from: string, to: string) {
      yield* change('UPDATE documents SET path = $1 WHERE sha256 = $2 AND path = $3', to, sha256, from);
      yield* change('UPDATE renditions SET path = $1 WHERE sha256 = $2 AND path = $3', to, sha256, from);
    },
    *addRendition(document, { name, path, sha256, format, bytes }) {
      const at = now().toISOString();
      yield* change(insertRendition, document, name, path, sha256, format, bytes, at);
    },
    *setContent(document, { sha256, bytes }, pageCount) {
      yield* change(
        'UPDATE documents SET sha256 = $2, bytes = $3, page_count = $4 WHERE id = $1',
        document,
        sha256,
        bytes,
        pageCount,
      );
    },
    *setSeal(document, seal) {
      const kept = seal && JSON.stringify(seal);
      yield* change('UPDATE documents SET seal = $2 WHERE id = $1', document, kept);
    },
  }) satisfies StepsOf<Pick<WriteStore, 'moveFile' | 'addRendition' | 'setContent' | 'setSeal'>>;
