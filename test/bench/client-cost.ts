import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseBaseUrl } from '../../electron/extract/service/base-url.ts';
import { callService, type CallInput } from '../../electron/extract/service/call.ts';
import { makeNodeTransport } from '../../electron/infra/network/node-transport.ts';
import { buildBody } from '../../electron/extract/service/request.ts';
import type { Transport } from '../../electron/infra/network/transport.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { goodResponse } from '../helpers/fault-server.ts';
import type { BenchRow } from './row.ts';

/** Near the limit: 3,000,000 bytes are 4,000,000 characters of base64. */
const pictureBytes = 3_000_000;
/**
 * Blocks of calls, ours and the floor's in turn; a block is long enough to contain its own garbage
 * collection.
 */
const rounds = 31;
const warmUp = 2;
const callsPerBlock = 8;

const options = { points: false, attributes: false };

/**
 * The cost of a call for this process, compared with the minimum for any client: read the file, SHA-256,
 * base64, one POST of the same bytes. The server is a separate process.
 */
export const run = async (): Promise<BenchRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-bench-'));
  const server = await startServer();
  try {
    const path = join(folder, 'picture.jpg');
    await writeFile(
      path,
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(pictureBytes - 4)]),
    );
    const account = accountAt(server.port);
    // Memory is measured first, because later calls reuse a body and would seem to need none.
    const memory = await measureMemory(path, account);
    return [await measureCost(path, account, server.port), memory];
  } finally {
    server.stop();
    await rm(folder, { recursive: true });
  }
};

type BenchServer = { readonly port: number; readonly stop: () => void };

const startServer = async (): Promise<BenchServer> => {
  const script = fileURLToPath(new URL('client-cost-server.ts', import.meta.url));
  const child = spawn(process.execPath, [script, goodResponse('vat-invoice').toString()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line]: unknown[] = await once(child.stdout, 'data');
  return { port: Number(String(line)), stop: () => void child.kill() };
};

type Account = CallInput['account'];

const accountAt = (port: number): Account => {
  const baseUrl = parseBaseUrl(`http://127.0.0.1:${port}`, { allowPlainHttp: false });
  if (!baseUrl.ok) throw new Error(baseUrl.failure);
  return { appId: 'bench', apiKey: 'k'.repeat(32), apiSecret: 's'.repeat(32), baseUrl: baseUrl.value };
};

const measureCost = async (path: string, account: Account, port: number): Promise<BenchRow> => {
  const transport = makeNodeTransport();
  const body = buildBody('vat-invoice', await readFile(path), { appId: 'bench', encoding: 'jpg', options });
  const agent = new http.Agent({ keepAlive: true });
  const ours: number[] = [];
  const floor: number[] = [];
  const ratios: number[] = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    const cost = await cpuOf(() => makeCall(path, account, transport));
    const least = await cpuOf(() => leastCall(path, body, port, agent));
    if (round < 0) continue;
    ours.push(cost);
    floor.push(least);
    ratios.push(cost / least);
  }
  agent.destroy();
  return {
    name: 'client cost of a 3 MB call, CPU time',
    measured: `${median(ours).toFixed(2)} ms`,
    floor: `${median(floor).toFixed(2)} ms`,
    // Compared in pairs, so that other work of the machine affects both.
    ratio: median(ratios),
    limit: 1.25,
  };
};

/** CPU time of the whole process for one call, threads included, in milliseconds. */
const cpuOf = async (call: () => Promise<void>): Promise<number> => {
  // No block includes the garbage of the previous one.
  globalThis.gc?.();
  const before = process.cpuUsage();
  for (let count = 0; count < callsPerBlock; count += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / callsPerBlock;
};

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 0;
};

const makeCall = async (path: string, account: Account, transport: Transport): Promise<void> => {
  const bytes = await readFile(path);
  sha256Of(bytes);
  const { outcome } = await callService(
    { transport, now: () => new Date() },
    { service: 'vat-invoice', image: { bytes, encoding: 'jpg' }, options, account },
    new AbortController().signal,
  );
  if (outcome === 'cancelled' || !outcome.ok) throw new Error(JSON.stringify(outcome));
};

const leastCall = async (path: string, body: Buffer, port: number, agent: http.Agent): Promise<void> => {
  const bytes = await readFile(path);
  sha256Of(bytes);
  if (bytes.toString('base64').length > body.length) throw new Error('The body is not that of this picture');
  await new Promise<void>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const request = http.request({ port, host: '127.0.0.1', method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', resolve);
    });
    request.on('error', reject);
    request.end(body);
  });
};

/** The additional memory at the time of sending, without the body's own length. */
const measureMemory = async (path: string, account: Account): Promise<BenchRow> => {
  const bytes = await readFile(path);
  const before = await heldBytes();
  let held = 0;
  let length = 0;
  const transport: Transport = async (request, signal) => {
    held = (await heldBytes()) - before;
    length = request.body.length;
    return makeNodeTransport()(request, signal);
  };
  await callService(
    { transport, now: () => new Date() },
    { service: 'vat-invoice', image: { bytes, encoding: 'jpg' }, options, account },
    new AbortController().signal,
  );
  return {
    name: 'memory held while sending, floor: the body alone',
    measured: `${(held / 1e6).toFixed(2)} MB`,
    floor: `${(length / 1e6).toFixed(2)} MB`,
    ratio: held / length,
    limit: 1.1,
  };
};

/** A helper thread frees array buffers some time after the collection. */
const heldBytes = async (): Promise<number> => {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await wait(20);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
