import { dirname } from 'node:path';
import { z } from 'zod';
import type { ReadStore, WriteStore } from '../port.ts';
import { mostFolders } from '../records/document.ts';
import { fileRow, renditionRow } from '../records/rows.ts';
import { all, change, lock, type StepsOf } from './steps.ts';

const idRow = z.object({ id: z.int() });
const pathRow = z.object({ path: z.string() });

const selectRenditions = `
  SELECT id, name, path, sha256, format, bytes, added_at AS "addedAt" FROM renditions WHERE document = $1 ORDER BY id`;

const selectContent = `
  SELECT pages.id, pages.service, pages.sandbox, documents.path
  FROM documents JOIN pages ON pages.document = documents.id
  WHERE documents.sha256 = $1 AND documents.path IS NOT NULL ORDER BY pages.id`;

const selectDigital = `
  SELECT page AS id FROM results WHERE number = $1
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
    return (yield* all(selectDigital, number)).map((row) => idRow.parse(row).id);
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
