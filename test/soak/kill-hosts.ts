import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { randomAccount, startSandbox } from '../../electron/extract/sandbox/server.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { ask } from '../helpers/app-fixtures/ask.ts';
import { spawnBrowserHost } from '../helpers/app-fixtures/browser-app.ts';
import { startVouch } from '../helpers/command-line.ts';
import { startFaultServer, type Fault } from '../helpers/fault-server.ts';
import { bmp } from '../helpers/pictures.ts';
import { randomFrom, type Random } from '../helpers/random.ts';

/** The result of many kills of the real programs; every list is empty if no rule was violated. */
type HostKillReport = {
  readonly rounds: number;
  /** Kills by signal. */
  readonly killed: Readonly<Record<string, number>>;
  readonly calls: number;
  readonly askedTwice: number;
  /** Violations of a rule, with their round. */
  readonly broken: readonly string[];
};

const filesInRound = 6;
const signals = ['SIGKILL', 'SIGKILL', 'SIGTERM', 'SIGINT'] as const;
const pictureOf = (index: number): Buffer => {
  const bytes = bmp(32, 32);
  bytes.writeUInt32LE(index, 54);
  return bytes;
};

const slowly = (ms: number): Fault => ({
  strike: async ({ forward }) => {
    await wait(ms);
    await forward();
  },
});

type Row = {
  readonly sha256: string;
  readonly state: string;
  readonly paid: boolean;
  readonly whole: boolean;
};

/** The pages of a ledger. A call without a response that may have been billed marks its page. */
const rowsOf = (home: string): { readonly sound: string; readonly rows: readonly Row[] } => {
  const db = new DatabaseSync(join(home, 'ledger.sqlite'));
  const sound = String(db.prepare('PRAGMA integrity_check').get()?.['integrity_check']);
  const rows = db
    .prepare(
      `SELECT pages.picture AS sha256, pages.state,
         EXISTS (SELECT 1 FROM calls WHERE calls.page = pages.id AND calls.maybe_paid = 1) AS paid,
         EXISTS (SELECT 1 FROM responses WHERE responses.call = pages.call AND length(responses.body) > 0) AS whole
       FROM pages`,
    )
    .all()
    .map((row) => ({
      sha256: String(row['sha256']),
      state: String(row['state']),
      paid: Number(row['paid']) > 0,
      whole: Number(row['whole']) > 0,
    }));
  db.close();
  return { sound, rows };
};

type Setting = {
  readonly folder: string;
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly random: Random;
  /** Number of requests so far. */
  readonly calls: () => number;
  readonly kill: (child: { kill: (signal: NodeJS.Signals) => unknown }) => void;
};

/** Lets a program run until a random moment, most often during calls. */
const untilRandom = async ({ random, calls }: Setting, child: ChildProcess): Promise<void> => {
  const before = calls();
  const patience = random.chance(0.8) ? 20_000 : random.whole(0, 1_500);
  for (let waited = 0; child.exitCode === null && calls() === before && waited < patience; waited += 20)
    await wait(20);
  await wait(random.whole(0, 500));
};

/** Kills a run of the command line, then runs the same command to its end. */
const commandRound = async (setting: Setting, files: readonly string[]): Promise<readonly string[]> => {
  const { environment, kill } = setting;
  const given = ['face', ...files, '--concurrency', '4', '--json', '-', '--quiet'];
  const first = startVouch(given, environment);
  const firstRan = first.ran();
  await untilRandom(setting, first);
  if (first.exitCode === null) kill(first);
  await firstRan;
  const { code, stdout, stderr } = await startVouch(given, environment).ran();
  const pages: { state: string; error: unknown; maybePaid: boolean }[] = JSON.parse(stdout || '[]');
  const wrong = pages.filter(({ state }) => state !== 'recognized');
  return code === 0 && pages.length === files.length && wrong.length === 0
    ? []
    : [`exit ${code}, ${pages.length} pages, ${wrong.length} not recognized: ${stderr.slice(0, 300)}`];
};

const portOf = (address: string): number => Number(new URL(address).port);

const enter = async (address: string) => {
  const port = portOf(address);
  const origin = `http://127.0.0.1:${port}`;
  const token = new URLSearchParams(new URL(address).hash.slice(1)).get('token');
  const opened = await ask({
    port,
    method: 'POST',
    path: '/session',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const { value }: { value: { session: string } } = JSON.parse(opened.body.toString());
  const headers = { origin, 'x-vouch-session': value.session };
  const query = 'service=face-detect&sandbox=false';
  return {
    send: (name: string, body: Buffer) =>
      ask({
        port,
        method: 'POST',
        path: `/files?${query}`,
        headers: { ...headers, 'content-type': 'application/octet-stream', 'x-vouch-name': name },
        body,
      }),
    command: async (name: string, input: unknown): Promise<unknown> => {
      const sent = { ...headers, 'content-type': 'application/json' };
      const body = JSON.stringify(input);
      const response = await ask({ port, method: 'POST', path: `/commands/${name}`, headers: sent, body });
      return JSON.parse(response.body.toString());
    },
  };
};

/**
 * Kills a browser host and starts it again: waiting pages continue automatically, interrupted calls do not.
 */
const browserRound = async (setting: Setting, files: readonly string[]): Promise<readonly string[]> => {
  const { home, environment, kill } = setting;
  const first = await spawnBrowserHost({ home, env: environment });
  const ended = once(first.child, 'exit');
  const refused: string[] = [];
  const session = await enter(first.address);
  const adding = (async () => {
    for (const file of files) {
      const { status } = await session.send('a.bmp', await readFile(file));
      if (status !== 200) refused.push(`the host refused a file (${status})`);
    }
  })().catch(() => {});
  await untilRandom(setting, first.child);
  if (first.child.exitCode === null) kill(first.child);
  await Promise.all([ended, adding]);
  const second = await spawnBrowserHost({ home, env: environment });
  const again = await enter(second.address);
  await again.command('pages.list', {});
  for (let waited = 0; waited < 30_000; waited += 100) {
    const { rows } = rowsOf(home);
    if (rows.every(({ state }) => state !== 'waiting' && state !== 'calling')) break;
    await wait(100);
  }
  const code = await second.stop('SIGTERM');
  if (code !== 0) refused.push(`the second host ended with ${code}: ${second.complaints().slice(0, 300)}`);
  return refused;
};

/** Kills the command line and the browser host in turn, on one data folder each. */
export const killHosts = async (
  rounds: number,
  seed = 1,
  onRound: (finished: number, broken: readonly string[]) => void = () => {},
): Promise<HostKillReport> => {
  const random = randomFrom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'vouch-kill-hosts-'));
  const account = randomAccount();
  const pictures = Array.from({ length: rounds * filesInRound }, (_, index) => pictureOf(index));
  const text = { ret: 0, face_num: 0 };
  const truths = pictures.map((bytes) => ({
    service: 'face-detect' as const,
    sha256: sha256Of(bytes),
    text,
  }));
  const sandbox = await startSandbox({ truths, account, now: () => new Date() });
  const front = await startFaultServer({
    script: () => slowly(random.whole(0, 200)),
    forwardTo: sandbox.baseUrl,
  });
  const killed: Record<string, number> = {};
  const broken: string[] = [];
  let askedTwice = 0;
  const settingIn = async (name: string): Promise<Setting> => {
    const home = join(folder, name);
    await mkdir(home);
    return {
      folder,
      home,
      random,
      calls: () => front.taken.length,
      environment: {
        VOUCH_HOME: home,
        VOUCH_BASE_URL: front.baseUrl,
        VOUCH_APP_ID: account.appId,
        VOUCH_API_KEY: account.apiKey,
        VOUCH_API_SECRET: account.apiSecret,
      },
      kill: (child) => {
        const signal = random.pick(signals);
        killed[signal] = (killed[signal] ?? 0) + 1;
        child.kill(signal);
      },
    };
  };
  const hosts = [
    { name: 'command', setting: await settingIn('command'), round: commandRound },
    { name: 'browser', setting: await settingIn('browser'), round: browserRound },
  ];
  try {
    for (let index = 0; index < rounds; index += 1) {
      const host = hosts[index % hosts.length];
      if (!host) continue;
      const own = pictures.slice(index * filesInRound, (index + 1) * filesInRound);
      const files = own.map((_, at) => join(folder, `${index}-${at}.bmp`));
      await Promise.all(files.map((file, at) => writeFile(file, own[at] ?? '')));
      const from = front.taken.length;
      const faults = [...(await host.round(host.setting, files))];
      const { sound, rows } = rowsOf(host.setting.home);
      if (sound !== 'ok') faults.push(sound);
      faults.push(...lawsOf(front.taken.slice(from), own, rows));
      askedTwice += front.taken.length - from - new Set(front.taken.slice(from).map(pictureIn)).size;
      broken.push(...faults.map((fault) => `${index} ${host.name}: ${fault}`));
      onRound(index + 1, broken);
      await Promise.all(files.map((file) => rm(file)));
    }
    return { rounds, killed, calls: front.taken.length, askedTwice, broken };
  } finally {
    await front.close();
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
};

const pictureIn = ({ body }: { readonly body: Buffer }): string => {
  const { payload }: { payload: Record<string, { image: string }> } = JSON.parse(body.toString());
  return sha256Of(Buffer.from(Object.values(payload)[0]?.image ?? '', 'base64'));
};

/** Nothing is lost, and no call is repeated unless it is marked. */
const lawsOf = (
  taken: readonly { readonly body: Buffer }[],
  own: readonly Buffer[],
  rows: readonly Row[],
): readonly string[] => {
  const asked = Map.groupBy(taken, pictureIn);
  const byPicture = new Map(rows.map((row) => [row.sha256, row]));
  const faults: string[] = [];
  for (const [picture, calls] of asked) {
    const row = byPicture.get(picture);
    if (!own.some((bytes) => sha256Of(bytes) === picture))
      faults.push('a picture of an earlier round was asked');
    if (!row) faults.push('a call without a page');
    else if (calls.length > 1 && !row.paid) faults.push(`asked ${calls.length} times without a mark`);
    else if (calls.length > 2) faults.push(`asked ${calls.length} times`);
  }
  for (const { state, whole, paid } of rows) {
    if (state === 'recognized' && !whole) faults.push('a recognized page without its response');
    if (state === 'interrupted' && !paid) faults.push('an interrupted page without a mark');
    if (state === 'calling') faults.push('a page that is still calling');
  }
  return faults;
};

/** The full length: 200 rounds. */
export const run = async (rounds = 200): Promise<boolean> => {
  const report = await killHosts(rounds, 1, (finished, broken) => {
    if (finished % 10 === 0)
      console.log(`${finished} rounds, ${broken.length} broken laws`, broken.at(-1) ?? '');
  });
  console.log(report);
  return report.broken.length === 0;
};
