import { dirname } from 'node:path';
import { CompiledQuery, sql } from 'kysely';
import type { PageId } from '../../../shared/contract/page.ts';
import type { ReadStore, WriteStore } from '../port.ts';
import { batchesOf, documentRow } from '../records/batches.ts';
import { exportRow, extractionRow, fileRow, renditionRow } from '../records/rows.ts';
import { mostFolders } from '../records/document.ts';
import { everyPage, exportQuestion, storedSummary } from '../search/export-question.ts';
import { dropResult } from './endings.ts';
import type { Reach } from './page-questions.ts';

type DocumentQuestions = Pick<
  ReadStore,
  | 'extraction'
  | 'extractionsOf'
  | 'renditions'
  | 'pagesWithContent'
  | 'digitalPages'
  | 'folders'
  | 'batches'
  | 'exportsOf'
  | 'summarizeExport'
>;
type DocumentWrites = Pick<
  WriteStore,
  'moveFile' | 'addRendition' | 'setContent' | 'setSeal' | 'addExtraction' | 'showExtraction' | 'addExport'
>;

const selected = sql.raw(`
  SELECT extractions.id, extractions.page, extractions.reader, extractions.version,
    extractions.created_at AS "createdAt", extractions.call AS "callId", calls.picture, pictures.qr, extractions.payload
  FROM extractions LEFT JOIN calls ON calls.id = extractions.call
    LEFT JOIN pictures ON pictures.sha256 = calls.picture`);

export const documentQuestions = ({ db, locks }: Reach): DocumentQuestions => ({
  extraction: async (id) => {
    const found = await sql`${selected} WHERE extractions.id = ${id}`.execute(db);
    const [row] = found.rows;
    return row === undefined ? null : extractionRow.parse(row);
  },
  extractionsOf: async (page) => {
    const found = await sql`${selected} WHERE extractions.page = ${page} ORDER BY extractions.id`.execute(db);
    return found.rows.map((row) => extractionRow.parse(row));
  },
  renditions: async (document) => {
    const found = await sql`
      SELECT id, name, path, sha256, format, bytes, added_at AS "addedAt"
      FROM renditions WHERE document = ${document} ORDER BY id`.execute(db);
    return found.rows.map((row) => renditionRow.parse(row));
  },
  pagesWithContent: async (sha256) => {
    const found = await sql`
      SELECT pages.id, pages.service, pages.sandbox, documents.path
      FROM documents JOIN pages ON pages.document = documents.id
      WHERE documents.sha256 = ${sha256} AND documents.path IS NOT NULL ORDER BY pages.id`.execute(db);
    return found.rows.map((row) => fileRow.parse(row));
  },
  digitalPages: async (number) => {
    // If two processes add the same invoice at once, one of them finds the other's page.
    if (locks) await sql`SELECT pg_advisory_xact_lock(hashtextextended(${number}, 0))`.execute(db);
    const found = await sql<{ id: number }>`
      SELECT DISTINCT pages.id FROM results JOIN pages ON pages.id = results.page
        JOIN extractions ON extractions.page = pages.id
      WHERE results.number = ${number} AND extractions.payload IS NOT NULL ORDER BY pages.id`.execute(db);
    return found.rows.map(({ id }) => id);
  },
  folders: async (atMost) => {
    const found = await db
      .selectFrom('documents')
      .select('path')
      .where('path', 'is not', null)
      .orderBy('id', 'desc')
      .limit(mostFolders)
      .execute();
    const folders = new Set(found.flatMap(({ path }) => (path === null ? [] : [dirname(path)])));
    return [...folders].slice(0, atMost);
  },
  batches: async (limit) => {
    const found = await sql`
      SELECT documents.added_at AS "addedAt", documents.name, min(pages.service) AS service, min(pages.id) AS page
      FROM (SELECT * FROM documents ORDER BY id DESC LIMIT 20000) AS documents
        JOIN pages ON pages.document = documents.id
      GROUP BY documents.id, documents.added_at, documents.name ORDER BY documents.id DESC`.execute(db);
    return batchesOf(
      found.rows.map((row) => documentRow.parse(row)),
      limit,
    );
  },
  exportsOf: async (page, atMost) => {
    const found = await sql`
      SELECT exports.id, exports.at, exports.form, exports.layout, exports.place, exports.target, exports.pages,
        exports.left_out AS "leftOut"
      FROM export_pages JOIN exports ON exports.id = export_pages.export
      WHERE export_pages.page = ${page} ORDER BY export_pages.export DESC LIMIT ${atMost}`.execute(db);
    return found.rows.map((row) => exportRow.parse(row));
  },
  summarizeExport: async (service, ids) => {
    const asked =
      ids === null
        ? everyPage('$1')
        : 'SELECT * FROM unnest($2::bigint[]) WITH ORDINALITY AS listed (asked, place)';
    const question = CompiledQuery.raw(exportQuestion(asked, '$1'), [
      service,
      ...(ids === null ? [] : [[...ids]]),
    ]);
    return storedSummary((await db.executeQuery(question)).rows);
  },
});

export const documentWrites = (reach: Reach): DocumentWrites => {
  const { db, now } = reach;
  const show = async (page: PageId, extraction: number, at: string): Promise<void> => {
    await dropResult(reach, page);
    await db
      .updateTable('pages')
      .set({ state: 'recognized', failure: null, call: null, extraction, reused: 0, finished_at: at })
      .where('id', '=', page)
      .execute();
  };
  return {
    moveFile: async (sha256, from, to) => {
      for (const table of ['documents', 'renditions'] as const)
        await db
          .updateTable(table)
          .set({ path: to })
          .where('sha256', '=', sha256)
          .where('path', '=', from)
          .execute();
    },
    addRendition: async (document, { name, path, sha256, format, bytes }) => {
      await sql`
        INSERT INTO renditions (document, name, path, sha256, format, bytes, added_at)
        VALUES (${document}, ${name}, ${path}, ${sha256}, ${format}, ${bytes}, ${now().toISOString()})
        ON CONFLICT (document, sha256) DO UPDATE SET path = coalesce(excluded.path, renditions.path)`.execute(
        db,
      );
    },
    setContent: async (document, { sha256, bytes }, pageCount) => {
      await db
        .updateTable('documents')
        .set({ sha256, bytes, page_count: pageCount })
        .where('id', '=', document)
        .execute();
    },
    setSeal: async (document, seal) => {
      await db
        .updateTable('documents')
        .set({ seal: seal && JSON.stringify(seal) })
        .where('id', '=', document)
        .execute();
    },
    addExtraction: async (page, { version, payload }) => {
      const at = now().toISOString();
      const { id } = await db
        .insertInto('extractions')
        .values({ page, reader: payload.reader, version, created_at: at, payload: JSON.stringify(payload) })
        .returning('id')
        .executeTakeFirstOrThrow();
      await show(page, id, at);
      return id;
    },
    showExtraction: (page, id) => show(page, id, now().toISOString()),
    addExport: async ({ service, form, layout, place, target, pages, leftOut, ids }) => {
      const at = now().toISOString();
      const { id } = await db
        .insertInto('exports')
        .values({
          service,
          at,
          form,
          layout: layout === null ? null : JSON.stringify(layout),
          place,
          target,
          pages,
          left_out: leftOut,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      // A page may have been removed while the export was written.
      await sql`INSERT INTO export_pages (page, export)
        SELECT id, ${id} FROM pages WHERE id = ANY(${[...ids]}::bigint[])`.execute(db);
      await sql`DELETE FROM exports WHERE id = ${id}
        AND NOT EXISTS (SELECT 1 FROM export_pages WHERE export = ${id})`.execute(db);
      return at;
    },
  };
};
