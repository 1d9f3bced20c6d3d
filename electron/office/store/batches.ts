import type { ReadStore } from '../../store/port.ts';
import { batchesOf, documentRow } from '../../store/records/batches.ts';
import { all, type StepsOf } from '../../store/sql/steps.ts';

const selectDocuments = `
  SELECT documents.added_at AS "addedAt", documents.name, min(pages.service) AS service, min(pages.id) AS page
  FROM (SELECT * FROM documents ORDER BY id DESC LIMIT 20000) AS documents
    JOIN pages ON pages.document = documents.id
  GROUP BY documents.id, documents.added_at, documents.name ORDER BY documents.id DESC`;

/** SQLite fetches these rows one by one. */
export const batchReads = {
  *batches(limit) {
    const documents = (yield* all(selectDocuments)).map((row) => documentRow.parse(row));
    return batchesOf(documents, limit);
  },
} satisfies StepsOf<Pick<ReadStore, 'batches'>>;
