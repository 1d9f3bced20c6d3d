import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { checkArchive } from '../../electron/books/archive/check-archive.ts';
import { createRenameJournal } from '../../electron/infra/files/rename-journal.ts';
import { startVouch, vouch } from '../helpers/command-line.ts';
import { bought, own, writeOwn } from '../helpers/own-invoices.ts';
import { randomFrom } from '../helpers/random.ts';

/** The result of kills at random moments; `half` is empty if no rule was violated. */
type BooksKillReport = { readonly killed: number; readonly half: readonly string[] };

const child = fileURLToPath(new URL('books-child.ts', import.meta.url));

/** Runs a task and kills it after this many milliseconds; returns whether it was killed before its end. */
const killAfter = async (given: readonly string[], ms: number): Promise<boolean> => {
  const running = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', child, ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(running, 'exit');
  await Promise.race([once(running.stdout, 'data'), ended]);
  await Promise.race([wait(ms), ended]);
  running.kill('SIGKILL');
  await ended;
  return running.signalCode === 'SIGKILL';
};

/**
 * Number of files in an archive of a number of invoices: an original and a metadata file each, and five for
 * all.
 */
const filesOf = (invoices: number): number => 2 * invoices + 5;
const [small, large] = [20, 30];

/**
 * An archive that overwrites another one: afterwards the path has the complete old one or the complete new
 * one.
 */
const archiveRound = async (folder: string, name: string, ms: number) => {
  await killAfter([name, folder, String(small)], 60_000);
  const killed = await killAfter([name, folder, String(large)], ms);
  const { files, defects } = await checkArchive(join(folder, name));
  const isWhole = defects.length === 0 && (files === filesOf(small) || files === filesOf(large));
  // It can be repeated, and leaves nothing of the killed run.
  await killAfter([name, folder, String(large)], 60_000);
  const again = await checkArchive(join(folder, name));
  const isRepeated = again.defects.length === 0 && again.files === filesOf(large);
  return {
    killed,
    half: isWhole && isRepeated ? [] : [`${name} after ${ms} ms: ${JSON.stringify(defects[0])}`],
  };
};

const renames = 60;

/** The names and contents after a renaming: all old, all new, or null for anything else. */
const namedIn = async (files: string): Promise<'old' | 'new' | null> => {
  const found = (await readdir(files, { recursive: true })).filter((name) => name.endsWith('.txt'));
  const contents = await Promise.all(found.map((name) => readFile(join(files, name), 'utf8')));
  if (found.length !== renames || new Set(contents).size !== renames) return null;
  if (found.every((name) => !name.includes('new'))) return 'old';
  return found.every((name) => name.includes('new')) ? 'new' : null;
};

/**
 * A killed renaming: after its recovery, every file has its old name, or every file has its new one. From the
 * old names it can be repeated.
 */
const renameRound = async (folder: string, ms: number) => {
  const files = join(folder, 'files');
  await mkdir(files);
  for (let index = 0; index < renames; index += 1)
    await writeFile(join(files, `${index}.txt`), `content ${index}`);
  const killed = await killAfter(['rename', folder, String(renames)], ms);
  await createRenameJournal(join(folder, 'renames.json')).recover();
  const names = await namedIn(files);
  const isLeft = names === 'old' && (await readdir(files)).includes('new');
  if (names === 'old') await killAfter(['rename', folder, String(renames)], 60_000);
  const isWhole = names !== null && !isLeft && (await namedIn(files)) === 'new';
  return {
    killed,
    half: isWhole ? [] : [`rename after ${ms} ms: ${String(names)}${isLeft ? ', with its folder' : ''}`],
  };
};

const bookedInvoices = 6;

/**
 * Vouchers, killed at a moment of the whole command: afterwards the file is whole or not there, and the next run
 * finishes or drops what was reserved. No invoice is booked twice, and no number is given twice.
 */
const voucherRound = async (folder: string, ms: number) => {
  const input = join(folder, 'in');
  const out = join(folder, 'vouchers.txt');
  await writeOwn(
    input,
    Array.from({ length: bookedInvoices }, (_, index) => bought(index + 1, { issueDate: '2025-03-12' })),
  );
  const rules = join(folder, 'rules.json');
  await writeFile(rules, JSON.stringify({ own: [own], rules: [{ account: { code: '6602' } }] }));
  const environment = { VOUCH_HOME: join(folder, 'home') };
  const given = ['vouchers', input, '--rules', rules, '--format', 'yonyou', '--out', out, '--quiet'];
  const running = startVouch(given, environment);
  const ended = running.ran();
  await Promise.race([wait(ms), ended]);
  running.kill('SIGKILL');
  await ended;
  const killed = running.signalCode === 'SIGKILL';
  const isThere = (await readdir(folder)).includes('vouchers.txt');
  const again = await vouch(given, environment);
  const text = await readFile(out, 'latin1').catch(() => '');
  const numbers = new Set(
    text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[2]),
  );
  const isWhole = numbers.size === bookedInvoices && text.endsWith('\r\n');
  // Either the first run's file is settled, and nothing is left to book; or this run has booked everything.
  const isResolved = isThere ? again.code === 1 || again.code === 0 : again.code === 0;
  const third = await vouch(given, environment);
  const isOnce = third.stderr.match(/already booked/gu)?.length === bookedInvoices;
  return {
    killed,
    half:
      isWhole && isResolved && isOnce
        ? []
        : [
            `vouchers after ${ms} ms: ${numbers.size} numbers, ${String(again.code)} ${again.stderr} ${third.stderr}`,
          ],
  };
};

const roundOf = (task: string, folder: string, ms: number) => {
  if (task === 'vouchers') return voucherRound(folder, ms);
  return task === 'rename' ? renameRound(folder, ms) : archiveRound(folder, task, ms);
};

/** Kills vouchers, archives and renamings at random moments, a number of times each. */
export const booksKillRounds = async (rounds: number, seed = 1): Promise<BooksKillReport> => {
  const random = randomFrom(seed);
  let killed = 0;
  const half: string[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const task of ['may', 'may.zip', 'rename', 'vouchers']) {
      const folder = await mkdtemp(join(tmpdir(), 'vouch-books-'));
      const ms = random.whole(0, task === 'vouchers' ? 1500 : 120);
      const outcome = await roundOf(task, folder, ms);
      if (outcome.killed) killed += 1;
      half.push(...outcome.half);
      await rm(folder, { recursive: true, force: true });
    }
  return { killed, half };
};

export const run = async (rounds = 60): Promise<boolean> => {
  const report = await booksKillRounds(rounds);
  console.log(report);
  return report.half.length === 0 && report.killed > 0;
};
