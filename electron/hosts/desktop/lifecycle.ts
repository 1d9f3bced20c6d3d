import { app, dialog } from 'electron';
import type { Backend } from '../../app/contract.ts';
import { describeError } from '../../infra/log.ts';
import type { Program } from './program.ts';
import { shellTexts } from '../../../shared/texts/desktop.ts';

/** Puts every process of Chromium into the sandbox, regardless of a window's own options. */
export const confineAll = (): void => app.enableSandbox();

/**
 * One program for each data folder: a second start passes its arguments and its folder to the first one, and
 * ends.
 */
export const onlyOnce = (
  onSecond: (argv: readonly string[], folder: string) => void,
  start: () => void,
): void => {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  app.on('second-instance', (_event, argv, folder) => onSecond(argv, folder));
  start();
};

/**
 * Runs the rest of the set-up when Chromium is ready. A top-level await would not work: the program becomes
 * ready only after its main module has finished. If Vouch can't start, a dialog gives the reason, and Vouch
 * ends.
 */
export const whenReady = (program: Program, start: () => Promise<void>): void => {
  app
    .whenReady()
    .then(start)
    .catch((error: unknown) => {
      program.log.write('error', 'start', describeError(error));
      const reason = error instanceof Error ? error.message : String(error);
      dialog.showErrorBox(shellTexts[program.language()].cannotStart, reason);
      app.exit(1);
    });
};

/** Before the program quits, running calls end and the ledger is closed. */
export const closeAtEnd = (program: Program, backend: Promise<Backend>): void => {
  let closed = false;
  const close = async (): Promise<void> => {
    // If there is none, the start has reported why.
    const standing = await backend.catch(() => null);
    await standing
      ?.close()
      .catch((error: unknown) => program.log.write('error', 'close', describeError(error)));
    await program.log.flush();
    closed = true;
    app.quit();
  };
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void close();
  });
};
