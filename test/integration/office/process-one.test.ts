import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { projectFolder } from '../../helpers/app-fixtures/folders.ts';
import { image } from '../../helpers/office-image.ts';
import { noPostgres, sharedPostgres } from '../../helpers/postgres.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

// It loads the program from its sources.
vi.setConfig({ testTimeout: 300_000 });

/** A namespace of processes, as a container has one. Users other than root need a namespace of users for it. */
const namespace = [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  '--pid',
  '--fork',
  '--mount-proc',
  '--kill-child',
];
const [unshare = '', ...unshareFlags] = namespace;
const noNamespace = spawnSync(unshare, [...unshareFlags, 'true']).status !== 0;
if (noNamespace) console.warn('Not run: process 1 of a namespace, because this system does not allow one');

describe.skipIf(noPostgres !== null || noNamespace)('a container', () => {
  test('reports that it is ready, and stops gracefully with Node.js as process 1', async () => {
    const { entrypoint, health, environment } = image();
    const server = await sharedPostgres();
    const home = await temporaryFolder(onTestFinished);
    const [, ...flags] = entrypoint;
    const command = [...unshareFlags, process.execPath, ...flags, 'worker', '--sandbox', '--lang', 'en'];
    const child = spawn(unshare, [...command, '--operations-port', '0'], {
      cwd: projectFolder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...environment,
        PATH: process.env.PATH,
        VOUCH_HOME: home,
        NODE_COMPILE_CACHE: join(home, 'compiled'),
        VOUCH_DATABASE_URL: await server.database(),
      },
    });
    const ended = once(child, 'exit');
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    let log = '';
    let notes = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (log += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (notes += text));
    await expect.poll(() => notes, { timeout: 120_000 }).toMatch(/^Operations: .*:\d+\/healthz/mu);
    const port = /^Operations: http:\/\/127\.0\.0\.1:(\d+)/mu.exec(notes)?.[1];
    const [, ...check] = health;
    const checked = () =>
      spawnSync(process.execPath, check, { env: { VOUCH_OPERATIONS_PORT: port ?? '' } }).status;
    await expect.poll(checked, { timeout: 120_000 }).toBe(0);
    // Process 1 of the namespace is the child of `unshare`; the signal of `docker stop` goes to it.
    const [one] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
    process.kill(Number(one), 'SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(checked()).toBe(1);
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(new Set(lines.map(({ pid }) => pid))).toEqual(new Set([1]));
    expect(lines.slice(-2)).toMatchObject([
      { event: 'stage', stage: 'stopping' },
      { event: 'ended', code: 0 },
    ]);
  });
});
