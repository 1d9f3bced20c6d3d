import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openLog } from '../../../../electron/infra/log.ts';

const folder = mkdtempSync(join(tmpdir(), 'vouch-log-'));
const now = () => new Date('2026-01-02T03:04:05Z');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('writes one line per event, in order, and creates its folder', async () => {
  const path = join(folder, 'deep', 'host.log');
  const log = openLog(path, now);
  for (let index = 0; index < 20; index += 1) log.write('info', `event-${index}`);
  await log.flush();
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(20);
  expect(lines[7]).toBe('2026-01-02T03:04:05.000Z info event-7');
});

test('keeps secrets and line breaks out of details', async () => {
  const path = join(folder, 'secrets.log');
  const log = openLog(path, now);
  log.write('warn', 'refused', 'GET /#token=abcDEF123456\n2026-01-01 info forged\u2028line');
  log.write('warn', 'refused', 'https://x/v1?authorization=YXBpX2tleT0i&host=x&signature=Zm9vYmFy');
  await log.flush();
  const text = readFileSync(path, 'utf8');
  expect(text.trimEnd().split('\n')).toHaveLength(2);
  expect(text).not.toMatch(/abcDEF|YXBp|Zm9v|\u2028/);
});

test('moves a large log aside at the next start', async () => {
  const path = join(folder, 'old.log');
  writeFileSync(path, 'x'.repeat(1_000_001));
  const log = openLog(path, now);
  log.write('info', 'start');
  await log.flush();
  expect(readFileSync(path, 'utf8')).toBe('2026-01-02T03:04:05.000Z info start\n');
  expect(readFileSync(`${path}.1`, 'utf8')).toHaveLength(1_000_001);
});

test('moves the log aside while running, so that two files never exceed two megabytes', async () => {
  const path = join(folder, 'long.log');
  const log = openLog(path, now);
  const detail = 'what happened '.repeat(130);
  for (let index = 0; index < 1200; index += 1) log.write('info', `event-${index}`, detail);
  await log.flush();
  const [older, newer] = [readFileSync(`${path}.1`, 'utf8'), readFileSync(path, 'utf8')];
  expect(Math.max(older.length, newer.length)).toBeLessThanOrEqual(1_000_000);
  expect(older.length).toBeGreaterThan(990_000);
  const events = [...older.matchAll(/event-(\d+)/g), ...newer.matchAll(/event-(\d+)/g)];
  expect(events.map(([, index]) => Number(index))).toEqual(
    Array.from({ length: events.length }, (_, index) => 1200 - events.length + index),
  );
});

test('ignores an unwritable log', async () => {
  const blocked = join(folder, 'file');
  writeFileSync(blocked, '');
  const log = openLog(join(blocked, 'host.log'), now);
  log.write('info', 'start');
  await expect(log.flush()).resolves.toBeUndefined();
});
