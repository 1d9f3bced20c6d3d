import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { maxMailBytes } from '../intake/limits.ts';
import {
  keptMailIn,
  keyOfMail,
  mailKeptDays,
  type KeptMail,
  type KeptMails,
} from '../store/records/kept-mail.ts';

/** Mails that are kept as files of the data folder. */
type KeptMailFiles = KeptMails & { readonly pathOf: (mail: KeptMail) => string };

const [folderName, metaName] = ['mails', 'mail.json'];
const keptMs = mailKeptDays * 24 * 60 * 60_000;

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

const nullIfGone = (error: unknown): null => {
  if (isGone(error)) return null;
  throw error;
};

export const openKeptMails = (home: string, now: () => Date): KeptMailFiles => {
  const root = join(home, folderName);
  const pathOf = ({ name, mail }: KeptMail): string => join(root, keyOfMail(mail), name);

  const read = async (key: string): Promise<KeptMail | null> => {
    const folder = join(root, key);
    try {
      const { mtimeMs } = await stat(folder);
      const kept = keptMailIn(await readFile(join(folder, metaName), 'utf8'), key);
      if (kept && now().getTime() - mtimeMs < keptMs) return kept;
    } catch (error) {
      // It may be readable in the next round.
      if (!isGone(error)) return null;
    }
    // What a killed process left unfinished is fetched again.
    await rm(folder, { recursive: true, force: true });
    return null;
  };

  return {
    all: async () => {
      const keys = await readdir(root).catch(() => []);
      const found: KeptMail[] = [];
      for (const key of keys) found.push(...[await read(key)].filter((one) => one !== null));
      return found.toSorted((one, other) => one.mail.uid - other.mail.uid);
    },
    pathOf,
    bytesOf: async (mail) => {
      const path = pathOf(mail);
      const size = await stat(path).catch(nullIfGone);
      return size?.isFile() && size.size < maxMailBytes ? readFile(path).catch(nullIfGone) : null;
    },
    keep: async (name, mail, bytes) => {
      const key = keyOfMail(mail);
      const [folder, unfinished] = [join(root, key), join(root, `${key}.new`)];
      await rm(unfinished, { recursive: true, force: true });
      await mkdir(unfinished, { recursive: true, mode: 0o700 });
      await writeFile(join(unfinished, name), bytes, { mode: 0o600, flush: true });
      await writeFile(join(unfinished, metaName), JSON.stringify({ name, mail }), {
        mode: 0o600,
        flush: true,
      });
      await rm(folder, { recursive: true, force: true });
      await rename(unfinished, folder);
      return { name, mail };
    },
    drop: async (mail) => {
      await rm(join(root, keyOfMail(mail)), { recursive: true, force: true });
    },
  };
};

/**
 * Moves the mails of a data folder to where all servers of an office keep theirs. None keeps another one from being
 * moved: returns the errors.
 */
export const moveKeptMails = async (
  home: string,
  now: () => Date,
  to: Pick<KeptMails, 'keep'>,
): Promise<readonly unknown[]> => {
  const files = openKeptMails(home, now);
  const errors: unknown[] = [];
  const found = await files.all().catch((error: unknown) => {
    errors.push(error);
    return [];
  });
  for (const one of found)
    try {
      const bytes = await files.bytesOf(one);
      if (bytes) await to.keep(one.name, one.mail, bytes);
      await files.drop(one.mail);
    } catch (error) {
      errors.push(error);
    }
  // What could not be moved stays for the next start.
  await rmdir(join(home, folderName)).catch(() => {});
  return errors;
};
