import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { backUpDaily } from '../../electron/app/daily-backup.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { madeInvoice } from '../helpers/made-invoices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';

const { signal } = new AbortController();

const dayAt = (day: string): Date => new Date(`${day}T12:00:00`);

/** A data folder with one recognized invoice. */
const filled = async () => {
  const home = join(await temporaryFolder(), 'home');
  const made = await madeInvoice(1);
  const service = await startCountingService([made.truth]);
  const started = await startBackend({
    home,
    environment: service.environment,
    chooseBackup: () => Promise.resolve(join(home, 'backups', 'Vouch ledger 2026-01-01.vouch')),
  });
  const files = [{ kind: 'bytes' as const, name: made.name, bytes: new Uint8Array(made.bytes) }];
  const { added } = await started.ask('pages.add', { service: 'vat-invoice', sandbox: false, files });
  await started.ended(added);
  return { ...started, home, id: added[0] ?? 0, service };
};

describe('the daily backup', () => {
  test('restores the ledger, which finds its pictures in the data folder', async () => {
    const { ask, backend, home, id, service } = await filled();
    const task = { home, program: 'Vouch 0.0.0', now: dayAt('2026-01-01'), signal };
    expect(await backUpDaily(task)).toBe('written');
    expect(await backUpDaily(task)).toBe('there');
    const picture = (await backend.picture(id, 'full'))?.bytes;
    expect(picture?.length).toBeGreaterThan(0);
    await ask('pages.correct', { id, field: 'seller.name', value: '改错的公司' });
    const calls = service.calls();

    expect(await ask('data.restore', { name: null })).toMatchObject({ kind: 'restored', pages: 1 });
    const { invoice } = await ask('pages.open', { id });
    expect(invoice?.value.seller.name).not.toBe('改错的公司');
    expect((await backend.picture(id, 'full'))?.bytes).toEqual(picture);
    expect(service.calls()).toBe(calls);
    const aside = readdirSync(home).find((name) => name.startsWith('before-restore-')) ?? '';
    expect(readdirSync(join(home, aside)).filter((name) => !name.startsWith('ledger.sqlite'))).toEqual([]);
  });

  test('has no pictures, and keeps the last seven', async () => {
    const { home } = await filled();
    const task = { home, program: 'Vouch 0.0.0', signal };
    for (const day of [1, 2, 3, 4, 5, 6, 7, 8, 9])
      expect(await backUpDaily({ ...task, now: dayAt(`2026-01-0${day}`) })).toBe('written');
    const names = readdirSync(join(home, 'backups')).toSorted();
    expect(names).toEqual([3, 4, 5, 6, 7, 8, 9].map((day) => `Vouch ledger 2026-01-0${day}.vouch`));
    const newest = new DatabaseSync(join(home, 'backups', names.at(-1) ?? ''), { readOnly: true });
    expect(newest.prepare('SELECT count(*) AS files FROM backup_files').get()).toEqual({ files: 0 });
    expect(newest.prepare('SELECT count(*) AS pages FROM pages').get()).toEqual({ pages: 1 });
    newest.close();
  });

  test('is not written while less than twice its size is free', async () => {
    const { home } = await filled();
    const task = { home, program: 'Vouch 0.0.0', now: dayAt('2026-01-01'), signal };
    expect(await backUpDaily({ ...task, freeBytes: () => Promise.resolve(1000) })).toBe('no-room');
    expect(readdirSync(join(home, 'backups'))).toEqual([]);
  });
});
