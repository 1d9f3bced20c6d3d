import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failureRule } from '../../electron/pipeline/failure-rules.ts';
import { randomAccount, startSandbox } from '../../electron/extract/sandbox/server.ts';
import { addPages, pictureOf, sha256, startAsking } from '../helpers/asking.ts';
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
} from '../helpers/fault-server.ts';
import { randomFrom } from '../helpers/random.ts';

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

const documents = 500;

describe('500 documents over a network where three calls of ten fail', () => {
  test('all end recognized or with a true reason, within the allowed number of calls', async () => {
    const random = randomFrom(7);
    const account = randomAccount();
    const truths = Array.from({ length: documents }, (_, index) => ({
      service: 'face-detect' as const,
      sha256: sha256(pictureOf(index)),
      text: { ret: 0, face_num: 0 },
    }));
    const sandbox = await startSandbox({ truths, account, now: () => new Date() });
    const { folder, home, run, calls } = await startAsking({
      script: () => (random.chance(0.3) ? random.pick(faults) : pass),
      forwardTo: sandbox.baseUrl,
      keys: account,
      concurrency: 8,
      times: { firstWaitMs: 4, longestWaitMs: 40, totalMs: 60_000 },
    });
    const ids = await addPages(folder, documents);
    const outcomes = await run(ids);
    await sandbox.close();
    expect(outcomes.filter((outcome) => outcome !== 'recognized' && outcome !== 'failed')).toEqual([]);

    // The ledger has every call of every page; each but the last was worth another.
    const db = new DatabaseSync(join(home, 'ledger.sqlite'), { readOnly: true });
    const rows = db.prepare('SELECT page, attempt, state, failure FROM calls ORDER BY page, id').all();
    const integrity = db.prepare('PRAGMA integrity_check').get();
    db.close();
    expect(integrity).toEqual({ integrity_check: 'ok' });
    expect(rows).toHaveLength(calls());
    const byPage = Map.groupBy(rows, (row) => row['page']);
    expect(byPage.size).toBe(documents);
    for (const [index, id] of ids.entries()) {
      const own = byPage.get(id) ?? [];
      expect(own.map((row) => row['attempt'])).toEqual(own.map((_, at) => at + 1));
      for (const [at, row] of own.entries()) {
        const failure = typeof row['failure'] === 'string' ? JSON.parse(row['failure']) : null;
        const worth = failure === null ? 0 : failureRule('face-detect', failure).attempts;
        if (at < own.length - 1) expect(worth).toBeGreaterThan(at + 1);
        else if (outcomes[index] === 'failed') expect(at + 1).toBeGreaterThanOrEqual(worth);
        else expect(row['state']).toBe('answered');
      }
      const row = await folder.store.page(id);
      expect(row?.failure === null).toBe(outcomes[index] === 'recognized');
    }
  }, 120_000);
});
