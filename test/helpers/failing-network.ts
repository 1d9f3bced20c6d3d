import { DatabaseSync } from 'node:sqlite';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failureRule } from '../../electron/pipeline/failure-rules.ts';
import { randomAccount, startSandbox } from '../../electron/extract/sandbox/server.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { addPages, openAsking, pictureOf } from './asking.ts';
import {
  answer,
  badBase64,
  cutJson,
  halfBody,
  lengthTooLong,
  pass,
  proxyPage,
  resetAfterHeaders,
  resetBeforeHeaders,
  resetWhileSending,
  sessionCode,
  slowBytes,
  textNoJson,
  tooMany,
  type Fault,
} from './fault-server.ts';
import { randomFrom } from './random.ts';

const faults: readonly Fault[] = [
  resetWhileSending,
  resetBeforeHeaders,
  resetAfterHeaders,
  halfBody,
  lengthTooLong,
  slowBytes(1),
  proxyPage(502),
  proxyPage(200),
  tooMany('0'),
  tooMany(),
  answer(500, {}, 'oops'),
  sessionCode(10019, 'session timeout'),
  sessionCode(10222, 'deadline exceeded'),
  sessionCode(10163, 'param'),
  cutJson,
  badBase64,
  textNoJson,
];

export type FailingNetworkReport = {
  readonly concurrency: number;
  readonly recognized: number;
  readonly failed: number;
  readonly calls: number;
  readonly seconds: number;
  /** Violations of a rule. */
  readonly broken: readonly string[];
};

type Options = { readonly documents: number; readonly concurrency: number; readonly seed: number };

/**
 * Recognizes documents over a network where three calls of ten fail, and checks the ledger against the rules:
 * each page ends, each call is recorded, and each but the last was worth another.
 */
export const failingNetwork = async ({
  documents,
  concurrency,
  seed,
}: Options): Promise<FailingNetworkReport> => {
  const random = randomFrom(seed);
  const account = randomAccount();
  const truths = Array.from({ length: documents }, (_, index) => ({
    service: 'face-detect' as const,
    sha256: sha256Of(pictureOf(index)),
    text: { ret: 0, face_num: 0 },
  }));
  const sandbox = await startSandbox({ truths, account, now: () => new Date() });
  const parent = await mkdtemp(join(tmpdir(), 'vouch-network-'));
  const asking = await openAsking(parent, {
    script: () => (random.chance(0.3) ? random.pick(faults) : pass),
    forwardTo: sandbox.baseUrl,
    keys: account,
    concurrency,
    times: { firstWaitMs: 4, longestWaitMs: 40, totalMs: 60_000 },
  });
  const started = performance.now();
  const broken: string[] = [];
  try {
    const ids = await addPages(asking.folder, documents);
    const outcomes = await asking.run(ids);
    const seconds = Math.round((performance.now() - started) / 1000);
    const db = new DatabaseSync(join(asking.home, 'ledger.sqlite'), { readOnly: true });
    const rows = db.prepare('SELECT page, attempt, state, failure FROM calls ORDER BY page, id').all();
    const sound = db.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
    db.close();
    if (sound !== 'ok') broken.push(String(sound));
    if (rows.length !== asking.calls()) broken.push(`${asking.calls()} calls, ${rows.length} records`);
    const byPage = Map.groupBy(rows, (row) => row['page']);
    for (const [index, id] of ids.entries()) {
      const outcome = outcomes[index];
      const own = byPage.get(id) ?? [];
      const page = await asking.folder.store.page(id);
      if (outcome !== 'recognized' && outcome !== 'failed') broken.push(`${id} ended ${outcome}`);
      if (own.some((row, at) => row['attempt'] !== at + 1)) broken.push(`${id}: attempts`);
      if ((page?.failure === null) !== (outcome === 'recognized'))
        broken.push(`${id}: failure of ${outcome}`);
      for (const [at, row] of own.entries()) {
        const failure = typeof row['failure'] === 'string' ? JSON.parse(row['failure']) : null;
        const worth = failure === null ? 0 : failureRule('face-detect', failure).attempts;
        const isLast = at === own.length - 1;
        if (!isLast && worth <= at + 1) broken.push(`${id}: asked again after ${failure?.reason}`);
        if (isLast && outcome === 'failed' && at + 1 < worth) broken.push(`${id}: gave up early`);
        if (isLast && outcome === 'recognized' && row['state'] !== 'answered')
          broken.push(`${id}: no answer`);
      }
    }
    const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
    return {
      concurrency,
      recognized: count('recognized'),
      failed: count('failed'),
      calls: asking.calls(),
      seconds,
      broken,
    };
  } finally {
    await asking.close();
    await sandbox.close();
    await rm(parent, { recursive: true, force: true });
  }
};
