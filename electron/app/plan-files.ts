import type { ServiceId } from '../../shared/services/service.ts';
import type { Batch } from '../pipeline/batch.ts';
import { basename, resolve } from 'node:path';
import type { Failure } from '../../shared/services/failure.ts';
import { readArchive } from '../intake/archive.ts';
import { isContainer } from '../intake/format.ts';
import type { MailHead } from '../../shared/contract/mail-head.ts';
import { readFileHead } from '../intake/read-file.ts';
import { sha256Aside } from '../infra/bytes.ts';
import type { DataFolder } from './data-folder.ts';
import { keepOriginal, usersFile, type KeptFile } from '../pipeline/page-intake.ts';

/** Files of one drop, which arrive one by one. */
export type OpenDrop = {
  readonly batch: Batch;
  /** Sets the number of files that are still to come; at zero the drop is closed. */
  readonly expect: (files: number) => void;
};

type Drops = {
  /** The open drop with an id, or a new one. */
  readonly open: (service: ServiceId, id: string) => OpenDrop;
};

/** If the rest of a drop does not arrive within this time, in milliseconds, its tab was closed. */
const patienceMs = 30_000;

type Kept = { readonly service: ServiceId; readonly batch: Batch; left: number; timer?: NodeJS.Timeout };

/**
 * Uses one batch for all files of a drop: with one retry budget, one message about a wrong account, and one end.
 * The browser sends the files one by one, and the queue may run empty between two of them.
 */
export const createDrops = (
  newBatch: () => Batch,
  tell: (service: ServiceId, expected: number) => void,
): Drops => {
  const drops = new Map<string, Kept>();

  const expect = (id: string, drop: Kept, files: number): void => {
    clearTimeout(drop.timer);
    drop.left = files;
    if (files === 0) drops.delete(id);
    else drop.timer = setTimeout(() => expect(id, drop, 0), patienceMs).unref();
    const all = [...drops.values()].filter(({ service }) => service === drop.service);
    tell(
      drop.service,
      all.reduce((sum, { left }) => sum + left, 0),
    );
  };

  return {
    open: (service, id) => {
      const key = `${service} ${id}`;
      const drop = drops.get(key) ?? { service, batch: newBatch(), left: 0 };
      drops.set(key, drop);
      return { batch: drop.batch, expect: (files) => expect(key, drop, files) };
    },
  };
};

/** A new file, or why it can't be added. */
export type PlannedFile = {
  /** The path as given; for a file in an archive, followed by its path in the archive. */
  readonly source: string;
  readonly name: string;
  /** The readable path. */
  readonly path: string;
  readonly failure: Failure | null;
  /** The mail that it came with. */
  readonly mail?: MailHead;
};

/** A new file that is recorded next. */
export type FileToRecord = PlannedFile & Pick<KeptFile, 'hold'>;

/** An archive, or a mail with its attachments. */
const holdsFiles = async (path: string): Promise<boolean> => {
  const head = await readFileHead(path);
  return head.ok && isContainer(head.value.format);
};

/**
 * The files of a path: an archive or a mail gives the files in it, stored in the data folder; any other file gives
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
  if (!(await holdsFiles(path))) {
    yield { source, name: basename(source), ...file, failure: null };
    return;
  }
  for await (const { name, content, mail } of readArchive(path)) {
    // Only for display: a name in an archive is never used as a path.
    const inside = name === '' ? source : `${source}/${name}`;
    const shown = basename(inside);
    const named = { source: inside, name: shown, ...(mail ? { mail } : {}) };
    if (content.ok) {
      const kept = await keepOriginal(folder, content.value, await sha256Aside(content.value));
      yield { ...named, ...kept, failure: null };
    } else yield { ...named, ...file, failure: content.failure };
  }
}
