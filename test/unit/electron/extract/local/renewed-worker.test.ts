import { expect, test } from 'vitest';
import { createLineReader } from '../../../../../electron/extract/local/engine/reader-pool.ts';
import type { PoolWorker } from '../../../../../electron/infra/worker-pool.ts';

/** Processes that answer as told. They count their starts and ends. */
const fakes = (answer: (nth: number) => 'read' | 'spent' | 'dies' | 'hangs') => {
  const seen = { started: 0, ended: 0 };
  const start = (): PoolWorker => {
    seen.started += 1;
    const nth = seen.started;
    let tell: ((message: unknown) => void) | null = null;
    let die: ((reason: 'ended') => void) | null = null;
    return {
      send: ({ id }) =>
        queueMicrotask(() => {
          const how = answer(nth);
          if (how === 'dies') die?.('ended');
          else if (how !== 'hangs')
            tell?.({
              id,
              done: {
                read: { ok: true, value: { process: nth } },
                residentBytes: how === 'spent' ? 1e9 : 1e8,
              },
            });
        }),
      onMessage: (listener) => void (tell = listener),
      onEnd: (listener) => void (die = listener),
      hold: () => {},
      end: () => void (seen.ended += 1),
    };
  };
  return { start, seen };
};

const picture = { bytes: new Uint8Array() };

test('replaces a process that has grown before the next page', async () => {
  const { start, seen } = fakes((nth) => (nth === 1 ? 'spent' : 'read'));
  const reader = createLineReader({ start, processes: 1 });
  expect(await reader.read(picture)).toMatchObject({ ok: true, value: { process: 1 } });
  expect(await reader.read(picture)).toMatchObject({ ok: true, value: { process: 2 } });
  expect(await reader.read(picture)).toMatchObject({ ok: true, value: { process: 2 } });
  expect(seen).toEqual({ started: 2, ended: 1 });
  await reader.close();
});

test('tries a page once more if its process died, then fails it with a reason', async () => {
  const once = fakes((nth) => (nth === 1 ? 'dies' : 'read'));
  const reader = createLineReader({ start: once.start, processes: 1 });
  expect(await reader.read(picture)).toMatchObject({ ok: true, value: { process: 2 } });
  await reader.close();
  const always = createLineReader({ start: fakes(() => 'dies').start, processes: 1 });
  expect(await always.read(picture)).toMatchObject({
    ok: false,
    failure: { kind: 'input', reason: 'reader-died' },
  });
  await always.close();
});

test('ends a process that takes too long, and fails only its page', async () => {
  const { start } = fakes((nth) => (nth === 1 ? 'hangs' : 'read'));
  const reader = createLineReader({ start, processes: 1, pageMs: 30 });
  const [slow, next] = await Promise.all([reader.read(picture), reader.read(picture)]);
  expect(slow).toMatchObject({ ok: false, failure: { reason: 'reader-too-slow' } });
  expect(next).toMatchObject({ ok: true, value: { process: 2 } });
  await reader.close();
});

test('stops waiting when aborted', async () => {
  const reader = createLineReader({ start: fakes(() => 'hangs').start, processes: 1 });
  const abort = new AbortController();
  const waiting = reader.read(picture, { signal: abort.signal });
  abort.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  await reader.close();
});
