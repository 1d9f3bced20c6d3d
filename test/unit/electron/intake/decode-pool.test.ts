import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createThreadDecoder } from '../../../../electron/intake/decode-pool.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const start = async (limitMs = 5000) => {
  const log = join(await temporaryFolder(), 'log');
  const address = new URL('../../../helpers/scripted-worker.ts', import.meta.url);
  const pool = createThreadDecoder({ threads: 1, limitMs, idleMs: 1000, address });
  onTestFinished(pool.close);
  const run = async (name: string, steps: string, documentBytes: number | null = null): Promise<string> => {
    const { kind } = await pool.run({
      kind: 'count',
      path: `${name}|${log}|${steps}`,
      password: null,
      documentBytes,
    });
    return kind;
  };
  return { run, events: async () => (await readFile(log, 'utf8')).trim().split('\n') };
};

describe('the pool of worker threads', () => {
  test('starts the next page while the previous one is encoded, but not a third', async () => {
    const { run, events } = await start();
    const steps = 'encoding wait:700';
    expect(await Promise.all([run('a', steps), run('b', steps), run('c', steps)])).toEqual(
      Array.from({ length: 3 }, () => 'count'),
    );
    const seen = await events();
    expect(seen.slice(0, 3)).toEqual(['a starts', 'b starts', 'a ends']);
    expect(seen.indexOf('c starts')).toBeGreaterThan(seen.indexOf('a ends'));
  });

  test('runs a task alone if it does not announce its encoding', async () => {
    const { run, events } = await start();
    await Promise.all([run('a', 'wait:50'), run('b', 'wait:1')]);
    expect(await events()).toEqual(['a starts', 'a ends', 'b starts', 'b ends']);
  });

  test('fails a page that hangs, and tries the page next to it again', async () => {
    const { run, events } = await start(1500);
    expect(await Promise.all([run('hangs', 'encoding hang'), run('sound', 'hang-once')])).toEqual([
      'took-too-long',
      'count',
    ]);
    expect((await events()).at(-1)).toBe('sound ends');
  });

  test('allows a page more wall-clock time than processor time', async () => {
    const { run } = await start(2000);
    expect(await run('waits', 'wait:3000')).toBe('count');
  });

  test('limits the work for a short document, but not that of loading what a new thread needs', async () => {
    const { run } = await start(20_000);
    expect(await run('loads', 'work:3100', 0)).toBe('count');
    expect(await run('works', 'work:3100', 0)).toBe('took-too-long');
  });

  test('fails only the page that broke a thread', async () => {
    const { run } = await start();
    const pages = [run('sound', 'encoding wait:1500'), run('breaks', 'wait:50 crash'), run('next', 'wait:1')];
    expect(await Promise.all(pages)).toEqual(['count', 'broke', 'count']);
  });
});
