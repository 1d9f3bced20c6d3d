import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArchive, type ArchiveItem } from '../../../electron/intake/archive.ts';
import { maxUnpackedBytes } from '../../../electron/intake/limits.ts';
import { mutate } from '../mutate.ts';
import { randomFrom } from '../random.ts';
import { generateMail, type MadeMail } from './generate-mail.ts';

type Found = readonly [path: string, lengthOrReason: number | string];

/** All items of an archive or a mail. */
export const itemsOfFile = async (path: string): Promise<readonly ArchiveItem[]> => {
  const items: ArchiveItem[] = [];
  for await (const item of readArchive(path)) items.push(item);
  return items;
};

/** What Vouch finds in a mail. */
const foundIn = async (folder: string, bytes: Buffer): Promise<readonly Found[]> => {
  const path = join(folder, 'mail');
  await writeFile(path, bytes);
  return (await itemsOfFile(path)).map(({ name, content }) => [
    name,
    content.ok ? content.value.length : content.failure.reason,
  ]);
};

const inOrder = (found: readonly Found[]): readonly string[] =>
  found.map(([path, what]) => `${path} ${what}`).sort();

/** Compares what is found in mails with what was put into them. Returns a line for each mail that differs. */
export const wrongMails = async (mails: readonly MadeMail[]): Promise<readonly string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-mails-'));
  const wrong: string[] = [];
  for (const [index, { what, bytes, expected }] of mails.entries()) {
    const [found, wanted] = [inOrder(await foundIn(folder, bytes)), inOrder(expected)];
    const missing = wanted.filter((line) => !found.includes(line));
    const extra = found.filter((line) => !wanted.includes(line));
    if (missing.length > 0 || extra.length > 0 || found.length !== wanted.length)
      wrong.push(`mail ${index} (${what}): missing ${missing.join(', ')}; not expected ${extra.join(', ')}`);
  }
  await rm(folder, { recursive: true, force: true });
  return wrong;
};

export const generatedMails = async (count: number, seed = 1): Promise<readonly MadeMail[]> => {
  const random = randomFrom(seed);
  const mails: MadeMail[] = [];
  while (mails.length < count) mails.push(await generateMail(random));
  return mails;
};

/** Reads damaged mails. Returns a line for each that is not read within the limits, or ends in an error. */
export const unboundedMails = async (
  mails: readonly MadeMail[],
  rounds: number,
  seed = 1,
): Promise<readonly string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-mails-'));
  const random = randomFrom(seed);
  const wrong: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [one, other] = [random.pick(mails), random.pick(mails)];
    const bytes = mutate(one.bytes, random.next, other.bytes);
    try {
      const found = await foundIn(folder, bytes);
      const total = found.reduce((sum, [, what]) => sum + (typeof what === 'number' ? what : 0), 0);
      if (total > maxUnpackedBytes) wrong.push(`round ${round} (${one.what}): ${total} bytes`);
    } catch (error) {
      wrong.push(`round ${round} (${one.what}): ${String(error)}`);
    }
  }
  await rm(folder, { recursive: true, force: true });
  return wrong;
};
