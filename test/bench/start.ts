import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { builtFolder } from '../helpers/app-fixtures/folders.ts';
import type { BenchRow } from './row.ts';

/**
 * The time from the browser host's start to the end of its first response, compared with an empty Node HTTP
 * server.
 */

const rounds = 9;

const emptyServer = `
  require('node:http').createServer((request, response) => response.end('ok'))
    .listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port + '/'); });
`;

const answered = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    get(address, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(String(response.statusCode))),
      );
    }).on('error', reject);
  });

const printedAddress = async (child: ChildProcess): Promise<string> => {
  if (!child.stdout) throw new Error('No output to read.');
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /http:\/\/\S+/.exec(line)?.[0];
    if (address) return address;
  }
  throw new Error('The server ended without an address.');
};

/** Milliseconds from the start of a program to the end of its first response. */
const startTime = async (parameters: readonly string[], home: string): Promise<number> => {
  const began = performance.now();
  const child = spawn(process.execPath, parameters, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, VOUCH_HOME: home },
  });
  await answered(await printedAddress(child));
  const took = performance.now() - began;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  return took;
};

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

export const run = async (): Promise<BenchRow[]> => {
  const home = mkdtempSync(join(tmpdir(), 'vouch-bench-start-'));
  const host = [
    '--disable-warning=ExperimentalWarning',
    join(builtFolder, 'out', 'main', 'browser.js'),
    '--no-open',
  ];
  const measured: number[] = [];
  const floor: number[] = [];
  // Alternating, so that both have the same conditions; the first round warms the disk's cache and is left
  // out.
  for (let round = 0; round <= rounds; round += 1) {
    const empty = await startTime(['-e', emptyServer], home);
    const vouch = await startTime(host, home);
    if (round === 0) continue;
    floor.push(empty);
    measured.push(vouch);
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  const allowed = 1.5 * median(floor) + 300;
  return [
    {
      name: 'browser host: start to the end of the first answer',
      measured: `${median(measured).toFixed(0)} ms`,
      floor: `1.5 × ${median(floor).toFixed(0)} ms + 300 ms`,
      ratio: median(measured) / allowed,
      limit: 1,
    },
  ];
};
