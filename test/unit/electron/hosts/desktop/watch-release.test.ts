import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { watchRelease } from '../../../../../electron/hosts/desktop/page-recovery.ts';

test('notices a released mouse button until the end, and ignores other events', () => {
  const contents = new EventEmitter();
  // The two methods that it uses.
  const watch = watchRelease(contents as unknown as Parameters<typeof watchRelease>[0]);
  for (const type of ['mouseMove', 'keyUp', 'mouseDown']) contents.emit('input-event', {}, { type });
  expect(watch.released()).toBe(false);
  contents.emit('input-event', {}, { type: 'mouseUp' });
  expect(watch.released()).toBe(true);
  watch.end();
  expect(contents.listenerCount('input-event')).toBe(0);
});
