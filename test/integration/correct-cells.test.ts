import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Caller, ValueChange } from '../../electron/app/handlers.ts';
import { commands } from '../../shared/contract/commands.ts';
import { localAuthor } from '../../shared/review/event.ts';
import { startBackend } from '../helpers/test-backend.ts';
import { demoPages } from '../helpers/demo-pages.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { makePaper, paperPdf } from '../samples/digital/make-paper.ts';

const service = 'vat-invoice' as const;

const withSamples = async () => {
  const started = await startBackend();
  const { added } = await started.ask('pages.add', demoPages(service));
  await started.ended(added);
  const listed = () => started.ask('pages.list', { service });
  const sellers = async () => (await listed()).map(({ headline }) => headline.seller);
  return { ...started, listed, sellers };
};

test('corrects values of many invoices as one step for undo and redo, and opens confirmed ones again', async () => {
  const { ask, backend, listed, sellers, events } = await withSamples();
  const before = await listed();
  const read = await sellers();
  const [first] = before;
  await ask('pages.review', { id: first?.id ?? 0, mark: 'confirmed' });
  const rows = await listed();
  const emitted = events.length;
  const { changed, met } = await ask('batch.correct', {
    cells: rows.flatMap(({ id, version }) => [
      { id, version, field: 'seller.name', value: '北京更正有限公司' },
      { id, version, field: 'seller.taxId', value: null },
    ]),
  });
  expect(met).toBeNull();
  expect(new Set(changed)).toEqual(new Set(rows.map(({ id }) => id)));
  expect(new Set(await sellers())).toEqual(new Set(['北京更正有限公司']));
  expect((await listed()).every(({ review }) => review === 'open')).toBe(true);
  const named = events.slice(emitted).flatMap((event) => (event.type === 'pages.changed' ? event.pages : []));
  expect(new Set(named.map(({ id }) => id))).toEqual(new Set(changed));
  const { invoice } = await ask('pages.open', { id: first?.id ?? 0 });
  expect(invoice?.value.seller).toMatchObject({ name: '北京更正有限公司', taxId: null });

  const undone = await ask('batch.undo', { redo: false });
  expect(undone.pages).toHaveLength(rows.length);
  expect(await sellers()).toEqual(read);
  const told = new Map<number, readonly ValueChange[]>();
  const onValues: Caller['onValues'] = (page, values) => void told.set(page, values);
  await backend.invoke('batch.undo', { redo: true }, { by: localAuthor, onValues });
  expect(told.size).toBe(rows.length);
  expect(told.get(first?.id ?? 0)).toContainEqual({
    field: 'seller.name',
    was: read[0],
    now: '北京更正有限公司',
  });
  expect(new Set(await sellers())).toEqual(new Set(['北京更正有限公司']));
});

const accepts = (cell: object) => commands['batch.correct'].input.safeParse({ cells: [cell] }).success;

test.each([
  ['a line of the goods', { field: 'lines.0.name', value: 'x' }],
  ['what is no field', { field: '__proto__', value: 'x' }],
  ['a text without an end', { field: 'seller.name', value: 'x'.repeat(10_001) }],
])('refuses to type into %s', (_, typed) => {
  expect(accepts({ id: 1, version: 0, field: 'seller.name', value: 'x' })).toBe(true);
  expect(accepts({ id: 1, version: 0, ...typed })).toBe(false);
});

test('skips pages that are no invoice, and unknown ones', async () => {
  const { ask } = await withSamples();
  const { added } = await ask('pages.add', { ...demoPages('face-detect') });
  const cells = [...added, 999_999].map((id) => ({ id, version: 0, field: 'seller.name', value: 'x' }));
  expect(await ask('batch.correct', { cells })).toEqual({ changed: [], met: null });
});

test('makes no invoice of a paper, unless a value was typed into its own panel', async () => {
  const { ask, ended } = await startBackend();
  const path = join(await temporaryFolder(), '账单.pdf');
  await writeFile(path, paperPdf(makePaper('hotel-bill', 5)));
  const { added } = await ask('pages.add', { service, files: [{ kind: 'path', path }], sandbox: false });
  await ended(added);
  const row = async () => (await ask('pages.list', { service }))[0];
  const type = async (field: string, value: string) => {
    const { id = 0, version = 0 } = (await row()) ?? {};
    return ask('batch.correct', { cells: [{ id, version, field, value }] });
  };
  expect((await row())?.headline.paper?.type).toBe('hotel-bill');
  expect(await type('seller.name', 'x')).toEqual({ changed: [], met: null });
  expect((await row())?.headline).toMatchObject({ seller: null, paper: { type: 'hotel-bill' } });

  const { id = 0, version = 0 } = (await row()) ?? {};
  await ask('pages.correct', { id, version, field: 'seller.name', value: '甲酒店' });
  expect((await row())?.headline).toMatchObject({ seller: '甲酒店', paper: null });
  expect(await type('kind', '04')).toMatchObject({ changed: [id] });
});
