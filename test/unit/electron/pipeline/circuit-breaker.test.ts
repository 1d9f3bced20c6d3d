import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { breakerOptions, createCircuitBreaker } from '../../../../electron/pipeline/circuit-breaker.ts';

/** Calls one after the other; each moves the clock on by one. */
const caller = () => {
  const breaker = createCircuitBreaker();
  let now = 0;
  return (health: Parameters<typeof breaker.learn>[0], calledMs?: number) => {
    now += 2;
    return breaker.learn(health, calledMs ?? now - 1, now).kind;
  };
};
const repeat = <Value>(count: number, make: () => Value): readonly Value[] =>
  Array.from({ length: count }, make);

describe('circuit breaker', () => {
  test('opens after four calls that hang, and gives up after three probes', () => {
    const call = caller();
    expect(repeat(4, () => call('hanging'))).toEqual(['go-on', 'go-on', 'go-on', 'hold']);
    expect(repeat(3, () => call('hanging'))).toEqual(['hold', 'hold', 'give-up']);
  });

  test('opens after a dozen calls that fail at once', () => {
    const call = caller();
    expect(repeat(12, () => call('failing')).findIndex((kind) => kind === 'hold')).toBe(11);
  });

  test('does not count calls from before it opened as probes', () => {
    const call = caller();
    repeat(4, () => call('hanging'));
    expect(repeat(20, () => call('hanging', 0))).toEqual(Array(20).fill('go-on'));
  });

  test('closes after one response', () => {
    const call = caller();
    repeat(5, () => call('hanging'));
    call('alive');
    expect(repeat(3, () => call('hanging'))).toEqual(['go-on', 'go-on', 'go-on']);
  });

  test('gives a single probe to the batch after one that was given up', () => {
    const call = caller();
    while (call('failing') !== 'give-up');
    expect(call('failing')).toBe('give-up');
  });

  test('never gives up on a service that responds now and then', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('failing' as const, 'hanging' as const), { maxLength: 3 }),
        (some) => {
          const call = caller();
          const kinds = repeat(50, () => [...some.map((health) => call(health)), call('alive')]).flat();
          expect(kinds).not.toContain('give-up');
          expect(kinds).not.toContain('hold');
        },
      ),
    );
    expect(breakerOptions.weightToOpen).toBeGreaterThan(3 * breakerOptions.hangingWeight);
  });
});
