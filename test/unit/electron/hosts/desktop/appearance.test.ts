import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { grounds, groundOf, showOnce, within } from '../../../../../electron/hosts/desktop/appearance.ts';
import { projectFolder } from '../../../../helpers/app-fixtures/folders.ts';

class FakeWindow extends EventEmitter {
  readonly webContents = new EventEmitter();
  readonly calls: string[] = [];
  destroyed = false;
  show = (): void => void this.calls.push('show');
  maximize = (): void => void this.calls.push('maximize');
  isDestroyed = (): boolean => this.destroyed;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a window appears once', () => {
  test.each([
    ['when it can be painted', (window: FakeWindow) => window.emit('ready-to-show')],
    ['when its page has loaded', (window: FakeWindow) => window.webContents.emit('did-finish-load')],
    ['after two seconds', () => vi.advanceTimersByTime(2000)],
  ])('%s', (_, happen) => {
    const window = new FakeWindow();
    showOnce(window, true);
    expect(window.calls).toEqual([]);
    happen(window);
    expect(window.calls).toEqual(['maximize', 'show']);
    window.emit('ready-to-show');
    window.webContents.emit('did-finish-load');
    vi.advanceTimersByTime(10_000);
    expect(window.calls).toEqual(['maximize', 'show']);
  });

  test('but not after it was closed', () => {
    const window = new FakeWindow();
    showOnce(window, false);
    window.destroyed = true;
    window.emit('closed');
    expect(vi.getTimerCount()).toBe(0);
    window.webContents.emit('did-finish-load');
    expect(window.calls).toEqual([]);
  });
});

test('its background is that of the styles in both themes', () => {
  const styles = readFileSync(join(projectFolder, 'renderer/ui/styles/tokens.css'), 'utf8');
  const declared = [...styles.matchAll(/--ground: (#[0-9a-f]+);/gu)].map(([, colour]) => colour);
  expect(declared).toEqual([grounds.light, grounds.dark]);
  expect(groundOf({ shouldUseDarkColors: true })).toBe(grounds.dark);
  expect(groundOf({ shouldUseDarkColors: false })).toBe(grounds.light);
});

describe('waiting within a limit', () => {
  test('ends with the promise, also with a rejected one', async () => {
    await within(Promise.resolve(), 1e9);
    await within(Promise.reject(new Error('left to others')), 1e9);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends at the limit', async () => {
    const waited = within(new Promise(() => {}), 500);
    await vi.advanceTimersByTimeAsync(500);
    await waited;
  });
});
