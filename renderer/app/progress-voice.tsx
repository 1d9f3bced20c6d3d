import { useTexts } from '../i18n/use-texts.ts';
import { useApp } from './store.ts';

/** Tells a screen reader when a batch is through: its end only, since every step would drown all else. */
export const ProgressVoice = () => {
  const { t } = useTexts();
  const progress = useApp((state) => state.progress[state.workspace]);
  const isDone = progress !== null && progress.total > 0 && progress.finished >= progress.total;
  return (
    <p className="hidden-text" role="status">
      {isDone &&
        t('progress.done', { finished: progress.finished, total: progress.total, failed: progress.failed })}
    </p>
  );
};
