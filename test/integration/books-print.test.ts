import { expect, test } from 'vitest';
import { backendWithInvoices } from '../helpers/backend-with-invoices.ts';

const caller = (by: string) => ({ by, nameOf: (id: string) => Promise.resolve(id) });

test('of two users who print at once, the one who is refused is offered no file', async () => {
  const { ask, ids, backend } = await backendWithInvoices();
  // The oldest of four downloads is dropped when there is a fifth one.
  const offered: string[] = [];
  for (let times = 0; times < 3; times += 1) {
    const given = await ask('books.exportUnverified', { language: 'en' });
    if (given.kind === 'download') offered.push(given.id);
  }
  const print = (by: string, printed: readonly number[]) =>
    backend.invoke('books.print', { ids: printed, perPage: 1, cover: false, as: 'pdf' }, caller(by));
  const both = await Promise.all([print('li', ids), print('wang', ids.slice(0, 1))]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  for (const one of both)
    if (!one.ok) {
      expect(['being-written', 'changed-meanwhile']).toContain(one.failure.id);
      expect(one.failure.message.en).toMatch(both[0].ok ? /\bli\b/u : /\bwang\b/u);
    }
  expect(await backend.takeDownload(offered[0] ?? '')).not.toBeNull();
  // Who has seen the other print prints again.
  expect(await print('wang', ids)).toMatchObject({ ok: true, value: { kind: 'download' } });
  expect(await print('li', ids)).toMatchObject({ ok: true, value: { kind: 'download' } });
});
