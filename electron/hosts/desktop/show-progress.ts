import { createBatchTally, type BatchStanding } from './batch-tally.ts';
import { z } from 'zod';
import { recentBatchSchema, type RecentBatch } from '../../../shared/contract/history.ts';
import type { Backend } from '../../app/contract.ts';
import { Notification } from 'electron';
import type { Program } from './program.ts';
import { shellTexts } from '../../../shared/texts/desktop.ts';
import type { MainWindow } from './window.ts';

const shown = 10;
/** A running batch changes with each document, so the menu is updated less often. */
const restMs = 1000;

const changing: ReadonlySet<string> = new Set(['pages.changed', 'pages.removed', 'data.replaced']);

const responseSchema = z.object({
  ok: z.literal(true),
  value: z.object({ batches: z.array(recentBatchSchema) }),
});

/** Reports the last batches, now and whenever they change. */
export const followBatches = async (
  backend: Promise<Backend>,
  apply: (batches: readonly RecentBatch[]) => void,
  onBug: (error: unknown) => void,
): Promise<void> => {
  const standing = await backend;
  let known = '[]';
  let waiting = false;
  const look = async (): Promise<void> => {
    const result = responseSchema.safeParse(await standing.invoke('history.batches', { limit: shown }));
    if (!result.success) return;
    const { batches } = result.data.value;
    const now = JSON.stringify(batches);
    if (now === known) return;
    known = now;
    apply(batches);
  };
  standing.listen((event) => {
    if (waiting || !changing.has(event.type)) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      look().catch(onBug);
    }, restMs).unref();
  });
  await look();
};

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
