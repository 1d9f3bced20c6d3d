import { z } from 'zod';
import type { ReadStore, WriteStore } from '../port.ts';
import { isNotInBin } from '../records/page-row.ts';
import { watchedFileRow } from '../records/watched-file.ts';
import { all, change, first, type StepsOf } from './steps.ts';

const idRow = z.object({ id: z.int() });

export const watchedFileReads = {
  *pagesOfDocument(document) {
    const rows = yield* all(
      `SELECT id FROM pages WHERE document = $1 AND ${isNotInBin} ORDER BY number, part`,
      document,
    );
    return rows.map((row) => idRow.parse(row).id);
  },
  *watchedFiles(folder) {
    const isKnown = yield* first('SELECT 1 AS one FROM watched_folders WHERE folder = $1', folder);
    if (isKnown === undefined) return null;
    const rows = yield* all(
      'SELECT path, bytes, modified, document FROM watched_files WHERE folder = $1 ORDER BY path',
      folder,
    );
    return rows.map((row) => watchedFileRow.parse(row));
  },
} satisfies StepsOf<Pick<ReadStore, 'pagesOfDocument' | 'watchedFiles'>>;

const upsertFile = `
  INSERT INTO watched_files (folder, path, bytes, modified, document) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (folder, path) DO UPDATE SET bytes = excluded.bytes, modified = excluded.modified,
    document = coalesce(excluded.document, watched_files.document)`;

export const watchedFileWrites = {
  *keepWatched(folder, files) {
    yield* change('INSERT INTO watched_folders (folder) VALUES ($1) ON CONFLICT (folder) DO NOTHING', folder);
    for (const { path, bytes, modified, document } of files)
      yield* change(upsertFile, folder, path, bytes, modified, document);
  },
  *forgetWatched(folder) {
    yield* change('DELETE FROM watched_folders WHERE folder = $1', folder);
  },
} satisfies StepsOf<Pick<WriteStore, 'keepWatched' | 'forgetWatched'>>;
