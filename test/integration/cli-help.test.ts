import { expect, test } from 'vitest';
import { vouch } from '../helpers/command-line.ts';

test('lists all options in the help, without an account or data folder', async () => {
  const ran = await vouch(['--help'], { VOUCH_HOME: '/nonexistent/home' });
  expect(ran.code).toBe(0);
  for (const option of [
    '--csv',
    '--lines-csv',
    '--xlsx',
    '--json',
    '--annotate',
    '--points',
    '--attributes',
    '--sandbox',
    '--base-url',
    '--concurrency',
    '--force',
    '--lang',
    '--encoding',
    '--quiet',
  ])
    expect(ran.stdout).toContain(option);
  expect((await vouch(['--version'], {})).stdout).toMatch(/^vouch \d+\.\d+\.\d+\n$/);
});
