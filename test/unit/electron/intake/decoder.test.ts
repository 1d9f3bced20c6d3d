import { describe, expect, test } from 'vitest';
import { createProcessDecoder } from '../../../../electron/intake/decode-pool.ts';
import type { PoolWorker, PostedTask } from '../../../../electron/infra/worker-pool.ts';
import { nodeDecoder } from '../../../../electron/intake/node-decoder.ts';
import { untreated } from '../../../../shared/contract/preparation.ts';
import { ownIntake } from '../../../helpers/intake.ts';
import { bmp } from '../../../helpers/pictures.ts';

const nameOf = ({ task }: PostedTask<unknown>): string =>
  typeof task === 'object' && task !== null && 'path' in task ? String(task.path) : '';
const nothing = (): void => {};

/** Processes that die from a path named `kills`, and complete everything else after a moment. */
const scripted = () => {
  let starts = 0;
  const beside = new Map<string, number>();
  const start = (): PoolWorker => {
    starts += 1;
    let message: (answer: unknown) => void = nothing;
    let ended: Parameters<PoolWorker['onEnd']>[0] = nothing;
    const under = new Set<string>();
    return {
      send: (asked) => {
        const name = nameOf(asked);
        under.add(name);
        beside.set(name, under.size - 1);
        if (name === 'kills') setTimeout(() => ended('ended'), 10);
        else
          setTimeout(() => {
            under.delete(name);
            message({ id: asked.id, done: { kind: 'count', value: { ok: true, value: 1 } } });
          }, 30);
      },
      onMessage: (listener) => {
        message = listener;
      },
      onEnd: (listener) => {
        ended = listener;
      },
      hold: nothing,
      end: nothing,
    };
  };
  return { start, starts: () => starts, beside };
};

describe('a decoder process', () => {
  test('fails only the task that killed it, after one more try alone', async () => {
    const { start, starts, beside } = scripted();
    const decoder = createProcessDecoder(start, 3);
    const run = async (path: string) =>
      (await decoder.run({ kind: 'count', path, password: null, documentBytes: null })).kind;
    expect(await Promise.all(['a', 'kills', 'b', 'c', 'd'].map(run))).toEqual([
      'count',
      'broke',
      'count',
      'count',
      'count',
    ]);
    expect(beside.get('kills')).toBe(0);
    expect(starts()).toBeLessThanOrEqual(4);
    await decoder.close();
  });

  test('is killed from outside, and the next process prepares the page', async () => {
    const start = nodeDecoder();
    if (!start) throw new Error('There are processes here');
    const alive: PoolWorker[] = [];
    const ends: (() => void)[] = [];
    const { promise: sent, resolve: tellSent } = Promise.withResolvers<null>();
    const { intake, pathOf } = ownIntake({
      threads: 1,
      startDecoder: () => {
        const process = start();
        alive.push(process);
        const onEnd: PoolWorker['onEnd'] = (listener) => {
          ends.push(() => listener('ended'));
          process.onEnd(listener);
        };
        const send = (task: PostedTask<unknown>): void => {
          process.send(task);
          tellSent(null);
        };
        return { ...process, send, onEnd };
      },
    });
    const path = await pathOf(bmp(60, 40));
    const request = { path, page: 1, treatment: { turn: 90 as const, masks: [] }, password: null };
    const asked = intake.prepare(request);
    await sent;
    void alive[0]?.end();
    ends[0]?.();
    const made = await asked;
    expect(made.ok && made.value.sent).toMatchObject({ width: 40, height: 60 });
    const asItIs = await intake.prepare({ ...request, treatment: untreated });
    expect(asItIs.ok && asItIs.value.sent.encoding).toBe('bmp');
    expect(alive).toHaveLength(2);
  });
});
