import { useTexts } from '../ui/i18n/use-texts.ts';
import { useApp } from '../state/store.ts';

/** Tells a screen reader when a batch is through: its end only, since every step would drown all else. */
export const ProgressVoice = () => {
  const { t } = useTexts();
  const progress = useApp((state) => state.progress);
  // Whatever workspace is shown.
  const done = Object.values(progress).filter(
    (each) => each !== null && each.total > 0 && each.finished >= each.total,
  );
  return (
    <p className="hidden-text" role="status">
      {done
        .map(
          (each) =>
            each && t('progress.done', { finished: each.finished, total: each.total, failed: each.failed }),
        )
        .join(' ')}
    </p>
  );
};
