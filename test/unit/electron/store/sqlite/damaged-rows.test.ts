import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openDataFolder } from '../../../../../electron/app/data-folder.ts';
import { emptyInvoice } from '../../../../../shared/invoice/empty-invoice.ts';
import { addPages } from '../../../../helpers/asking.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';
import { now } from '../../../../helpers/now.ts';

const opened = async (home: string) => {
  const folder = await openDataFolder(home, 'test', now);
  if (!folder.ok) throw new Error(folder.failure.message.en);
  return folder.value;
};

test.each([
  ['options', `UPDATE pages SET options = '{"poi' WHERE id = ?`],
  ['malformed options', `UPDATE pages SET options = '{"points":"yes"}' WHERE id = ?`],
  ['masks', `UPDATE pages SET masks = '[{' WHERE id = ?`],
  ['preparation', `UPDATE pages SET preparation = 'x' WHERE id = ?`],
  ['failure', `UPDATE pages SET failure = '{"kind":"?"}' WHERE id = ?`],
  ['service', `UPDATE pages SET service = 'face-detecu' WHERE id = ?`],
  ['seal', `UPDATE documents SET seal = '{' WHERE id = (SELECT document FROM pages WHERE id = ?)`],
])('fails one page for one invalid value (%s), and repairs its row at the next start', async (_, sql) => {
  const home = join(await temporaryFolder(), 'home');
  const first = await opened(home);
  const ids = await addPages(first, 3);
  await first.store.transact((unit) => unit.setState(ids, 'cancelled'));
  await first.close();
  const db = new DatabaseSync(join(home, 'ledger.sqlite'));
  db.prepare(sql).run(ids[1] ?? 0);
  db.close();

  const folder = await opened(home);
  const rows = await folder.store.pages(ids);
  expect(rows.map(({ state }) => state)).toEqual(['cancelled', 'failed', 'cancelled']);
  expect(rows[1]).toMatchObject({ id: ids[1], failure: { reason: 'row-damaged' } });
  expect(existsSync(join(home, 'ledger.sqlite.suspect'))).toBe(true);
  await folder.close();

  const repaired = await opened(home);
  expect(existsSync(join(home, 'ledger.sqlite.suspect'))).toBe(false);
  expect((await repaired.store.page(ids[1] ?? 0))?.state).toBe('failed');
  // Its picture exists: it can be recognized again.
  await repaired.store.transact((unit) => unit.setState([ids[1] ?? 0], 'waiting'));
  const again = await repaired.store.page(ids[1] ?? 0);
  expect(again?.state).toBe('waiting');
  expect(existsSync(join(home, 'ledger.sqlite.suspect'))).toBe(false);
  expect(again?.picture).not.toBeNull();
  await repaired.close();
});

test('drops damaged data of a local reader without an error', async () => {
  const home = join(await temporaryFolder(), 'home');
  const first = await opened(home);
  const [one = 0, other = 0] = await addPages(first, 2);
  const data = { ticket: null, origins: {}, findings: [], qr: null, reader: 'xml' } as const;
  for (const id of [one, other])
    await first.store.transact((unit) =>
      unit.addExtraction(id, { version: 1, payload: { ...data, invoice: emptyInvoice } }),
    );
  await first.close();
  const db = new DatabaseSync(join(home, 'ledger.sqlite'));
  db.prepare(`UPDATE extractions SET payload = '{"invoice":' WHERE page = ?`).run(one);
  db.close();
  const { store, close } = await opened(home);
  const row = await store.page(one);
  expect(await store.extractionsOf(one)).toEqual([]);
  expect(await store.extraction(row?.extractionId ?? 0)).toBeNull();
  expect(await store.extractionsOf(other)).toHaveLength(1);
  await close();
});
