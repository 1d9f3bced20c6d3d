import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { StoreTask, StoreThreadData } from '../../electron/store/sqlite/store-task.ts';
import type { DecodeTask } from '../../electron/extract/service/decode-task.ts';
import { createTaskThread } from '../../electron/infra/task-thread.ts';
import { builtFolder } from '../helpers/app-fixtures/folders.ts';
import { crowdResponse } from '../helpers/crowd.ts';
import { fillLedger } from '../helpers/large-ledger.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/**
 * Starts a thread of the build like its hosts do. If a thread is missing, the main thread silently does its
 * work.
 */
const builtThread = <Task>(name: string, workerData?: unknown) => {
  const address = pathToFileURL(join(builtFolder, 'out', 'main', name));
  const thread = createTaskThread<Task, unknown>({ address, idleMs: 60_000, workerData });
  onTestFinished(thread.close);
  return thread;
};

test.each(['read', 'write'] as const)(
  'the build includes the ledger thread, which responds (%s)',
  async (access) => {
    const path = join(await temporaryFolder(), 'ledger.sqlite');
    fillLedger(path, 300);
    const thread = builtThread<StoreTask>('store-worker.js', {
      path,
      access,
      maps: false,
    } satisfies StoreThreadData);
    const at = '2026-05-03T08:00:00.000Z';
    expect(await thread.run({ kind: 'open', takesOver: false, recovers: false, at })).toEqual({
      ok: true,
      value: { failure: null, recovered: null },
    });
    const counts = { kind: 'method', name: 'counts', input: [], step: null, at } as const;
    const answer = await thread.run(counts);
    expect(answer).toEqual({ ok: true, value: { recognized: 300 } });
  },
);

test('the build includes the decoder thread, which responds', async () => {
  const thread = builtThread<DecodeTask>('decode-worker.js');
  const answer = await thread.run({ service: 'face-detect', body: crowdResponse(700), isPacked: false });
  expect(answer).toMatchObject({ ok: true, value: { sid: 'crowd', outcome: { ok: true } } });
});
