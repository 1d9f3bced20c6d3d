import type { WebContents } from 'electron';
import type { EventEmitter } from 'node:events';
import process from 'node:process';
import { describeError, type Log } from '../../infra/log.ts';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import { hostFailures } from '../../../shared/texts/host-failures.ts';

/** Pointer messages from a page's process. */
type Inputs = Pick<WebContents, 'on' | 'off'>;

/** Whether the mouse button was released since the call, until `end`. */
export const watchRelease = (
  contents: Inputs,
): { readonly released: () => boolean; readonly end: () => void } => {
  let isReleased = false;
  const look = (_: unknown, { type }: { readonly type: string }): void => {
    if (type === 'mouseUp') isReleased = true;
  };
  contents.on('input-event', look);
  return { released: () => isReleased, end: () => void contents.off('input-event', look) };
};

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

/**
 * This many crashes within the time limit cause a reload without a question; after more, Vouch asks the user.
 */
const mostReloads = 3;
const withinMs = 60_000;

/** The reaction to a page whose process ended. */
export type PageRecovery = {
  /** Reports a crash: reload the page, or ask the user, because reloading has not helped. */
  readonly broke: () => 'reload' | 'ask';
  /** The user wants another reload. */
  readonly again: () => void;
  /** What the new page must report; once. */
  readonly takeNews: () => CommandFailure | null;
};

/** @param now milliseconds of a monotonic clock */
export const createPageRecovery = (now: () => number): PageRecovery => {
  let breaks: readonly number[] = [];
  let hasNews = false;
  return {
    broke: () => {
      const at = now();
      breaks = [...breaks.filter((before) => at - before < withinMs), at];
      hasNews = true;
      return breaks.length > mostReloads ? 'ask' : 'reload';
    },
    again: () => {
      breaks = [];
    },
    takeNews: () => {
      const news = hasNews ? hostFailures.pageCrashed : null;
      hasNews = false;
      return news;
    },
  };
};
