import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { checkArchive } from '../../electron/books/archive/check-archive.ts';
import { madeArchived, writeMade } from '../helpers/made-archive.ts';
import { randomFrom, type Random } from '../helpers/random.ts';

/** The result of changing single bytes; `missed` is empty if each change was found, with the file's name. */
type ArchiveReport = {
  readonly files: number;
  readonly changed: number;
  readonly missed: readonly string[];
};

const filesBelow = async (root: string): Promise<readonly string[]> =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));

/** Changes one bit of one byte, checks the archive, and restores the byte. Returns what was missed. */
const change = async (root: string, path: string, random: Random): Promise<string | null> => {
  const whole = join(root, path);
  const bytes = await readFile(whole);
  const at = random.whole(0, bytes.length - 1);
  const other = Buffer.from(bytes);
  other[at] = (other[at] ?? 0) ^ (1 << random.whole(0, 7));
  await writeFile(whole, other);
  const { defects } = await checkArchive(root);
  await writeFile(whole, bytes);
  const isNamed = defects.some((defect) => defect.path === path && defect.defect === 'changed');
  return isNamed ? null : `byte ${at} of ${path}`;
};

/**
 * Writes an archive, checks it, and changes bytes of it, one at a time: first in the files about the whole archive,
 * then in any file.
 */
export const archiveRounds = async (invoices: number, rounds: number, seed = 1): Promise<ArchiveReport> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-archive-'));
  const root = join(folder, 'year');
  const random = randomFrom(seed);
  const made = Array.from({ length: invoices }, (_, index) => madeArchived(index));
  const missing: string[] = [];
  const written = await writeMade(root, made, { onGap: ({ name }) => missing.push(name) });
  const { files, defects } = await checkArchive(root);
  const missed = [...missing, ...defects.map(({ path, defect }) => `${defect} ${path}`)];
  if (!written.ok) missed.push(written.failure.reason);
  const paths = await filesBelow(root);
  const whole = paths.filter((path) => !path.includes('/'));
  let changed = 0;
  for (; changed < rounds; changed += 1) {
    const path = whole[changed] ?? paths[random.whole(0, paths.length - 1)] ?? '';
    const defect = await change(root, path, random);
    if (defect !== null) missed.push(defect);
  }
  await rm(folder, { recursive: true, force: true });
  return { files, changed, missed };
};

/** An archive of 1,000 invoices: any changed byte is found, and its file is named. */
export const run = async (rounds = 400): Promise<boolean> => {
  const report = await archiveRounds(1000, rounds);
  console.log(report);
  return report.missed.length === 0;
};
