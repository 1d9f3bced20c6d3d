import { expect, test } from 'vitest';
import { createSessions } from '../../../../../electron/hosts/browser/sessions.ts';

test('a token opens one session, once', () => {
  const sessions = createSessions(() => 0);
  const token = sessions.issueToken();
  const exchange = sessions.exchange(token);
  expect(exchange.outcome).toBe('session');
  expect(sessions.exchange(token)).toEqual({ outcome: 'wrong' });
  if (exchange.outcome !== 'session') throw new Error('no session');
  expect(sessions.isSession(exchange.session)).toBe(true);
  expect(exchange.session).not.toBe(token);
});

test('neither the token nor anything else is a session key', () => {
  const sessions = createSessions(() => 0);
  const token = sessions.issueToken();
  for (const key of [undefined, '', token, 'x'.repeat(101), '0'.repeat(43)]) {
    expect(sessions.isSession(key)).toBe(false);
  }
});

test('a new token voids the one before it', () => {
  const sessions = createSessions(() => 0);
  const first = sessions.issueToken();
  const second = sessions.issueToken();
  expect(second).not.toBe(first);
  expect(sessions.exchange(first).outcome).toBe('wrong');
  expect(sessions.exchange(second).outcome).toBe('session');
});

test('before a token is issued none is right', () => {
  expect(createSessions(() => 0).exchange('').outcome).toBe('wrong');
});

test('after ten wrong tokens the next wait for the minute to end, and the right one opens all the same', () => {
  let time = 0;
  const sessions = createSessions(() => time);
  const token = sessions.issueToken();
  for (let attempt = 0; attempt < 10; attempt += 1) expect(sessions.exchange('wrong').outcome).toBe('wrong');
  expect(sessions.exchange('wrong').outcome).toBe('too-many');
  time = 59_999;
  expect(sessions.exchange('wrong').outcome).toBe('too-many');
  expect(sessions.exchange(token).outcome).toBe('session');
  expect(sessions.exchange(token).outcome).toBe('too-many');
  time = 60_000;
  expect(sessions.exchange('wrong').outcome).toBe('wrong');
});
