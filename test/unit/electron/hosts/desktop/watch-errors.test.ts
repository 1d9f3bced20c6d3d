import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { watchErrors } from '../../../../../electron/hosts/desktop/page-recovery.ts';

const watched = (say: () => Promise<void>) => {
  const source = new EventEmitter();
  const lines: string[] = [];
  watchErrors(
    {
      write: (_, event, detail = '') => lines.push(`${event} ${detail.split('\n')[0]}`),
      flush: () => Promise.resolve(),
    },
    say,
    source,
  );
  return { source, lines };
};

test('logs each bug, and shows the first to the user', () => {
  let told = 0;
  const { source, lines } = watched(() => {
    told += 1;
    return Promise.resolve();
  });
  source.emit('unhandledRejection', 'a');
  expect(told).toBe(0);
  for (const name of ['b', 'c', 'd']) source.emit('uncaughtException', new Error(name));
  expect(told).toBe(1);
  expect(lines).toEqual(['unhandled a', 'uncaught Error: b', 'uncaught Error: c', 'uncaught Error: d']);
});

test('logs a failed dialog, without another dialog', async () => {
  const { source, lines } = watched(() => Promise.reject(new Error('no display')));
  source.emit('uncaughtException', new Error('a'));
  await expect.poll(() => lines).toEqual(['uncaught Error: a', 'error-dialog Error: no display']);
});
