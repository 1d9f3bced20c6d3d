import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRepeatEvents } from '../../../../electron/app/repeat-events.ts';
import type { VouchEvent } from '../../../../shared/contract/commands.ts';

const removed = (id: number): VouchEvent => ({ type: 'pages.removed', ids: [id] });

const started = () => {
  const log: unknown[] = [];
  const again = createRepeatEvents((event) => log.push(event));
  const emit = (event: VouchEvent): void => {
    again.note(event);
    log.push(event);
  };
  return { log, emit, again };
};

test('repeats an event after a long response', async () => {
  const { log, emit, again } = started();
  const answer = Promise.withResolvers<string>();
  const asked = again.asking(() => answer.promise).then((value) => log.push(value));
  emit(removed(1));
  emit({ type: 'failure', failure: { id: 'a', message: { zh: '', en: '' }, remedy: null } });
  answer.resolve('answer');
  await asked;
  await setImmediate();
  expect(log).toEqual([removed(1), expect.objectContaining({ type: 'failure' }), 'answer', removed(1)]);
});

test('sends an event once outside of queries', async () => {
  const { log, emit, again } = started();
  await again.asking(() => Promise.resolve(1));
  emit(removed(2));
  await setImmediate();
  expect(log).toEqual([removed(2)]);
});
