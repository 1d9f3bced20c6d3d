import { expect, test } from 'vitest';
import { openJsonLog, requestIds } from '../../../../electron/office/operations/json-log.ts';

const secret = 'a-password-of-sixteen';

const logInto = (lines: string[]) =>
  openJsonLog({
    name: 'serve',
    out: (line) => {
      lines.push(line);
      return Promise.resolve();
    },
    now: () => new Date('2026-11-28T04:00:00Z'),
    secrets: [secret],
  });

const parsed = (lines: readonly string[]): readonly unknown[] => lines.map((line) => JSON.parse(line));

test('writes one JSON object a line, with the time, the part and the event', async () => {
  const lines: string[] = [];
  const log = logInto(lines);
  log.write('warn', 'not-signed-in', 'GET /pictures\nforged line');
  log.info('minute', { pages: 3, calls: 2 });
  await log.flush();
  expect(lines.every((line) => line.endsWith('\n') && line.indexOf('\n') === line.length - 1)).toBe(true);
  expect(parsed(lines)).toMatchObject([
    {
      level: 'warn',
      time: '2026-11-28T04:00:00.000Z',
      name: 'serve',
      pid: process.pid,
      event: 'not-signed-in',
      detail: 'GET /pictures\nforged line',
    },
    { level: 'info', event: 'minute', pages: 3, calls: 2 },
  ]);
});

test('names the request in whose answer a line is written', () => {
  const lines: string[] = [];
  const log = logInto(lines);
  requestIds.run('request-7', () => log.write('error', 'request-failed', 'why'));
  log.write('info', 'later');
  expect(parsed(lines)).toMatchObject([{ requestId: 'request-7' }, { event: 'later' }]);
  expect(parsed(lines)[1]).not.toHaveProperty('requestId');
});

test.each([
  ['a detail', secret],
  ['an encoded detail', `/x?p=${encodeURIComponent(secret)}`],
  ['base64', Buffer.from(`user:${secret}`).toString('base64')],
  ['a header', `cookie: __Host-vouch=${secret}`],
])('removes a secret in %s', (_, detail) => {
  const lines: string[] = [];
  logInto(lines).write('error', 'failed', detail);
  expect(lines.join('')).toContain('removed]');
  expect(lines.join('')).not.toContain(secret);
  expect(lines.join('')).not.toContain(detail);
});

test('removes members that hold secrets by their name', () => {
  const lines: string[] = [];
  logInto(lines).info('request', { authorization: 'Bearer abc', password: 'short', route: 'files' });
  expect(parsed(lines)).toMatchObject([
    { authorization: '[removed]', password: '[removed]', route: 'files' },
  ]);
});

test('goes on when nobody reads it', async () => {
  const log = openJsonLog({
    name: 'worker',
    out: () => Promise.reject(new Error('disk full')),
    now: () => new Date(),
    secrets: [],
  });
  log.write('info', 'first');
  await log.flush();
});
