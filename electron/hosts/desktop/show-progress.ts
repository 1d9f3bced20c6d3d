import { Notification } from 'electron';
import type { Backend } from '../../app/contract.ts';
import { createBatchTally, type BatchStanding } from './batch-tally.ts';
import type { Program } from './program.ts';
import { shellTexts } from '../../../shared/texts/desktop.ts';
import type { MainWindow } from './window.ts';

/** A single page is not worth a word from outside the window. */
const leastForNews = 2;

/** Shows how far the queue is where the system shows it of a program, and says once that a batch is through. */
export const showProgress = async (
  backend: Promise<Backend>,
  { language }: Pick<Program, 'language'>,
  window: Pick<MainWindow, 'browserWindow' | 'show'>,
): Promise<void> => {
  const tally = createBatchTally();
  // As long as it is held here, its click is heard.
  let news: Notification | null = null;

  const notify = ({ total, failed }: NonNullable<BatchStanding['ended']>): void => {
    // Who looks at the window sees it there.
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
    // Below nothing takes it away.
    window.browserWindow()?.setProgressBar(done ?? -1, { mode: done === null ? 'none' : mode });
    if (ended) notify(ended);
  });
};
