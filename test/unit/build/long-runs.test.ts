import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { benches, soaks } from '../../../build/long-runs.mjs';

const root = join(import.meta.dirname, '..', '..', '..');

describe('benchmarks and soaks', () => {
  test.each([
    ...benches.map((name) => `test/bench/${name}.ts`),
    ...soaks.map((name) => `test/soak/${name}.ts`),
  ])('%s exists', (file) => {
    expect(existsSync(join(root, file))).toBe(true);
  });

  test.each(['bench', 'soak'])('%s refuses an unknown name', (command) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(root, 'build', `${command}.mjs`), 'digitl'],
      {
        encoding: 'utf8',
      },
    );
    expect(status).toBe(2);
    expect(stderr).toContain('Unknown: digitl.');
  });
});
