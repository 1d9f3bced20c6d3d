import { describe, expect, test } from 'vitest';
import { startBackend } from '../helpers/test-backend.ts';
import { demoPages } from '../helpers/demo-pages.ts';

const names = new Map([
  ['li', 'Li Hua'],
  ['wang', 'Wang Wei'],
]);
const caller = (by: string) => ({ by, nameOf: (id: string) => Promise.resolve(names.get(id) ?? null) });

test('reports a conflicting change to the later user, and undoes only a user’s own edits', async () => {
  const { backend, ask, ended } = await startBackend();
  const { added } = await ask('pages.add', demoPages('vat-invoice'));
  await ended(added);
  const [id = 0] = added;
  const number = async () => (await ask('pages.open', { id })).invoice?.value.number ?? null;
  const was = await number();
  const correct = (by: string, field: string, value: string, before: string | null) =>
    backend.invoke('pages.correct', { id, field, value, was: before, version: 0 }, caller(by));

  expect(await correct('li', 'number', '11112222', was)).toMatchObject({ ok: true });
  expect(await correct('wang', 'number', '33334444', was)).toMatchObject({
    ok: false,
    failure: {
      id: 'changed-meanwhile',
      message: {
        en: 'Li Hua has just changed this value to “11112222”. Your value “33334444” was not saved',
      },
    },
  });
  expect(await number()).toBe('11112222');
  // Another field causes no conflict, and a user who has seen the value may change it.
  expect(await correct('wang', 'remark', '已核对', null)).toMatchObject({ ok: true });

  const undo = (by: string) => backend.invoke('batch.undo', { redo: false }, caller(by));
  expect(await undo('wang')).toMatchObject({ ok: true, value: { field: 'remark' } });
  expect(await undo('wang')).toMatchObject({ ok: false, failure: { id: 'nothing-to-undo' } });
  expect(await backend.invoke('pages.undo', { id, redo: false, version: 0 }, caller('wang'))).toMatchObject({
    ok: false,
    failure: { id: 'nothing-to-undo' },
  });
  expect(await number()).toBe('11112222');
  expect(await undo('li')).toMatchObject({ ok: true, value: { field: 'number' } });
  expect(await number()).toBe(was);
});

const start = async () => {
  const { backend, ask, ended } = await startBackend();
  const { added } = await ask('pages.add', demoPages('vat-invoice'));
  await ended(added);
  const [id = 0] = added;
  const { version, digest } = await ask('pages.open', { id });
  const change = (by: string, name: string, input: object) => {
    const seen = { version, ...(name === 'pages.review' && { digest }) };
    return backend.invoke(name, { id, ...seen, ...input }, caller(by));
  };
  const undoAll = (by: string) => backend.invoke('batch.undo', { redo: false }, caller(by));
  return { change, undoAll, detail: () => ask('pages.open', { id }) };
};

describe('the later user sees a conflicting change of an invoice', () => {
  test('line items', async () => {
    const { change, detail } = await start();
    expect(await change('li', 'pages.editLines', { edit: { kind: 'delete', at: 0 } })).toMatchObject({
      ok: true,
    });
    const before = (await detail()).invoice?.value.lines;
    const cells = [{ field: 'lines.0.name', value: '软件' }];
    expect(await change('wang', 'pages.editLines', { edit: { kind: 'paste', cells } })).toMatchObject({
      failure: {
        id: 'changed-meanwhile',
        message: {
          en: 'Li Hua has just changed this: line 1 deleted. Your change was not saved: line items changed to “软件”',
        },
      },
    });
    expect((await detail()).invoice?.value.lines).toEqual(before);
    // With the version that shows the other's change, the edit is saved.
    const { version } = await detail();
    expect(
      await change('wang', 'pages.editLines', { version, edit: { kind: 'paste', cells } }),
    ).toMatchObject({
      ok: true,
    });
  });

  test('a confirmation of changed values, and two review states', async () => {
    const { change, detail } = await start();
    expect(await change('li', 'pages.correct', { field: 'remark', value: '甲', was: null })).toMatchObject({
      ok: true,
    });
    expect(await change('wang', 'pages.review', { mark: 'confirmed' })).toMatchObject({
      failure: { message: { zh: '刚被Li Hua修改：“甲”。您的更改未保存：已确认' } },
    });
    expect((await detail()).summary.review).toBe('open');
    expect(await change('li', 'pages.review', { mark: 'aside' })).toMatchObject({ ok: true });
    expect(await change('wang', 'pages.review', { mark: 'confirmed' })).toMatchObject({
      failure: {
        message: { en: 'Li Hua has just changed this: set aside. Your change was not saved: confirmed' },
      },
    });
    // Li has seen both changes.
    expect(await change('li', 'pages.review', { mark: 'open' })).toMatchObject({ ok: true });
  });

  test('notes, and findings of a field', async () => {
    const { change, detail } = await start();
    expect(await change('li', 'pages.note', { text: '问供应商' })).toMatchObject({ ok: true });
    expect(await change('wang', 'pages.note', { text: '已付' })).toMatchObject({
      failure: {
        message: {
          en: 'Li Hua has just changed this: note “问供应商”. Your change was not saved: note “已付”',
        },
      },
    });
    expect((await detail()).summary.note).toBe('问供应商');
    expect(await change('li', 'pages.correct', { field: 'number', value: '1', was: null })).toMatchObject({
      ok: true,
    });
    expect(await change('wang', 'pages.accept', { field: 'number' })).toMatchObject({
      failure: { id: 'changed-meanwhile' },
    });
  });

  test('faces', async () => {
    const { backend, ask, ended } = await startBackend();
    const { added } = await ask('pages.addSamples', { service: 'face-detect' });
    await ended(added);
    const [id = 0] = added;
    const { version } = await ask('pages.open', { id });
    const edit = { kind: 'exclude', faces: [1], reason: '海报' };
    expect(await backend.invoke('faces.edit', { id, edit, version }, caller('li'))).toMatchObject({
      ok: true,
    });
    const other = { kind: 'attribute', faces: [1], name: 'glasses', value: 0 };
    expect(await backend.invoke('faces.edit', { id, edit: other, version }, caller('wang'))).toMatchObject({
      failure: {
        message: {
          en: 'Li Hua has just changed this: faces excluded (海报). Your change was not saved: glasses = 0',
        },
      },
    });
  });
});

const startSeveral = async () => {
  const { backend, ask, ended } = await startBackend();
  const { added } = await ask('pages.add', demoPages('vat-invoice'));
  await ended(added);
  const ids = added.slice(0, 3);
  const list = async () => {
    const rows = await ask('pages.list', { service: 'vat-invoice' });
    return ids.map((id) => rows.find((row) => row.id === id)!);
  };
  const seen = async () => {
    const rows = await list();
    return { versions: rows.map(({ version }) => version), digests: rows.map(({ digest }) => digest) };
  };
  const { versions, digests } = await seen();
  const change = (by: string, name: string, input: object) => backend.invoke(name, input, caller(by));
  return { change, ids, list, seen, versions, digests };
};

describe('the later user sees which of several pages another user has changed', () => {
  test('review states: those pages stay unchanged, and the others are set', async () => {
    const { change, ids, list, seen, versions, digests } = await startSeveral();
    const [first = 0, second = 0, third = 0] = ids;
    await change('li', 'pages.correct', { id: first, field: 'remark', value: '甲', was: null, version: 0 });
    await change('li', 'pages.note', { id: third, text: '问供应商', version: 0 });
    const confirm = { ids, mark: 'confirmed', onlyClean: false };
    expect(await change('wang', 'batch.review', { ...confirm, versions, digests })).toMatchObject({
      ok: true,
      value: {
        changed: [second, third],
        met: {
          pages: [first],
          message: {
            en: '1 page was left unchanged. Li Hua has just changed this: “甲”. Your change was not saved: confirmed',
          },
        },
      },
    });
    expect((await list()).map(({ review }) => review)).toEqual(['open', 'confirmed', 'confirmed']);
    // With the versions that show the other edit, nothing contradicts it.
    expect(await change('wang', 'batch.review', { ...confirm, ...(await seen()) })).toMatchObject({
      value: { changed: [first], met: null },
    });
    expect(
      await change('li', 'batch.review', { ids, mark: 'aside', onlyClean: false, versions, digests }),
    ).toMatchObject({
      value: { changed: [], met: { pages: ids } },
    });
    expect((await list()).map(({ review }) => review)).toEqual(['confirmed', 'confirmed', 'confirmed']);
  });

  test('tags: no user undoes a tag change that another user has just made', async () => {
    const { change, ids, list, versions } = await startSeveral();
    const [first = 0] = ids;
    const tags = async () => (await list()).map((row) => row.tags);
    await change('li', 'batch.tag', {
      ids: [first],
      add: ['差旅'],
      remove: ['办公'],
      versions: versions.slice(0, 1),
    });
    expect(await change('wang', 'batch.tag', { ids, add: ['办公'], remove: [], versions })).toMatchObject({
      value: { met: { pages: [first] } },
    });
    expect(await tags()).toEqual([['差旅'], ['办公'], ['办公']]);
    // Different tags do not contradict each other.
    expect(await change('wang', 'batch.tag', { ids, add: ['五月'], remove: [], versions })).toMatchObject({
      value: { met: null },
    });
    expect(await tags()).toEqual([
      ['差旅', '五月'],
      ['办公', '五月'],
      ['办公', '五月'],
    ]);
  });
});

const number = (value: string, was: string | null, version: number) => ({
  field: 'number',
  value,
  was,
  version,
});

describe('a confirmation is about the data that its author has seen', () => {
  test('a colleague can’t undo or redo beneath it, on one page or across pages', async () => {
    const { change, undoAll, detail } = await start();
    const was = (await detail()).invoice?.value.number ?? null;
    await change('li', 'pages.correct', number('44444444', was, 0));
    const { version, digest } = await detail();
    const confirm = { mark: 'confirmed', version, digest };
    expect(await change('wang', 'pages.review', confirm)).toMatchObject({ ok: true });
    const refused = {
      ok: false,
      failure: {
        id: 'confirmed-meanwhile',
        message: { en: 'Wang Wei has confirmed this invoice meanwhile. Nothing was undone or redone' },
      },
    };
    expect(await change('li', 'pages.undo', { redo: false, version: version + 1 })).toMatchObject(refused);
    expect(await undoAll('li')).toMatchObject(refused);
    const after = await detail();
    expect([after.summary.review, after.invoice?.value.number]).toEqual(['confirmed', '44444444']);
    // A correction is new, and opens the invoice again. So the colleague can undo then.
    await change('li', 'pages.correct', number('55555555', '44444444', after.version));
    expect((await detail()).summary.review).toBe('open');
    expect(await change('li', 'pages.undo', { redo: false, version: after.version })).toMatchObject({
      ok: true,
    });
    // The data is again what was confirmed.
    expect((await detail()).summary.review).toBe('confirmed');
    expect(await change('li', 'pages.undo', { redo: true, version: after.version })).toMatchObject(refused);
  });

  test('other data than what was shown is not confirmed, whoever changed it', async () => {
    const { change, detail } = await start();
    const { version, digest, invoice } = await detail();
    await change('li', 'pages.correct', number('44444444', invoice?.value.number ?? null, 0));
    // A second window of the same user still shows the earlier data.
    expect(await change('li', 'pages.review', { mark: 'confirmed', version, digest })).toMatchObject({
      failure: { id: 'other-data' },
    });
    expect((await detail()).summary.review).toBe('open');
    expect(await change('li', 'pages.review', { mark: 'confirmed', version })).toMatchObject({ ok: false });
    const now = await detail();
    const seen = { version: now.version, digest: now.digest };
    expect(await change('li', 'pages.review', { mark: 'confirmed', ...seen })).toMatchObject({ ok: true });
    expect((await detail()).summary.review).toBe('confirmed');
  });

  test('of several pages, those with other data than listed are left, and named', async () => {
    const { change, ids, list, versions, digests } = await startSeveral();
    const [first = 0, ...others] = ids;
    await change('li', 'pages.correct', { id: first, ...number('44444444', 'unseen', 0) });
    const confirm = { ids, mark: 'confirmed', onlyClean: false, versions, digests };
    expect(await change('li', 'batch.review', confirm)).toMatchObject({
      value: {
        changed: others,
        met: {
          pages: [first],
          message: { en: '1 page has other data than the list showed, and was not confirmed' },
        },
      },
    });
    expect((await list()).map(({ review }) => review)).toEqual(['open', 'confirmed', 'confirmed']);
  });
});
