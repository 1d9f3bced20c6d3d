import { powerMonitor, powerSaveBlocker } from 'electron';
import type { Backend } from '../../app/contract.ts';
import { describeError, type Log } from '../../infra/log.ts';
import { createBatchTally } from './batch-tally.ts';

/** Keeps the computer from falling asleep by itself while pages are read. The screen may go dark. */
const createWakeLock = () => {
  let id: number | null = null;
  return (isNeeded: boolean): void => {
    if (isNeeded && id === null) id = powerSaveBlocker.start('prevent-app-suspension');
    if (isNeeded || id === null) return;
    powerSaveBlocker.stop(id);
    id = null;
  };
};

/**
 * Keeps the computer awake while pages are read. If the user puts it to sleep, no new call begins: it would end
 * with its time limit after waking, and may have been billed. Waking continues what sleep has stopped.
 */
export const followPower = async (backend: Promise<Backend>, log: Log): Promise<void> => {
  const standing = await backend;
  const keepAwake = createWakeLock();
  const tally = createBatchTally();
  let isPaused = false;
  let isAsleep = false;
  standing.listen((event) => {
    if (event.type !== 'progress') return;
    isPaused = event.progress.paused === true;
    const { done, isHeld } = tally(event.progress);
    keepAwake(done !== null && !isHeld);
  });
  const pause = (paused: boolean): void => {
    standing
      .invoke('queue.pause', { paused, kept: false })
      .catch((error: unknown) => log.write('error', 'power', describeError(error)));
  };
  powerMonitor.on('suspend', () => {
    // What the user has paused stays paused.
    if (isPaused || isAsleep) return;
    isAsleep = true;
    pause(true);
  });
  powerMonitor.on('resume', () => {
    if (!isAsleep) return;
    isAsleep = false;
    pause(false);
  });
};
