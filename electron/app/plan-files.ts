import { basename, resolve } from 'node:path';
import type { Failure } from '../../shared/services/failure.ts';
import { readArchive } from '../intake/archive.ts';
import { readFileHead } from '../intake/read-file.ts';
import type { DataFolder } from './data-folder.ts';
import { keepOriginal, usersFile, type KeptFile } from '../pipeline/page-intake.ts';

/** A new file, or why it can't be added. */
export type PlannedFile = {
  /** The path as given; for a file in an archive, followed by its path in the archive. */
  readonly source: string;
  readonly name: string;
  /** The readable path. */
  readonly path: string;
  readonly failure: Failure | null;
};

/** A new file that is recorded next. */
export type FileToRecord = PlannedFile & Pick<KeptFile, 'hold'>;

const isArchive = async (path: string): Promise<boolean> => {
  const head = await readFileHead(path);
  return head.ok && head.value.format.kind === 'archive';
};

/**
 * The files of a path: an archive gives the files in it, stored in the data folder; any other file gives
 * itself. One after the other, so that a large archive is never in memory as a whole.
 * @param source the file as it was named
 * @param file its path
 */
export async function* planFile(
  folder: DataFolder,
  source: string,
  file: KeptFile = usersFile(resolve(source)),
): AsyncGenerator<FileToRecord> {
  const { path } = file;
  if (!(await isArchive(path))) {
    yield { source, name: basename(source), ...file, failure: null };
    return;
  }
  for await (const { name, content } of readArchive(path)) {
    // Only for display: a name in an archive is never used as a path.
    const inside = name === '' ? source : `${source}/${name}`;
    const shown = basename(inside);
    if (content.ok)
      yield { source: inside, name: shown, ...(await keepOriginal(folder, content.value)), failure: null };
    else yield { source: inside, name: shown, ...file, failure: content.failure };
  }
}
