import { Notification } from 'electron';
import type { Backend } from '../../app/contract.ts';
import { createBatchTally, type BatchStanding } from './batch-tally.ts';
import type { Program } from './program.ts';
import { shellTexts } from '../../../shared/texts/desktop.ts';
import type { MainWindow } from './window.ts';

/** A single page is not worth a system notification. */
const leastForNews = 2;

/**
 * Shows the progress of the queue where the system has a place for it, and notifies once when a batch has
 * ended.
 */
export const showProgress = async (
  backend: Promise<Backend>,
  { language }: Pick<Program, 'language'>,
  window: Pick<MainWindow, 'browserWindow' | 'show'>,
): Promise<void> => {
  const tally = createBatchTally();
  // A notification that is not referenced can't receive clicks.
  let news: Notification | null = null;

  const notify = ({ total, failed }: NonNullable<BatchStanding['ended']>): void => {
    // A user with the window in focus sees it there.
    const isLookedAt = window.browserWindow()?.isFocused() ?? false;
    if (total < leastForNews || isLookedAt || !Notification.isSupported()) return;
    news = new Notification({ title: 'Vouch', body: shellTexts[language()].batchDone(total, failed) });
    news.on('click', window.show);
    news.show();
  };

  (await backend).listen((event) => {
    if (event.type !== 'progress') return;
    const { done, isHeld, ended } = tally(event.progress);
    const mode = isHeld ? 'paused' : 'normal';
    // A negative value removes the bar.
    window.browserWindow()?.setProgressBar(done ?? -1, { mode: done === null ? 'none' : mode });
    if (ended) notify(ended);
  });
};
