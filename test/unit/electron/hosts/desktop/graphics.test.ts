import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openGraphics } from '../../../../../electron/hosts/desktop/graphics.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';
import { memoryStore } from '../../credentials/memory-store.ts';

const app = vi.hoisted(() => ({
  current: new Map<string, ((...values: unknown[]) => void)[]>(),
  off: vi.fn(),
}));
vi.mock('electron', () => ({
  app: {
    on: (name: string, listener: (...values: unknown[]) => void) =>
      app.current.set(name, [...(app.current.get(name) ?? []), listener]),
    disableHardwareAcceleration: app.off,
  },
}));

const emit = (name: string, ...values: readonly unknown[]): void =>
  app.current.get(name)?.forEach((listener) => listener(...values));

const log = { write: vi.fn(), flush: () => Promise.resolve() };

const setUp = async () => {
  const home = await temporaryFolder();
  await mkdir(join(home, 'desktop'));
  const { store } = memoryStore();
  return { home, store, start: () => openGraphics(home, store, log) };
};

beforeEach(() => {
  app.current.clear();
  app.off.mockClear();
});

describe('hardware acceleration', () => {
  test('stays on while starts show a working window', async () => {
    const { start } = await setUp();
    start().works();
    const second = start();
    expect(second.isOn()).toBe(true);
    expect(app.off).not.toHaveBeenCalled();
  });

  test('is off after a start without a window, and stays off until it is turned on', async () => {
    const { home, start } = await setUp();
    start();
    const second = start();
    expect(app.off).toHaveBeenCalledTimes(1);
    expect(second.isOn()).toBe(false);
    second.works();
    start().works();
    expect(app.off).toHaveBeenCalledTimes(2);
    const fourth = start();
    fourth.turn(true);
    fourth.works();
    expect(existsSync(join(home, 'desktop', 'starting'))).toBe(false);
    start();
    expect(app.off).toHaveBeenCalledTimes(3);
  });

  test('stays on if the user closes the window while it loads', async () => {
    const { start } = await setUp();
    start();
    emit('will-quit');
    expect(start().isOn()).toBe(true);
  });

  test('is off at the next start after the graphics process crashed three times', async () => {
    const { start } = await setUp();
    const graphics = start();
    graphics.works();
    emit('child-process-gone', {}, { type: 'Utility', reason: 'crashed' });
    emit('child-process-gone', {}, { type: 'GPU', reason: 'killed' });
    for (const count of [1, 2, 3]) {
      expect(graphics.isOn(), String(count)).toBe(true);
      emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed' });
    }
    expect(graphics.isOn()).toBe(false);
  });
});
