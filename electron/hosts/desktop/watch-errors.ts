import type { EventEmitter } from 'node:events';
import process from 'node:process';
import { describeError, type Log } from '../../infra/log.ts';

/**
 * Logs every bug in the main process; the failed part decides what continues. Only the first uncaught bug is
 * shown to the user: a repeated bug must not cover the window with dialogs.
 */
export const watchErrors = (
  log: Log,
  say: () => Promise<void>,
  source: Pick<EventEmitter, 'on'> = process,
): void => {
  let isReported = false;
  const sayOnce = async (): Promise<void> => {
    if (isReported) return;
    isReported = true;
    await say().catch((error: unknown) => log.write('error', 'error-dialog', describeError(error)));
  };
  source.on('uncaughtException', (error) => {
    log.write('error', 'uncaught', describeError(error));
    void sayOnce();
  });
  source.on('unhandledRejection', (reason) => log.write('error', 'unhandled', describeError(reason)));
};
