import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { PageId } from '../../../shared/contract/page.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { failureOf } from '../../../shared/services/failures.ts';
import { refusal } from '../../formats/refusal.ts';
import { sha256Of, sha256OfFile } from '../../infra/bytes.ts';
import { readArchive } from '../../intake/archive.ts';
import { expandPaths } from '../../intake/expand-paths.ts';
import { isContainer } from '../../intake/format.ts';
import { readFileHead } from '../../intake/read-file.ts';

/** A file as the results name it: one that was named, or one in an archive or a mail. */
export type DeskEntry = {
  /** The path as given; for a file in an archive, followed by its path in the archive. */
  readonly source: string;
  /** Null for what can't be told before the office has read it. */
  readonly sha256: string | null;
  /** Why the office does not get it. */
  readonly failure: Failure | null;
  /** Pages that the office named when it took the file. */
  added: readonly PageId[];
};

/** What is uploaded as a whole, with the files in it. */
export type DeskUpload = {
  readonly path: string;
  readonly name: string;
  readonly isContainer: boolean;
  readonly entries: readonly DeskEntry[];
};

/** Bytes of one file that a server takes. */
const mostBytes = 64_000_000;

const entry = (source: string, sha256: string | null, failure: Failure | null = null): DeskEntry => ({
  source,
  sha256,
  failure,
  added: [],
});

/** The files of paths, folders included. */
export const deskPaths = (paths: readonly string[]): ReturnType<typeof expandPaths> => expandPaths(paths);

/** The files of a path, with their digests. Nothing stays in memory. */
export const deskUpload = async (path: string): Promise<DeskUpload> => {
  const name = basename(path);
  const alone = (one: DeskEntry): DeskUpload => ({ path, name, isContainer: false, entries: [one] });
  const head = await readFileHead(path);
  if (!head.ok) return alone(entry(path, null, head.failure));
  if (head.value.bytes > mostBytes)
    return alone(
      entry(path, null, refusal('file-too-large', `${Math.ceil(head.value.bytes / 1_000_000)} MB`)),
    );
  if (!isContainer(head.value.format)) {
    const sha256 = await sha256OfFile(path).catch(() => null);
    return alone(entry(path, sha256, sha256 === null ? refusal('unreadable') : null));
  }
  const entries: DeskEntry[] = [];
  for await (const { name: inside, content } of readArchive(path)) {
    const source = inside === '' ? path : `${path}/${inside}`;
    entries.push(content.ok ? entry(source, sha256Of(content.value)) : entry(source, null, content.failure));
  }
  return { path, name, isContainer: true, entries };
};

/** The bytes of a file, unless it has changed since its digest was taken. */
export const bytesOf = async ({
  path,
  isContainer: isOfSeveral,
  entries,
}: DeskUpload): Promise<Result<Buffer, Failure>> => {
  try {
    const bytes = await readFile(path);
    const [only] = entries;
    return isOfSeveral || sha256Of(bytes) === only?.sha256 ? success(bytes) : failed(failureOf('changed'));
  } catch {
    return failed(refusal('unreadable'));
  }
};
