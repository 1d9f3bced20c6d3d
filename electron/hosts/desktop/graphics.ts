import { app } from 'electron';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyValueStore } from '../../credentials/host.ts';
import type { Log } from '../../infra/log.ts';

const storeKey = 'hardware-acceleration';

/** Chromium starts the graphics process again; after this many crashes it gives up. */
const mostCrashes = 3;

export type Graphics = {
  /** Whether the next start uses hardware acceleration. */
  readonly isOn: () => boolean;
  /** Takes effect at the next start. */
  readonly turn: (on: boolean) => void;
  /** The window works: this start has not crashed. */
  readonly works: () => void;
};

/**
 * Hardware acceleration, which crashes with some drivers or shows an empty window. A start that never reached a
 * working window, or a graphics process that keeps crashing, turns it off for the next starts. Call it before
 * Chromium is ready, and only in the first program on a data folder.
 */
export const openGraphics = (home: string, store: KeyValueStore, log: Log): Graphics => {
  const marker = join(home, 'desktop', 'starting');
  const isOn = (): boolean => store.get(storeKey) !== 'off';
  const turn = (on: boolean): void => {
    if (on) store.delete(storeKey);
    else store.set(storeKey, 'off');
  };
  const works = (): void => rmSync(marker, { force: true });
  if (isOn() && existsSync(marker)) {
    log.write('warn', 'graphics-off', 'the last start showed no window');
    turn(false);
  }
  if (!isOn()) app.disableHardwareAcceleration();
  try {
    writeFileSync(marker, '', { mode: 0o600 });
  } catch {
    // A full disk must not keep the window away.
  }
  // A user who closes the window before it has loaded is no crash.
  app.on('will-quit', works);
  let crashes = 0;
  app.on('child-process-gone', (_, { type, reason }) => {
    if (reason === 'clean-exit' || reason === 'killed') return;
    log.write('error', 'process-gone', `${type} ${reason}`);
    crashes += type === 'GPU' ? 1 : 0;
    if (type === 'GPU' && crashes === mostCrashes) turn(false);
  });
  return { isOn, turn, works };
};
