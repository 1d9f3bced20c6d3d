import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startBackend } from '../helpers/test-backend.ts';

test('reports that pages can’t continue after a change of the settings', async () => {
  const kept = new Map<string, unknown>();
  let isBroken = false;
  const { ask, events } = await startBackend({
    store: {
      get: (key) => {
        if (isBroken && key === 'account') throw new Error('unreadable');
        return kept.get(key);
      },
      set: (key, value) => void kept.set(key, value),
      delete: (key) => void kept.delete(key),
    },
  });
  isBroken = true;
  await ask('settings.change', { concurrency: 2 });
  while (!events.some(({ type }) => type === 'failure')) await wait(10);
  expect(events.filter(({ type }) => type === 'failure')).toHaveLength(1);
});
