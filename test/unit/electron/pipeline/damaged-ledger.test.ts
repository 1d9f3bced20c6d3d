import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { VouchEvent } from '../../../../shared/contract/commands.ts';
import { createBackend } from '../../../../electron/app/create-backend.ts';
import { openDataFolder } from '../../../../electron/app/data-folder.ts';
import { addPages } from '../../../helpers/asking.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { testHost } from '../../../helpers/test-host.ts';
import { now } from '../../../helpers/now.ts';

/** A data folder that was closed properly; a page of its ledger file was overwritten afterwards. */
const damaged = async (table: string, which: number) => {
  const home = join(await temporaryFolder(), 'home');
  const folder = await openDataFolder(home, 'test', now);
  if (!folder.ok) throw new Error(folder.failure.id);
  const ids = await addPages(folder.value, 150);
  await folder.value.store.transact((unit) => unit.setState(ids, 'cancelled'));
  await folder.value.close();
  const path = join(home, 'ledger.sqlite');
  const db = new DatabaseSync(path, { readOnly: true });
  const leaves = db
    .prepare(`SELECT pageno, ncell FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno`)
    .all(table);
  db.close();
  const leaf = leaves.at(which);
  const bytes = readFileSync(path);
  const start = (Number(leaf?.['pageno']) - 1) * 4096;
  bytes.fill(0xa5, start, start + 4096);
  writeFileSync(path, bytes);
  return { home, lost: Number(leaf?.['ncell']), all: ids.length };
};

const setAside = (home: string) =>
  readdirSync(home).filter((name) => /^ledger\.sqlite\.damaged-[^.]+$/.test(name));

test('reports damage found in use with a remedy, and recovers readable data at the next start', async () => {
  const { home, lost, all } = await damaged('documents', 1);
  const first = await createBackend(testHost(home, { now }));
  const refused = await first.invoke('pages.list', { service: 'face-detect' });
  expect(refused).toMatchObject({ ok: false, failure: { id: 'storage' } });
  expect(JSON.stringify(refused)).toContain('Restart Vouch');
  await first.close();
  expect(setAside(home)).toEqual([]);

  const second = await createBackend(testHost(home, { now }));
  const listed = await second.invoke('history.search', { filter: {}, after: null, limit: 100 });
  expect(listed.ok).toBe(true);
  expect(setAside(home)).toHaveLength(1);
  await second.close();
  expect(existsSync(join(home, 'ledger.sqlite.suspect'))).toBe(false);
  const folder = await openDataFolder(home, 'test', now);
  if (!folder.ok) throw new Error(folder.failure.id);
  expect((await folder.value.store.pageIds('face-detect')).length).toBeGreaterThanOrEqual(all - lost);
  await folder.value.close();
  const db = new DatabaseSync(join(home, 'ledger.sqlite'), { readOnly: true });
  expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  db.close();
});

test('recovers at once from damage found at the start, and unlocks the folder', async () => {
  const { home } = await damaged('pages_open', 0);
  const events: VouchEvent[] = [];
  const backend = await createBackend(testHost(home, { now }));
  backend.listen((event) => events.push(event));
  const listed = await backend.invoke('pages.list', { service: 'face-detect' });
  expect(listed.ok).toBe(true);
  expect(setAside(home)).toHaveLength(1);
  await backend.close();
});
