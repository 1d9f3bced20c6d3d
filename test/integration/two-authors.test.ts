import { expect, test } from 'vitest';
import { startBackend } from '../helpers/test-backend.ts';

const names = new Map([
  ['li', 'Li Hua'],
  ['wang', 'Wang Wei'],
]);
const caller = (by: string) => ({ by, nameOf: (id: string) => Promise.resolve(names.get(id) ?? null) });

test('notifies the later of two users who change one value, and lets neither undo the other’s edit', async () => {
  const { backend, ask, ended } = await startBackend();
  const { added } = await ask('pages.addSamples', { service: 'vat-invoice' });
  await ended(added);
  const [id = 0] = added;
  const number = async () => (await ask('pages.open', { id })).invoice?.value.number ?? null;
  const was = await number();
  const correct = (by: string, field: string, value: string, before: string | null) =>
    backend.invoke('pages.correct', { id, field, value, was: before }, caller(by));

  expect(await correct('li', 'number', '11112222', was)).toMatchObject({ ok: true });
  expect(await correct('wang', 'number', '33334444', was)).toMatchObject({
    ok: false,
    failure: {
      id: 'changed-meanwhile',
      message: { en: 'Changed meanwhile by Li Hua to “11112222”. Yours, “33334444”, was not saved' },
    },
  });
  expect(await number()).toBe('11112222');
  // Another field causes no conflict, and a user who has seen the value may change it.
  expect(await correct('wang', 'remark', '已核对', null)).toMatchObject({ ok: true });

  const undo = (by: string) => backend.invoke('batch.undo', { redo: false }, caller(by));
  expect(await undo('wang')).toMatchObject({ ok: true, value: { field: 'remark' } });
  expect(await undo('wang')).toMatchObject({ ok: false, failure: { id: 'nothing-to-undo' } });
  expect(await backend.invoke('pages.undo', { id, redo: false }, caller('wang'))).toMatchObject({
    ok: false,
    failure: { id: 'nothing-to-undo' },
  });
  expect(await number()).toBe('11112222');
  expect(await undo('li')).toMatchObject({ ok: true, value: { field: 'number' } });
  expect(await number()).toBe(was);
});
