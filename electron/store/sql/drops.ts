import { z } from 'zod';
import type { ReadStore, WriteStore } from '../port.ts';
import { documentsWith, isMeantPage, isNotInBin } from '../records/page-row.ts';
import { droppedFileRow, dropRow } from '../records/drop.ts';
import { all, byCount, change, givenRows, inChunks, type StepsOf } from './steps.ts';

const idRow = z.object({ id: z.int() });

const selectDrops = `
  SELECT id, service, author, at, files, files - listed AS unlisted,
    files - listed + (SELECT count(*) FROM drop_files WHERE drop_files.parent = drops.id) AS "left"
  FROM drops WHERE author = $1 ORDER BY at, id`;

/** The same bytes: of a file that was read, or of one that waits at this path. */
const selectSameContent = `
  SELECT pages.id FROM pages JOIN documents ON documents.id = pages.document
  WHERE pages.service = $1 AND ${isMeantPage('$2')} AND ${isNotInBin} AND documents.id IN (${documentsWith('$3')}
    UNION ALL SELECT id FROM documents WHERE path = $4 AND sha256 IS NULL)
  ORDER BY pages.id LIMIT 1`;

const selectOfFile = `
  SELECT pages.id FROM pages WHERE service = $1 AND ${isMeantPage('$2')} AND ${isNotInBin} AND document IN (${documentsWith('$3')})
  ORDER BY document, number, part, id`;

export const dropReads = {
  *drops(author) {
    return (yield* all(selectDrops, author)).map((row) => dropRow.parse(row));
  },
  *droppedFiles(id) {
    const rows = yield* all('SELECT place, name, bytes FROM drop_files WHERE parent = $1 ORDER BY place', id);
    return rows.map((row) => droppedFileRow.parse(row));
  },
  *pageWithContent({ service, sandbox }, { sha256, path }) {
    const rows = yield* all(selectSameContent, service, Number(sandbox), sha256, path);
    return rows.map((row) => idRow.parse(row).id)[0] ?? null;
  },
  *pagesOfFile({ service, sandbox }, sha256) {
    const rows = yield* all(selectOfFile, service, Number(sandbox), sha256);
    return rows.map((row) => idRow.parse(row).id);
  },
} satisfies StepsOf<Pick<ReadStore, 'drops' | 'droppedFiles' | 'pageWithContent' | 'pagesOfFile'>>;

const fileColumns = { parent: 'text', place: 'bigint', name: 'text', bytes: 'bigint' } as const;
const insertFiles = byCount(
  (count) => `INSERT INTO drop_files (parent, place, name, bytes) VALUES ${givenRows(count, fileColumns)}`,
);

export const dropWrites = (now: () => Date) =>
  ({
    *addDrop({ id, service, author, files: count }, files) {
      yield* change(
        `INSERT INTO drops (id, service, author, at, files) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING`,
        id,
        service,
        author,
        now().toISOString(),
        count,
      );
      const [first] = files;
      if (!first) return true;
      // Of two that list the same part at once, the second finds it listed.
      const listed = yield* all(
        'UPDATE drops SET listed = listed + $4 WHERE id = $1 AND author = $2 AND listed = $3 RETURNING id',
        id,
        author,
        first.place,
        files.length,
      );
      if (listed.length === 0) return false;
      for (const chunk of inChunks(files))
        yield* change(
          insertFiles(chunk.length),
          ...chunk.flatMap(({ place, name, bytes }) => [id, place, name, bytes]),
        );
      return true;
    },
    *takeDropped(id, author, places) {
      yield* change(
        `DELETE FROM drop_files WHERE parent = $1 AND place = ANY($3::bigint[])
          AND EXISTS (SELECT 1 FROM drops WHERE drops.id = $1 AND author = $2)`,
        id,
        author,
        places,
      );
      yield* change(
        `DELETE FROM drops WHERE id = $1 AND author = $2 AND listed >= files
          AND NOT EXISTS (SELECT 1 FROM drop_files WHERE parent = $1)`,
        id,
        author,
      );
    },
    *endDrop(id, author) {
      yield* change('DELETE FROM drops WHERE id = $1 AND author = $2', id, author);
    },
  }) satisfies StepsOf<Pick<WriteStore, 'addDrop' | 'takeDropped' | 'endDrop'>>;
