import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { Backend } from '../../electron/app/contract.ts';
import { send } from '../../electron/hosts/http/answers.ts';
import { takeFile } from '../../electron/hosts/http/handlers.ts';
import { openUploads, usualLimits } from '../../electron/hosts/http/uploads.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { ArrivedFile } from '../../shared/contract/incoming-file.ts';
import { success } from '../../shared/result.ts';
import { responseTo } from '../helpers/app-fixtures/ask.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const path = '/files?service=vat-invoice&sandbox=true';
const headers = { 'content-type': 'application/octet-stream', 'x-vouch-name': 'a.pdf' };

/** The door for files, with small limits. Each request names its user in the header `x-user`. */
const openDoor = async (changed: Partial<typeof usualLimits> = {}) => {
  const parent = await temporaryFolder();
  const limits = { ...usualLimits, patienceMs: 200, silenceMs: 300, ...changed };
  const uploads = openUploads(parent, limits);
  const taken: { readonly name: string; readonly sha256: string }[] = [];
  let mostOnDisk = 0;
  const arriving = (): readonly string[] =>
    readdirSync(parent, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.part'));
  const look = (): void => {
    const sizes = arriving().map(
      (name) => statSync(join(parent, name), { throwIfNoEntry: false })?.size ?? 0,
    );
    mostOnDisk = Math.max(
      mostOnDisk,
      sizes.reduce((sum, size) => sum + size, 0),
    );
  };
  const backend = {
    invoke: async (_: string, { files: [file] }: { readonly files: readonly unknown[] }) => {
      if (!(file instanceof ArrivedFile)) throw new Error('not received');
      look();
      await wait(20);
      const bytes = await readFile(file.path);
      if (bytes.length !== file.bytes || sha256Of(bytes) !== file.sha256) throw new Error('other bytes');
      taken.push({ name: file.name, sha256: file.sha256 });
      return success({});
    },
  } as unknown as Backend;
  const server = createServer((incoming, response) => {
    const by = String(incoming.headers['x-user'] ?? 'li');
    const url = new URL(incoming.url ?? '', 'http://127.0.0.1');
    void takeFile(incoming, url, backend, uploads, by).then((answer) =>
      send(response, answer, incoming.method),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await uploads.close();
    expect(readdirSync(parent)).toEqual([]);
  });
  return {
    parent,
    port,
    taken,
    arriving,
    mostOnDisk: () => mostOnDisk,
    /** Sends a file as a window does. */
    add: (body: Buffer, by = 'li') =>
      responseTo(
        request({ host: '127.0.0.1', port, method: 'POST', path, headers: { ...headers, 'x-user': by } }),
        body,
      ),
    /** Opens a connection, sends the head of a request with the first bytes of a file, and nothing more. */
    begin: async (length: number, first: Buffer, by = 'li') => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      const head = Object.entries({ ...headers, 'x-user': by, 'content-length': length, host: 'a' });
      socket.write(`POST ${path} HTTP/1.1\r\n${head.map((pair) => pair.join(': ')).join('\r\n')}\r\n\r\n`);
      socket.write(first);
      return socket;
    },
  };
};

test('a file is read from the disk, and deleted after its command', async () => {
  const door = await openDoor();
  const bytes = Buffer.alloc(3_000_000, 'page ');
  expect((await door.add(bytes)).status).toBe(200);
  expect(door.taken).toEqual([{ name: 'a.pdf', sha256: sha256Of(bytes) }]);
  expect(door.mostOnDisk()).toBe(bytes.length);
  expect(door.arriving()).toEqual([]);
});

test('a sender who stops half way, or is silent, leaves nothing and frees the room', async () => {
  const door = await openDoor({ all: 1_000_000, each: 1_000_000 });
  const gone = await door.begin(900_000, Buffer.alloc(400_000));
  await expect.poll(door.arriving).toHaveLength(1);
  gone.destroy();
  await expect.poll(door.arriving).toEqual([]);
  const silent = await door.begin(900_000, Buffer.alloc(400_000));
  await once(silent.resume(), 'close');
  await expect.poll(door.arriving).toEqual([]);
  expect(door.taken).toEqual([]);
  expect((await door.add(Buffer.alloc(900_000))).status).toBe(200);
});

test('a length that is not true does not lead to a file', async () => {
  const door = await openDoor();
  const short = await door.begin(10, Buffer.from('12345'));
  short.end();
  await once(short.resume(), 'close');
  expect(door.taken).toEqual([]);
  // What is sent beyond the length is another request, and a malformed one.
  const long = await door.begin(5, Buffer.from('12345 and more'));
  let answer = '';
  long.on('data', (part: Buffer) => {
    answer += part.toString();
  });
  await once(long, 'close');
  for (const { sha256 } of door.taken) expect(sha256).toBe(sha256Of('12345'));
  expect(answer).toContain('400 Bad Request');
  const tooLong = await door.begin(64_000_001, Buffer.from('1'));
  tooLong.on('data', (part: Buffer) => {
    answer += part.toString();
  });
  await expect.poll(() => answer).toContain('HTTP/1.1 413');
  tooLong.destroy();
});

test('a file without a length that never ends is cut off at the limit', async () => {
  const door = await openDoor({ file: 2_000_000 });
  const endless = request({ host: '127.0.0.1', port: door.port, method: 'POST', path, headers });
  const ended = Promise.withResolvers<unknown>();
  endless.on('error', () => ended.resolve('cut'));
  endless.on('response', (response) => ended.resolve(response.resume().statusCode));
  const part = Buffer.alloc(100_000);
  const writeOn = (): void => {
    if (!endless.destroyed) endless.write(part, writeOn);
  };
  writeOn();
  expect([413, 'cut']).toContain(await ended.promise);
  endless.destroy();
  expect(door.taken).toEqual([]);
  await expect.poll(door.arriving).toEqual([]);
});

test('50 at once never have more than the limit on the disk, and all arrive', async () => {
  const size = 1_000_000;
  const door = await openDoor({ all: 4 * size, each: 2 * size, silenceMs: 10_000 });
  let again = 0;
  const deliver = async (index: number): Promise<void> => {
    for (;;) {
      const { status, headers: answered, body } = await door.add(Buffer.alloc(size, index), `u${index % 5}`);
      if (status === 200) return;
      expect([status, answered['retry-after'], JSON.parse(body.toString()).failure.id]).toEqual([
        503,
        '5',
        'uploads-full',
      ]);
      again += 1;
    }
  };
  await Promise.all(Array.from({ length: 50 }, (_, index) => deliver(index)));
  expect(door.taken).toHaveLength(50);
  expect(new Set(door.taken.map(({ sha256 }) => sha256)).size).toBe(50);
  expect(again).toBeGreaterThan(0);
  expect(door.mostOnDisk()).toBeLessThanOrEqual(4 * size);
});

test('silent uploads of one user keep nobody else waiting', async () => {
  const door = await openDoor({ all: 4_000_000, each: 2_000_000, silenceMs: 60_000 });
  const silent = await Promise.all(
    Array.from({ length: 8 }, () => door.begin(1_000_000, Buffer.alloc(10), 'wang')),
  );
  await expect.poll(door.arriving).toHaveLength(2);
  expect((await door.add(Buffer.alloc(2_000_000), 'li')).status).toBe(200);
  expect((await door.add(Buffer.alloc(1_000_000), 'wang')).status).toBe(503);
  for (const socket of silent) socket.destroy();
});

test('what a killed process had received is deleted at the next start, and that of a living one stays', async () => {
  const parent = await temporaryFolder();
  const script = `
    import { Readable } from 'node:stream';
    import { openUploads } from ${JSON.stringify(fileURLToPath(new URL('../../electron/hosts/http/uploads.ts', import.meta.url)))};
    const request = Object.assign(Readable.from([Buffer.alloc(1000)]), { headers: {}, complete: true });
    await openUploads(process.argv[1]).receive(request, { name: 'a', by: 'b' }, () => new Promise(() => {
      console.log('received');
      setInterval(() => {}, 1000);
    }));`;
  const start = async () => {
    const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script, parent];
    const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    return child;
  };
  const killed = await start();
  const living = await start();
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  expect(readdirSync(parent)).toHaveLength(2);
  const next = openUploads(parent);
  await next.close();
  expect(readdirSync(parent)).toHaveLength(1);
  living.kill('SIGKILL');
  await once(living, 'exit');
  await openUploads(parent).close();
  expect(readdirSync(parent)).toEqual([]);
});
