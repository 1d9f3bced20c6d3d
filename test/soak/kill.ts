import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { randomAccount, startSandbox } from '../../electron/extract/sandbox/server.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { startFaultServer, type Fault } from '../helpers/fault-server.ts';
import { smallPicture } from '../helpers/pictures.ts';
import { randomFrom } from '../helpers/random.ts';

/** The result of many rounds of SIGKILL, SIGTERM and SIGINT; every list is empty if no rule was violated. */
type KillReport = {
  readonly rounds: number;
  readonly killed: number;
  /** The number of kills during running calls, and the number of kills while pages waited. */
  readonly killedInCall: number;
  readonly killedWaiting: number;
  readonly calls: number;
  readonly recognized: number;
  readonly interrupted: number;
  /** Pages that were reported as recognized but are not, or that have lost their response. */
  readonly lost: readonly number[];
  /** Pictures with more than one call. */
  readonly askedTwice: readonly string[];
  /** Results of the integrity check other than ok. */
  readonly unsound: readonly string[];
};

const child = fileURLToPath(new URL('batch-child.ts', import.meta.url));
const filesInRound = 8;
/** SIGKILL ends at once; the others wait for running calls. */
const signals = ['SIGKILL', 'SIGKILL', 'SIGTERM', 'SIGINT'] as const;

/** A slow response, so that a kill happens during calls. */
const slowly = (ms: number): Fault => ({
  strike: async ({ forward }) => {
    await wait(ms);
    await forward();
  },
});

const lookInto = (home: string, acknowledged: ReadonlySet<number>) => {
  const db = new DatabaseSync(join(home, 'ledger.sqlite'));
  const verdict = db.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
  const whole = db.prepare(
    `SELECT 1 FROM pages JOIN responses ON responses.call = pages.call
     WHERE pages.id = ? AND pages.state = 'recognized' AND length(responses.body) > 0`,
  );
  const lost = [...acknowledged].filter((id) => whole.get(id) === undefined);
  const count = (state: string) =>
    Number(db.prepare('SELECT count(*) AS n FROM pages WHERE state = ?').get(state)?.['n']);
  const found = {
    verdict: String(verdict),
    lost,
    recognized: count('recognized'),
    interrupted: count('interrupted'),
    calling: count('calling'),
    waiting: count('waiting'),
  };
  db.close();
  return found;
};

/** Runs a batch against the sandbox on one data folder and kills it at a random moment, a number of times. */
export const killRounds = async (rounds: number, seed = 1): Promise<KillReport> => {
  const random = randomFrom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'vouch-kill-'));
  const home = join(folder, 'home');
  await mkdir(home, { recursive: true });
  const pictures = Array.from({ length: rounds * filesInRound }, (_, index) => smallPicture(index));
  const account = randomAccount();
  const truths = pictures.map((bytes) => ({
    service: 'face-detect' as const,
    sha256: sha256Of(bytes),
    text: { ret: 0, face_num: 0 },
  }));
  const sandbox = await startSandbox({ truths, account, now: () => new Date() });
  const front = await startFaultServer({
    script: () => slowly(random.whole(0, 200)),
    forwardTo: sandbox.baseUrl,
  });
  const environment = {
    VOUCH_BASE_URL: front.baseUrl,
    VOUCH_APP_ID: account.appId,
    VOUCH_API_KEY: account.apiKey,
    VOUCH_API_SECRET: account.apiSecret,
  };

  const acknowledged = new Set<number>();
  const unsound: string[] = [];
  const lost = new Set<number>();
  let killed = 0;
  let killedInCall = 0;
  let killedWaiting = 0;
  let last = { recognized: 0, interrupted: 0 };

  const round = async (index: number): Promise<void> => {
    const own = pictures.slice(index * filesInRound, (index + 1) * filesInRound);
    const files = own.map((_, at) => join(folder, `${index}-${at}.bmp`));
    await Promise.all(files.map((file, at) => writeFile(file, own[at] ?? '')));
    const task = join(folder, 'task.json');
    await writeFile(task, JSON.stringify({ home, environment, files }));
    const running = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', child, task], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(running, 'exit');
    let detail = '';
    const ready = Promise.withResolvers<void>();
    running.stdout.on('data', (chunk: Buffer) => {
      detail += chunk.toString();
      if (detail.startsWith('ready')) ready.resolve();
    });
    const closed = once(running.stdout, 'close');
    await Promise.race([ready.promise, ended]);
    const before = front.taken.length;
    // Some rounds end before the first call, most during calls, on any computer.
    const patience = random.chance(0.8) ? 10_000 : 0;
    for (let waited = 0; front.taken.length === before && waited < patience; waited += 20)
      await Promise.race([wait(20), ended]);
    await Promise.race([wait(random.whole(0, 400)), ended]);
    if (running.exitCode === null) {
      running.kill(random.pick(signals));
      killed += 1;
    }
    await Promise.all([ended, closed]);
    // A truncated line was not reported.
    for (const line of detail.split('\n').slice(0, -1)) if (line !== 'ready') acknowledged.add(Number(line));
    const found = lookInto(home, acknowledged);
    if (found.verdict !== 'ok') unsound.push(found.verdict);
    for (const id of found.lost) lost.add(id);
    if (found.calling > 0) killedInCall += 1;
    if (found.waiting > 0) killedWaiting += 1;
    last = found;
  };

  try {
    for (let index = 0; index < rounds; index += 1) await round(index);
    const asked = Map.groupBy(front.taken, ({ body }) => sha256Of(body));
    return {
      rounds,
      killed,
      killedInCall,
      killedWaiting,
      calls: front.taken.length,
      recognized: last.recognized,
      interrupted: last.interrupted,
      lost: [...lost],
      askedTwice: [...asked].filter(([, calls]) => calls.length > 1).map(([hash]) => hash),
      unsound,
    };
  } finally {
    await front.close();
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
};

/** The full length: no reported result is lost, no call is repeated, and the file is sound each time. */
export const run = async (rounds = 200): Promise<boolean> => {
  const report = await killRounds(rounds);
  console.log(report);
  return report.lost.length + report.askedTwice.length + report.unsound.length === 0;
};
