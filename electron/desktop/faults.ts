import process from 'node:process';
import { describeError, type Log } from '../window/log.ts';

/** A bug anywhere in the main process is written down; what goes on is decided by the part that failed. */
export const logFaults = (log: Log): void => {
  process.on('uncaughtException', (error) => log.write('error', 'uncaught', describeError(error)));
  process.on('unhandledRejection', (reason) => log.write('error', 'unhandled', describeError(reason)));
};
