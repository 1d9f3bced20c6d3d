import { basename, resolve } from 'node:path';
import type { Failure } from '../../shared/services/failure.ts';
import { readArchive } from '../intake/archive.ts';
import { readFileHead } from '../intake/read-file.ts';
import type { DataFolder } from './data-folder.ts';
import { keepOriginal } from '../pipeline/page-intake.ts';

/** A file that is taken in, or why it can't be. */
export type PlannedFile = {
  /** What it is called: the path as given, for a file of an archive followed by its path there. */
  readonly source: string;
  readonly name: string;
  /** Where it can be read. */
  readonly path: string;
  readonly failure: Failure | null;
};

const isArchive = async (path: string): Promise<boolean> => {
  const head = await readFileHead(path);
  return head.ok && head.value.format.kind === 'archive';
};

/**
 * The files that a file stands for: an archive gives those in it, kept in the data folder, and any other file gives
 * itself. One after the other, so that a large archive is never held whole.
 * @param source the file as it was named
 * @param path where it is
 */
export async function* planFile(
  folder: DataFolder,
  source: string,
  path: string = resolve(source),
): AsyncGenerator<PlannedFile> {
  if (!(await isArchive(path))) {
    yield { source, name: basename(source), path, failure: null };
    return;
  }
  for await (const { name, content } of readArchive(path)) {
    // Shown as it stands: a name in an archive is never a way to anywhere.
    const inside = name === '' ? source : `${source}/${name}`;
    const shown = basename(inside);
    if (content.ok)
      yield { source: inside, name: shown, path: await keepOriginal(folder, content.value), failure: null };
    else yield { source: inside, name: shown, path, failure: content.failure };
  }
}
