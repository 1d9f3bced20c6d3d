import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { maxMailBytes } from '../intake/limits.ts';
import type { SeenMail } from '../store/records/seen-mail.ts';

const metaSchema = z.object({
  /** The name of the file. */
  name: z.string().regex(/^[^/\\\0]{1,200}\.eml$/u),
  mail: z.object({
    mailbox: z.string(),
    folder: z.string(),
    validity: z.string(),
    uid: z.int(),
    message: z.string(),
    bytes: z.int(),
  }),
});

/** A mail that was fetched, as a file. */
export type KeptMail = z.infer<typeof metaSchema> & { readonly path: string };

/** Mails that were fetched and are not in the list yet. They stay in the data folder, so that none is fetched twice. */
export type KeptMails = {
  readonly all: () => Promise<readonly KeptMail[]>;
  /** Null if it is gone, or larger than a mail may be. @throws if the disk fails */
  readonly bytesOf: (mail: KeptMail) => Promise<Buffer | null>;
  /** @throws if the disk fails */
  readonly keep: (name: string, mail: SeenMail, bytes: Buffer) => Promise<KeptMail>;
  readonly drop: (mail: SeenMail) => Promise<void>;
};

const [folderName, metaName] = ['mails', 'mail.json'];
/** Mails of a mailbox that nobody reads any more are deleted after this time. */
const keptMs = 90 * 24 * 60 * 60_000;

const keyOf = ({ mailbox, folder, validity, uid }: SeenMail): string =>
  createHash('sha256')
    .update(JSON.stringify([mailbox, folder, validity, uid]))
    .digest('hex');

/** Null for a text that no process has written. */
const metaOf = (text: string): z.infer<typeof metaSchema> | null => {
  try {
    return metaSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

const nullIfGone = (error: unknown): null => {
  if (isGone(error)) return null;
  throw error;
};

export const openKeptMails = (home: string, now: () => Date): KeptMails => {
  const root = join(home, folderName);

  const read = async (key: string): Promise<KeptMail | null> => {
    const folder = join(root, key);
    try {
      const { mtimeMs } = await stat(folder);
      const meta = metaOf(await readFile(join(folder, metaName), 'utf8'));
      if (meta && keyOf(meta.mail) === key && now().getTime() - mtimeMs < keptMs)
        return { ...meta, path: join(folder, meta.name) };
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
    bytesOf: async ({ path }) => {
      const size = await stat(path).catch(nullIfGone);
      return size?.isFile() && size.size < maxMailBytes ? readFile(path).catch(nullIfGone) : null;
    },
    keep: async (name, mail, bytes) => {
      const key = keyOf(mail);
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
      return { name, mail, path: join(folder, name) };
    },
    drop: async (mail) => {
      await rm(join(root, keyOf(mail)), { recursive: true, force: true });
    },
  };
};
