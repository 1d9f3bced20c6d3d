import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failureRule } from '../../../../electron/pipeline/failure-rules.ts';
import { createRepeatedCode } from '../../../../electron/pipeline/batch.ts';
import { failureKinds } from '../../../../shared/services/failure.ts';
import { failureOf } from '../../../../shared/services/failures.ts';

const rule = (...parts: Parameters<typeof failureOf>) => failureRule('vat-invoice', failureOf(...parts));

describe('failure rules for calls', () => {
  test('repeat only calls whose failure can be temporary', () => {
    fc.assert(
      fc.property(fc.constantFrom(...failureKinds), fc.integer(), (kind, code) => {
        const passing =
          kind === 'network' ||
          (kind === 'http' && (code === 429 || code >= 500)) ||
          ((kind === 'session' || kind === 'service') && (code === 10019 || code === 10222));
        const { attempts } = failureRule('face-detect', { kind, code, reason: 'status' });
        expect(attempts > 1).toBe(passing);
      }),
    );
  });

  test('try a refused certificate once, and a lost connection again', () => {
    expect(failureOf('tls').retryable).toBe(false);
    expect(rule('tls')).toMatchObject({ attempts: 1, health: 'failing' });
    expect(rule('connection-lost').attempts).toBe(4);
  });

  test.each([10313, 10010])('%i concerns the account, with any HTTP status', (code) => {
    expect(rule('session-code', { code }).concerns).toBe('account');
    for (const status of [400, 500, 503])
      expect(rule('status', { code: status, headerCode: code })).toMatchObject({
        concerns: 'account',
        attempts: 1,
      });
  });

  test('codes about a picture or its parameters concern the page', () => {
    for (const code of [10106, 10163, 10222, 37042])
      expect(rule('session-code', { code }).concerns).toBe('page');
    expect(rule('session-code', { code: 11503 }).concerns).toBe('unknown');
    expect(rule('service-code', { code: 11503 }).concerns).toBe('page');
  });

  test('500s, time-outs and 429 reduce the load; a response about the picture does not', () => {
    expect(rule('status', { code: 500 }).load).toBe('overrun');
    expect(rule('call-timeout').load).toBe('overrun');
    expect(rule('status', { code: 429 }).load).toBe('overrun');
    expect(rule('session-code', { code: 10163 }).load).toBe('fine');
  });
});

test('stops a batch after four pages in a row with an unlisted code', () => {
  const repeated = createRepeatedCode();
  expect([11503, 11503, 11200, 11503, 11503, 11503].map(repeated.saw)).toEqual(Array(6).fill(false));
  repeated.sawOther();
  expect([11503, 11503, 11503, 11503].map(repeated.saw)).toEqual([false, false, false, true]);
});
