import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseDatabaseAddress } from '../../../electron/office/store/address.ts';
import { openPostgresStore } from '../../../electron/office/store/open-store.ts';
import { noPostgres, startTestPostgres, type TestServer } from '../../helpers/postgres.ts';
import { makeSelfSigned } from '../../helpers/self-signed.ts';

const nobody = 65_534;

let server: TestServer;
let folder = '';

/** Opens an office with some parameters in its address; returns why it can't be opened, or null. */
const openWith = async (change: (url: URL) => void) => {
  const url = new URL(await server.database());
  change(url);
  const address = parseDatabaseAddress(url.href);
  if (!address.ok) return address.failure.reason;
  const opened = await openPostgresStore(address.value);
  if (!opened.ok) return opened.failure.reason;
  const { rows } = await opened.value.connection.pool.query(
    'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
  );
  await opened.value.store.close();
  return rows[0] as { readonly ssl: boolean };
};

const trusting = (file: string) => (url: URL) => {
  url.search = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(join(folder, file))}`;
};

const trustingOtherHost = (url: URL): void => {
  trusting('own.pem')(url);
  url.hostname = '127.0.0.2';
};

describe.skipIf(noPostgres !== null)('TLS to the database', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vouch-tls-'));
    chmodSync(folder, 0o755);
    const [own, other] = [makeSelfSigned(), makeSelfSigned()];
    for (const [name, text] of Object.entries({ 'own.pem': own.cert, 'other.pem': other.cert, key: own.key }))
      writeFileSync(join(folder, name), text, { mode: name === 'key' ? 0o600 : 0o644 });
    // PostgreSQL doesn't run as root.
    if (process.getuid?.() === 0) chownSync(join(folder, 'key'), nobody, nobody);
    server = await startTestPostgres([
      'ssl=on',
      `ssl_cert_file=${join(folder, 'own.pem')}`,
      `ssl_key_file=${join(folder, 'key')}`,
    ]);
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('is used if the named authority has issued the certificate', async () => {
    expect(await openWith(trusting('own.pem'))).toEqual({ ssl: true });
  });

  test('is refused with another authority, and with the system’s', async () => {
    expect(await openWith(trusting('other.pem'))).toBe('tls');
    expect(await openWith((url) => (url.search = '?sslmode=verify-full'))).toBe('tls');
  });

  test('is refused if the certificate names another host', async () => {
    // On some systems only 127.0.0.1 is loopback: then no server listens there.
    expect(['tls', 'unreachable']).toContain(await openWith(trustingOtherHost));
  });

  test.each([
    ['postgres://vouch:x@db.example.com/office?sslmode=disable', 'plain-tcp'],
    ['postgres://vouch:x@10.0.0.7/office?sslmode=disable', 'plain-tcp'],
    ['postgres://vouch:x@db.example.com/office?sslmode=require', 'bad-address'],
    ['postgres://vouch:x@db.example.com/office?sslmode=prefer', 'bad-address'],
  ])('can’t be turned off except on loopback: %s', (text, reason) => {
    expect(parseDatabaseAddress(text)).toMatchObject({ ok: false, failure: { reason } });
    expect(parseDatabaseAddress('postgres://vouch:x@db.example.com/office')).toMatchObject({
      ok: true,
      value: { tls: true },
    });
  });
});
