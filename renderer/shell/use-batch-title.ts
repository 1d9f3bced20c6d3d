import { useEffect, useState } from 'react';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { useApp } from '../state/store.ts';

const plain = 'Vouch';

/** Shows the queue's progress in the window title, and its end until the window gets the focus. */
export const useBatchTitle = (): void => {
  const { t } = useTexts();
  const percent = useApp(({ progress }) => {
    const open = Object.values(progress).filter((each) => each !== null && each.finished < each.total);
    if (open.length === 0) return null;
    const sum = (of: 'finished' | 'total') => open.reduce((all, each) => all + (each?.[of] ?? 0), 0);
    return Math.floor((100 * sum('finished')) / sum('total'));
  });
  const [hasNews, setNews] = useState(false);
  const isRunning = percent !== null;

  useEffect(() => {
    if (!isRunning) return undefined;
    // The queue was running and has stopped.
    return () => setNews(!document.hasFocus());
  }, [isRunning]);

  useEffect(() => {
    const seen = () => setNews(false);
    window.addEventListener('focus', seen);
    return () => window.removeEventListener('focus', seen);
  }, []);

  useEffect(() => {
    const news = hasNews ? `${t('progress.titleDone')} · ${plain}` : plain;
    document.title = percent === null ? news : `${percent}% · ${plain}`;
  }, [percent, hasNews, t]);
};
