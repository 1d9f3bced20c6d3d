import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { randomFrom } from '../helpers/random.ts';

/** What became of a folder that was handed in; every list is empty if no rule was violated. */
type DropReport = {
  readonly files: number;
  readonly killed: number;
  /** The number of kills after which some files were in the list and others missing. */
  readonly killedBetween: number;
  /** Files that were neither in the list nor named as missing after a kill, or not in the list at the end. */
  readonly forgotten: readonly string[];
  /** Files that are in the list more than once. */
  readonly twice: readonly string[];
};

const child = fileURLToPath(new URL('drop-child.ts', import.meta.url));

/**
 * The names in the list, those that the drop still misses, and how many it has not recorded by name; null before the
 * drop begins.
 */
const lookInto = (home: string) => {
  const path = join(home, 'ledger.sqlite');
  if (!existsSync(path)) return null;
  const db = new DatabaseSync(path);
  const names = (sql: string): readonly string[] =>
    db
      .prepare(sql)
      .all()
      .map(({ name }) => String(name));
  try {
    const listed = names('SELECT name FROM documents');
    const missing = names('SELECT name FROM drop_files');
    const [drop] = db.prepare('SELECT files - listed AS unlisted FROM drops').all();
    const unlisted = Number(drop?.['unlisted'] ?? 0);
    return listed.length + missing.length === 0 ? null : { listed, missing, unlisted };
  } finally {
    db.close();
  }
};

/** Hands a folder in, and kills the program at random moments until all files are in the list. */
export const dropRounds = async (count: number, kills: number, seed = 1): Promise<DropReport> => {
  const random = randomFrom(seed);
  const root = await mkdtemp(join(tmpdir(), 'vouch-drops-'));
  const [home, folder, task] = [join(root, 'home'), join(root, 'in'), join(root, 'task.json')];
  await Promise.all([mkdir(home), mkdir(folder)]);
  const all = Array.from({ length: count }, (_, index) => `${index + 1}.pdf`);
  // They are damaged, so that taking them is all there is to do.
  for (const name of all) await writeFile(join(folder, name), `%PDF-1.7 cut ${name}`);
  await writeFile(task, JSON.stringify({ home, folder, drop: randomUUID(), atOnce: 5 }));
  const forgotten = new Set<string>();
  let [killed, killedBetween] = [0, 0];

  /** Runs the child to its end, or kills it this many milliseconds after its start. */
  const run = async (ms: number | null): Promise<void> => {
    const running = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', child, task], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(running, 'exit');
    await Promise.race([once(running.stdout, 'data'), ended]);
    if (ms !== null) await Promise.race([wait(ms), ended]);
    if (ms !== null && running.exitCode === null) {
      running.kill('SIGKILL');
      killed += 1;
    }
    await ended;
    const found = lookInto(home);
    if (!found) return;
    const known = new Set([...found.listed, ...found.missing]);
    const unknown = all.filter((name) => !known.has(name));
    if (unknown.length > found.unlisted) for (const name of unknown) forgotten.add(name);
    if (ms !== null && found.listed.length > 0 && found.missing.length > 0) killedBetween += 1;
  };

  try {
    for (let round = 0; round < kills; round += 1) await run(random.whole(0, (count * 20) / kills));
    await run(null);
    const listed = Map.groupBy(lookInto(home)?.listed ?? [], (name) => name);
    for (const name of all) if (!listed.has(name)) forgotten.add(name);
    const twice = [...listed].filter(([, same]) => same.length > 1).map(([name]) => name);
    return { files: count, killed, killedBetween, forgotten: [...forgotten], twice };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
};

/** The full length: 2,500 files and 20 kills; each file is in the list once, or named or counted as missing. */
export const run = async (kills = 20): Promise<boolean> => {
  const report = await dropRounds(2_500, kills);
  console.log(report);
  return report.forgotten.length + report.twice.length === 0 && report.killedBetween > 0;
};
