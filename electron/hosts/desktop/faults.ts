import type { EventEmitter } from 'node:events';
import process from 'node:process';
import { describeError, type Log } from '../../infra/log.ts';

/**
 * A bug anywhere in the main process is written down; what goes on is decided by the part that failed. The user hears
 * of the first that nothing caught: a bug that comes again and again must not bury the window in dialogs.
 */
export const watchFaults = (
  log: Log,
  say: () => Promise<void>,
  source: Pick<EventEmitter, 'on'> = process,
): void => {
  let said = false;
  const sayOnce = async (): Promise<void> => {
    if (said) return;
    said = true;
    await say().catch((fault: unknown) => log.write('error', 'fault-dialog', describeError(fault)));
  };
  source.on('uncaughtException', (error) => {
    log.write('error', 'uncaught', describeError(error));
    void sayOnce();
  });
  source.on('unhandledRejection', (reason) => log.write('error', 'unhandled', describeError(reason)));
};
