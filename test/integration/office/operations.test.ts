import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startVouch, vouch } from '../../helpers/command-line.ts';
import { officeWithRoles, prepareOffice, prepareVariables, roleUrls } from '../../helpers/office.ts';
import { noPostgres, startTestPostgres, type TestServer } from '../../helpers/postgres.ts';
import { makeSelfSigned } from '../../helpers/self-signed.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

// Each test starts several programs one after the other.
vi.setConfig({ testTimeout: 300_000 });

let server: TestServer;

/** A process of an office that reports how it is, on a free port. */
const startPart = async (given: readonly string[], environment: Record<string, string>) => {
  const child = startVouch([...given, '--lang', 'en', '--operations-port', '0'], {
    VOUCH_HOME: await temporaryFolder(onTestFinished),
    ...environment,
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let notes = '';
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (notes += text));
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (log += text));
  const found = async (pattern: RegExp): Promise<string> => {
    await expect.poll(() => notes, { timeout: 120_000 }).toMatch(pattern);
    return pattern.exec(notes)?.[1] ?? '';
  };
  const origin = await found(/^Operations: (http:\/\/127\.0\.0\.1:\d+)\/healthz/mu);
  const get = (path: string) => fetch(`${origin}${path}`);
  return {
    found,
    notes: () => notes,
    /** Standard output, whose every line must be JSON. */
    events: (): readonly Record<string, unknown>[] =>
      log
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    text: () => `${notes}${log}`,
    status: async (path: string) => (await get(path)).status,
    metrics: async () => (await get('/metrics')).text(),
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
};

/** The fingerprint of the certificate that a server uses for a new connection. */
const certificateAt = async (port: number, ca: string): Promise<string> => {
  const socket = connect({ host: '127.0.0.1', port, ca, servername: 'localhost', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
};

describe.skipIf(noPostgres !== null)('the processes of an office', () => {
  beforeAll(async () => {
    server = await startTestPostgres();
  });
  afterAll(() => server.close());

  test('vouch office prepare waits for the database, and ends with 2 when it is stopped before', async () => {
    const variables = prepareVariables(roleUrls(await server.database()));
    await server.crash();
    const stop = new AbortController();
    const stopped = prepareOffice(variables, () => stop.abort(), stop);
    expect(await stopped).toMatchObject({
      code: 2,
      detail: expect.stringContaining('Waiting for the database'),
    });
    const waiting = Promise.withResolvers<void>();
    const prepared = prepareOffice(variables, () => waiting.resolve());
    await waiting.promise;
    await server.restart();
    const { code, detail } = await prepared;
    expect(code).toBe(0);
    expect(detail.match(/Waiting for the database/gu)).toHaveLength(1);
  });

  test('wait for PostgreSQL at the start, and say when they are ready', async () => {
    const urls = await officeWithRoles(await server.database());
    await server.crash();
    const parts = await Promise.all([
      startPart(['serve', '--port', '0'], { VOUCH_DATABASE_URL: urls.server }),
      startPart(['worker', '--sandbox'], { VOUCH_DATABASE_URL: urls.worker }),
    ]);
    try {
      for (const part of parts) {
        await part.found(/(Waiting for the database)/u);
        expect([await part.status('/healthz'), await part.status('/readyz')]).toEqual([200, 503]);
        expect(await part.metrics()).toMatch(/^vouch_database_up 0$/mu);
      }
    } finally {
      await server.restart();
    }
    for (const part of parts) await expect.poll(() => part.status('/readyz'), { timeout: 120_000 }).toBe(200);
    for (const part of parts) {
      const metrics = await part.metrics();
      for (const name of ['vouch_queue_pages 0', 'vouch_queue_oldest_seconds 0', 'vouch_calls_total 0'])
        expect(metrics).toContain(`\n${name}\n`);
      expect(metrics).toContain('vouch_workers{account="no"} 1');
    }
    await server.crash();
    try {
      for (const part of parts) {
        await expect.poll(() => part.status('/readyz')).toBe(503);
        expect(await part.status('/healthz')).toBe(200);
      }
    } finally {
      await server.restart();
    }
    for (const part of parts) await expect.poll(() => part.status('/readyz'), { timeout: 120_000 }).toBe(200);
    for (const part of parts) {
      expect(await part.stop()).toBe(0);
      const events = part.events().map(({ event }) => event);
      expect(events).toEqual(expect.arrayContaining(['started', 'waits-for-database', 'stage', 'ended']));
      expect(part.text()).not.toMatch(/password of the|owner/u);
    }
    const [serve] = parts;
    expect(serve.notes()).toMatch(/^Vouch: http:\/\/127\.0\.0\.1:\d+\/$/mu);
    expect(JSON.stringify(serve.events())).not.toContain('#link=');
  });

  test('take the address of the database from a file, and stop while they wait for it', async () => {
    const folder = await temporaryFolder(onTestFinished);
    const file = join(folder, 'database-url');
    writeFileSync(file, 'postgres://vouch:a-word-of-its-own@127.0.0.1:1/office\n', { mode: 0o600 });
    const part = await startPart(['worker'], { VOUCH_DATABASE_URL_FILE: file });
    await part.found(/(Waiting for the database)/u);
    expect(await part.stop()).toBe(0);
    expect(part.text()).not.toContain('a-word-of-its-own');
    const both = await vouch(['worker'], {
      VOUCH_HOME: folder,
      VOUCH_DATABASE_URL_FILE: file,
      VOUCH_DATABASE_URL: readFileSync(file, 'utf8'),
    });
    expect(both).toMatchObject({ code: 2, stdout: '' });
    expect(both.stderr).toContain('either VOUCH_DATABASE_URL or VOUCH_DATABASE_URL_FILE');
    expect(both.stderr).not.toContain('a-word-of-its-own');
  });

  test.skipIf(process.platform === 'win32')('use a renewed certificate after SIGHUP', async () => {
    const folder = await temporaryFolder(onTestFinished);
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const write = () => {
      const made = makeSelfSigned();
      writeFileSync(cert, made.cert);
      writeFileSync(key, made.key, { mode: 0o600 });
      return made.cert;
    };
    write();
    const url = await server.database();
    await server.crash();
    const part = await startPart(['serve', '--port', '0', '--cert', cert, '--key', key], {
      VOUCH_DATABASE_URL: url,
    });
    const events = () => part.events().map(({ event }) => event);
    let first = '';
    try {
      await part.found(/(Waiting for the database)/u);
      // A signal during the wait counts, too.
      first = write();
      part.kill('SIGHUP');
      await expect.poll(events, { timeout: 60_000 }).toContain('certificate-reloaded');
    } finally {
      await server.restart();
    }
    await part.found(/(address of the database’s owner)/u);
    const port = Number(await part.found(/^Vouch: https:\/\/localhost:(\d+)\/$/mu));
    const before = await certificateAt(port, first);
    expect(before).toBe(new X509Certificate(first).fingerprint256);
    part.kill('SIGHUP');
    await expect.poll(events, { timeout: 60_000 }).toContain('certificate-unchanged');
    // Half of a pair is refused, and the old certificate stays.
    writeFileSync(key, makeSelfSigned().key);
    part.kill('SIGHUP');
    await part.found(/(key must match the certificate)/u);
    expect(await certificateAt(port, first)).toBe(before);
    const second = write();
    part.kill('SIGHUP');
    const { fingerprint256: fingerprint } = new X509Certificate(second);
    await expect.poll(() => certificateAt(port, second)).toBe(fingerprint);
    expect(events()).toContain('certificate-not-reloaded');
    await expect
      .poll(() => part.events())
      .toContainEqual(expect.objectContaining({ event: 'certificate-reloaded', fingerprint }));
    expect(await part.stop()).toBe(0);
  });
});
