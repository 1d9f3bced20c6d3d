import { expect, test } from 'vitest';
import { startBackend } from '../helpers/test-backend.ts';

/** A store whose changes take effect when they are stored, as in an office. */
const slowStore = () => {
  const kept = new Map<string, unknown>();
  let unsaved: [string, unknown][] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return {
    store: {
      get: (key: string) => kept.get(key),
      set: (key: string, value: unknown) => void unsaved.push([key, value]),
      delete: () => {},
      saved: async () => {
        await promise;
        for (const [key, value] of unsaved) kept.set(key, value);
        unsaved = [];
      },
    },
    finish: resolve,
    fail: reject,
  };
};

const told = (events: readonly { readonly type: string }[]) =>
  events.filter(({ type }) => type === 'settings.changed').length;

test('a change of settings is confirmed and told when it is stored, not earlier', async () => {
  const { store, finish } = slowStore();
  const { ask, events, close } = await startBackend({ store });
  let isDone = false;
  const changed = ask('settings.change', { confidenceLimit: 0.7 }).finally(() => {
    isDone = true;
  });
  // Another command is answered meanwhile.
  expect((await ask('app.info', {})).settings.confidenceLimit).toBe(0.9);
  expect([isDone, told(events)]).toEqual([false, 0]);
  finish();
  expect((await changed).confidenceLimit).toBe(0.7);
  expect(told(events)).toBe(1);
  await close();
});

test('a change that can’t be stored is not confirmed and has no effect', async () => {
  const { store, fail } = slowStore();
  const { backend, ask, events, close } = await startBackend({ store });
  const changed = backend.invoke('settings.change', { confidenceLimit: 0.7 });
  fail(new Error('The database is gone.'));
  await expect(changed).rejects.toThrow('The database is gone.');
  expect((await ask('app.info', {})).settings.confidenceLimit).toBe(0.9);
  expect(told(events)).toBe(0);
  await close();
});

test('the arrangement of the window is kept over a restart, and nothing else with it', async () => {
  const kept = new Map<string, unknown>();
  const store = {
    get: (key: string) => kept.get(key),
    set: (key: string, value: unknown) => void kept.set(key, value),
    delete: (key: string) => void kept.delete(key),
  };
  const first = await startBackend({ store });
  await first.ask('app.keepView', { density: 'compact', 'width.list': '300' });
  await first.ask('app.keepView', { density: 'comfortable' });
  for (const wrong of [{ 'vouch-spare': 'x' }, { density: 1 }, { density: 'x'.repeat(1_000_001) }])
    expect(await first.backend.invoke('app.keepView', wrong)).toMatchObject({
      failure: { id: 'bad-request' },
    });
  const view = { density: 'comfortable', 'width.list': '300' };
  expect(await first.ask('app.view', {})).toEqual(view);
  await first.close();
  const second = await startBackend({ store });
  expect(await second.ask('app.view', {})).toEqual(view);
  await second.ask('app.keepView', { density: null });
  expect(await second.ask('app.view', {})).toEqual({ 'width.list': '300' });
  store.set('window-view', 'damaged');
  expect(await second.ask('app.view', {})).toEqual({});
});
