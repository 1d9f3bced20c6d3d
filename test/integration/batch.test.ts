import { expect, test } from 'vitest';
import { isClean } from '../../shared/contract/batch-commands.ts';
import { startBackend } from '../helpers/test-backend.ts';
import { demoPages } from '../helpers/demo-pages.ts';

const service = 'vat-invoice' as const;

const withSamples = async () => {
  const started = await startBackend();
  const { added } = await started.ask('pages.add', demoPages(service));
  await started.ended(added);
  const listed = () => started.ask('pages.list', { service });
  const marks = async () => new Map((await listed()).map(({ id, review }) => [id, review]));
  return { ...started, added, listed, marks };
};

test('confirms clean pages only, as one step for undo and redo', async () => {
  const { ask, added, listed, marks, failure } = await withSamples();
  const before = await listed();
  const clean = before.filter(isClean).map(({ id }) => id);
  expect(clean.length).toBeGreaterThan(1);
  expect(clean.length).toBeLessThan(before.length);
  const { changed } = await ask('batch.review', { ids: added, mark: 'confirmed', onlyClean: true });
  expect([...changed].sort((a, b) => a - b)).toEqual([...clean].sort((a, b) => a - b));
  const confirmed = async () => [...(await marks())].filter(([, mark]) => mark === 'confirmed').length;
  expect(await confirmed()).toBe(clean.length);

  const undone = await ask('batch.undo', { redo: false });
  expect(undone).toMatchObject({ service, change: 'review', mark: 'confirmed' });
  expect(undone.pages).toHaveLength(clean.length);
  expect(await confirmed()).toBe(0);
  await ask('batch.undo', { redo: true });
  expect(await confirmed()).toBe(clean.length);
  expect(await failure('batch.undo', { redo: true })).toBe('nothing-to-redo');
});

test('undoes the last action on any page', async () => {
  const { ask, added, failure } = await withSamples();
  const [first = 0, second = 0] = added;
  const number = async (id: number) => (await ask('pages.open', { id })).invoice?.value.number ?? null;
  const asRead = await number(first);
  await ask('pages.correct', { id: first, field: 'number', value: '11112222' });
  await ask('pages.review', { id: second, mark: 'confirmed' });
  expect(await ask('batch.undo', { redo: false })).toMatchObject({ pages: [second], change: 'review' });
  expect(await ask('batch.undo', { redo: false })).toMatchObject({
    pages: [first],
    change: 'correct',
    field: 'number',
  });
  expect(await number(first)).toBe(asRead);
  expect(await failure('batch.undo', { redo: false })).toBe('nothing-to-undo');
  await ask('batch.undo', { redo: true });
  expect(await number(first)).toBe('11112222');
});

test('saves, finds and undoes tags and notes, and does not reopen a confirmed page', async () => {
  const { ask, added, listed } = await withSamples();
  const [first = 0, second = 0] = added;
  await ask('pages.review', { id: first, mark: 'confirmed' });
  await ask('batch.tag', { ids: [first, second], add: ['差旅', '2026-05'], remove: [] });
  await ask('pages.note', { id: first, text: ' 等对方补发票 ' });
  const page = async (id: number) => (await listed()).find((found) => found.id === id);
  expect(await page(first)).toMatchObject({
    review: 'confirmed',
    tags: ['差旅', '2026-05'],
    note: '等对方补发票',
  });
  await ask('batch.tag', { ids: [second], add: [], remove: ['差旅'] });
  expect((await page(second))?.tags).toEqual(['2026-05']);
  await ask('batch.undo', { redo: false });
  expect((await page(second))?.tags).toEqual(['差旅', '2026-05']);
});

test('keeps an accepted finding settled until its value changes, and all findings of a confirmed page', async () => {
  const { ask, listed } = await withSamples();
  const withFindings = (await listed()).find(({ findings }) => findings.warn + findings.error > 0);
  const id = withFindings?.id ?? 0;
  const open = async () =>
    (await ask('pages.open', { id })).invoice?.checks.filter(
      ({ level, settled }) => (level === 'warn' || level === 'error') && settled === undefined,
    ) ?? [];
  const before = await open();
  const field = before[0]?.fields[0] ?? '';
  await ask('pages.accept', { id, field });
  expect((await open()).filter(({ fields }) => fields.includes(field))).toEqual([]);
  const counted = async () => (await listed()).find((page) => page.id === id)?.findings;
  const now = await open();
  expect(await counted()).toEqual({
    warn: now.filter(({ level }) => level === 'warn').length,
    error: now.filter(({ level }) => level === 'error').length,
  });
  expect(await ask('batch.undo', { redo: false })).toMatchObject({ pages: [id], change: 'accept', field });
  expect(await open()).toEqual(before);
  await ask('pages.review', { id, mark: 'confirmed' });
  expect(await counted()).toEqual({ warn: 0, error: 0 });
});
