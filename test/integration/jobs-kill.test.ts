import { expect, test } from 'vitest';
import { dropRounds } from '../soak/drops.ts';
import { killRounds } from '../soak/kill.ts';
import { copierRounds } from '../soak/slow-copier.ts';

// The full length of each runs under `npm run soak`.

test('loses no reported result, repeats no call and leaves a sound file after repeated kills', async () => {
  const report = await killRounds(6);
  expect(report).toMatchObject({ lost: [], askedTwice: [], unsound: [] });
  expect(report.killed).toBeGreaterThan(0);
  expect(report.calls).toBeGreaterThan(0);
}, 120_000);

test('has each file of a drop in the list once, or names it as missing, after repeated kills', async () => {
  const report = await dropRounds(40, 3);
  expect(report).toMatchObject({ files: 40, forgotten: [], twice: [] });
  expect(report.killed).toBeGreaterThan(0);
}, 120_000);

test('each paper of a slow copier is one document, and no page is paid twice', async () => {
  expect(await copierRounds(4)).toEqual({ papers: 4, calls: 7, wrong: [], paidTwice: [] });
}, 120_000);
