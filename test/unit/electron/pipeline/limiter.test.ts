import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLimiter, type Load, type Pass } from '../../../../electron/pipeline/limiter.ts';

const never = new AbortController().signal;

/** The calls that are admitted without waiting. */
const enterAll = async (limiter: ReturnType<typeof createLimiter>, count: number) => {
  const passes: Pass[] = [];
  for (let index = 0; index < count; index += 1)
    void limiter.enter(never).then((pass) => pass && passes.push(pass));
  await wait(0);
  return passes;
};

describe('limiter', () => {
  test('admits as many calls as the user allows, and the next when one ends', async () => {
    const limiter = createLimiter(3);
    const passes = await enterAll(limiter, 5);
    expect(passes).toHaveLength(3);
    passes[0]!.leave('unknown');
    passes[0]!.leave('unknown');
    await wait(0);
    expect(passes).toHaveLength(4);
  });

  test('halves once for calls that started together, and recovers', async () => {
    const limiter = createLimiter(8);
    const passes = await enterAll(limiter, 8);
    for (const pass of passes) pass.leave('overrun');
    expect(limiter.limit()).toBe(4);
    await wait(2);
    for (let round = 0; round < 60; round += 1) {
      const [pass] = await enterAll(limiter, 1);
      pass!.leave('fine');
    }
    expect(limiter.limit()).toBe(8);
  });

  test('stays between one and the user’s limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 16 }),
        fc.array(fc.constantFrom<Load>('fine', 'overrun', 'gone', 'unknown'), { maxLength: 60 }),
        async (most, loads) => {
          let time = 0;
          const limiter = createLimiter(most, () => (time += 1));
          for (const load of loads) {
            const pass = await limiter.enter(never);
            pass!.leave(load);
            expect(limiter.limit()).toBeGreaterThanOrEqual(1);
            expect(limiter.limit()).toBeLessThanOrEqual(most);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  test('holds all calls for a time, or until it is resumed', async () => {
    let time = 0;
    const limiter = createLimiter(2, () => time);
    limiter.holdFor(20);
    const held = await enterAll(limiter, 1);
    await wait(60);
    expect(held).toHaveLength(0);
    time = 20;
    const pass = await limiter.enter(never);
    expect(held).toHaveLength(1);
    pass!.leave('fine');
    limiter.setPaused(true);
    const passes = await enterAll(limiter, 1);
    expect(passes).toHaveLength(0);
    limiter.setPaused(false);
    await wait(0);
    expect(passes).toHaveLength(1);
  });

  test('sets its timer again if that fires early', async () => {
    // A clock that lags behind the loop's timers, as in a busy loop.
    const start = performance.now();
    const limiter = createLimiter(1, () => (performance.now() - start) / 3);
    limiter.holdFor(20);
    const pass = await limiter.enter(never);
    expect(performance.now() - start).toBeGreaterThan(55);
    expect(pass).not.toBeNull();
  });

  test('gives no place to a call that stops waiting', async () => {
    const limiter = createLimiter(1);
    const [first] = await enterAll(limiter, 1);
    expect(await limiter.enter(AbortSignal.timeout(5))).toBeNull();
    expect(await limiter.enter(AbortSignal.abort())).toBeNull();
    first!.leave('fine');
    expect(await enterAll(limiter, 1)).toHaveLength(1);
  });

  test('stays reduced when the user raises the limit', async () => {
    const limiter = createLimiter(4);
    for (const pass of await enterAll(limiter, 4)) pass.leave('overrun');
    limiter.setMost(16);
    expect(limiter.limit()).toBe(2);
    const other = createLimiter(4);
    other.setMost(16);
    expect(other.limit()).toBe(16);
    other.setMost(1);
    expect(other.limit()).toBe(1);
  });
});
