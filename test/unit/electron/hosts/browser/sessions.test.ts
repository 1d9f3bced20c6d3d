import { expect, test } from 'vitest';
import { createSessions } from '../../../../../electron/hosts/browser/sessions.ts';

test('opens one session per token, once', () => {
  const sessions = createSessions(
    () => 0,
    () => {},
  );
  const token = sessions.issueToken();
  const exchange = sessions.exchange(token);
  expect(exchange.outcome).toBe('session');
  expect(sessions.exchange(token)).toEqual({ outcome: 'used' });
  if (exchange.outcome !== 'session') throw new Error('no session');
  expect(sessions.isSession(exchange.session)).toBe(true);
  expect(exchange.session).not.toBe(token);
});

test('accepts neither the token nor any other text as a session key', () => {
  const sessions = createSessions(
    () => 0,
    () => {},
  );
  const token = sessions.issueToken();
  for (const key of [undefined, '', token, 'x'.repeat(101), '0'.repeat(43)]) {
    expect(sessions.isSession(key)).toBe(false);
  }
});

test('invalidates the earlier token with a new one', () => {
  const sessions = createSessions(
    () => 0,
    () => {},
  );
  const first = sessions.issueToken();
  const second = sessions.issueToken();
  expect(second).not.toBe(first);
  expect(sessions.exchange(first).outcome).toBe('wrong');
  expect(sessions.exchange(second).outcome).toBe('session');
});

test('lets another tab take over the session once with the spare key, and ends that of the first', () => {
  const sessions = createSessions(
    () => 0,
    () => {},
  );
  const first = sessions.exchange(sessions.issueToken());
  if (first.outcome !== 'session') throw new Error('no session');
  const ended = sessions.endOf(first.session);
  expect(sessions.takeOver(first.session).outcome).toBe('wrong');
  const second = sessions.takeOver(first.spare);
  if (second.outcome !== 'session') throw new Error('no session');
  expect(ended?.aborted).toBe(true);
  expect([first.session, second.session, second.spare].map(sessions.isSession)).toEqual([false, true, false]);
  expect(sessions.takeOver(first.spare).outcome).toBe('wrong');
  // A new address also ends sessions that the spare key opened.
  sessions.issueToken();
  expect(sessions.takeOver(second.spare).outcome).toBe('wrong');
  expect(
    createSessions(
      () => 0,
      () => {},
    ).takeOver('').outcome,
  ).toBe('wrong');
});

test('accepts no token before one is issued', () => {
  expect(
    createSessions(
      () => 0,
      () => {},
    ).exchange('').outcome,
  ).toBe('wrong');
});

test('delays tokens for a minute after ten wrong ones, but accepts the correct one', () => {
  let time = 0;
  const sessions = createSessions(
    () => time,
    () => {},
  );
  const token = sessions.issueToken();
  for (let attempt = 0; attempt < 10; attempt += 1) expect(sessions.exchange('wrong').outcome).toBe('wrong');
  expect(sessions.exchange('wrong').outcome).toBe('too-many');
  time = 59_999;
  expect(sessions.exchange('wrong').outcome).toBe('too-many');
  expect(sessions.exchange(token).outcome).toBe('session');
  expect(sessions.exchange(token).outcome).toBe('used');
  time = 60_000;
  expect(sessions.exchange('wrong').outcome).toBe('wrong');
});

const opened = (sessions: ReturnType<typeof createSessions>): string => {
  const exchange = sessions.exchange(sessions.issueToken());
  if (exchange.outcome !== 'session') throw new Error('no session');
  return exchange.session;
};

test('ends the earlier sessions at once with a new address', () => {
  const sessions = createSessions(
    () => 0,
    () => {},
  );
  const stolen = opened(sessions);
  const end = sessions.endOf(stolen);
  expect(end?.aborted).toBe(false);
  const own = opened(sessions);
  expect(end?.aborted).toBe(true);
  expect([sessions.isSession(stolen), sessions.isSession(own)]).toEqual([false, true]);
  expect(sessions.endOf(stolen)).toBeNull();
});

test('reports a repeated token once, unless its own session opens the address again', () => {
  let told = 0;
  const sessions = createSessions(
    () => 0,
    () => (told += 1),
  );
  const token = sessions.issueToken();
  const exchange = sessions.exchange(token);
  if (exchange.outcome !== 'session') throw new Error('no session');
  expect(sessions.exchange(token, exchange.session)).toEqual({ outcome: 'used' });
  expect(told).toBe(0);
  expect(sessions.exchange(token)).toEqual({ outcome: 'used' });
  expect(sessions.exchange(token, 'of somebody else')).toEqual({ outcome: 'used' });
  expect(told).toBe(1);
  // The next address is watched like the first.
  const next = sessions.issueToken();
  sessions.exchange(next);
  sessions.exchange(next);
  expect(told).toBe(2);
});
