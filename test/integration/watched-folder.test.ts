import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { png } from '../helpers/pictures.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';
import { filledBox, pdf } from '../samples/digital/pdf-file.ts';

const service = 'face-detect';

test('adds files from the watched folder, for the service in the settings', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'old.png'), await png());
  const { ask, events } = await startBackend({
    environment: {
      VOUCH_APP_ID: 'app',
      VOUCH_API_KEY: 'key',
      VOUCH_API_SECRET: 'secret',
      VOUCH_BASE_URL: 'http://127.0.0.1:9',
    },
  });
  await ask('settings.change', { watch: [{ folder, service, addExisting: false }], lookFirst: true });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await writeFile(join(folder, 'new.png'), await png());
  const names = async () => (await ask('pages.list', { service })).map((page) => [page.name, page.held]);
  await expect.poll(names, { timeout: 20_000, interval: 200 }).toEqual([['new.png', true]]);
  await ask('settings.change', { watch: [{ folder: join(folder, 'nowhere'), service, addExisting: false }] });
  const told = () =>
    events.some((event) => event.type === 'failure' && event.failure.id === 'watched-folder');
  await expect.poll(told, { timeout: 10_000 }).toBe(true);
  await ask('settings.change', { watch: [] });
});

/** A document whose bytes differ for each size. */
const paperOf = (side: number) => pdf([{ content: filledBox(0, 0, side, 99) }]);

test('a later state of a watched file replaces the earlier one, until somebody has worked on it', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'scan.pdf');
  await writeFile(path, paperOf(50));
  const watch = [{ folder, service: 'vat-invoice', addExisting: true }] as const;
  const { ask, close, home } = await startBackend();
  await ask('settings.change', { watch: [...watch] });
  const listed = async () => await ask('pages.list', { service: 'vat-invoice' });
  const only = async () => {
    const rows = await listed();
    return rows.length === 1 && rows[0]?.state === 'recognized' ? rows[0].id : 0;
  };
  /** Resolves with the only document once it is read: until then, a later state would be read in its place. */
  const read = async (after: number) => {
    await expect.poll(only, { timeout: 30_000 }).toBeGreaterThan(after);
    return await only();
  };
  const first = await read(0);
  await writeFile(path, paperOf(70));
  const second = await read(first);
  await ask('pages.note', { id: second, text: 'kept' });
  await writeFile(path, paperOf(90));
  await expect.poll(async () => (await listed()).length, { timeout: 30_000 }).toBe(2);
  const third = (await listed()).find(({ id }) => id !== second);
  await expect
    .poll(async () => (await listed()).find(({ id }) => id === third?.id)?.note)
    .toMatch(/scan\.pdf/);
  // What the user removes never returns, nor after a restart.
  await ask('pages.remove', { ids: [second, third?.id ?? 0] });
  await close();
  const again = await startBackend({ home });
  await again.ask('settings.change', { watch: [...watch] });
  await writeFile(join(folder, 'other.pdf'), paperOf(30));
  await expect
    .poll(async () => (await again.ask('pages.list', { service: 'vat-invoice' })).map(({ name }) => name), {
      timeout: 30_000,
    })
    .toEqual(['other.pdf']);
}, 90_000);
