import { ProgressBar } from 'react-aria-components';
import type { ServiceId } from '../../shared/services/service.ts';
import { formatCount } from '../i18n/format.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { IconButton } from '../ui/button.tsx';
import { useTools } from './context.ts';
import { useApp } from './store.ts';

/** How far the queue of a workspace is; gone when it has run empty. */
export const ProgressMeter = ({ service }: { readonly service: ServiceId }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const progress = useApp((state) => state.progress[service]);
  if (!progress || progress.finished >= progress.total) return <span className="progress" />;
  const { finished, total, failed } = progress;
  const text = t('progress.text', {
    finished: formatCount(finished, language),
    total: formatCount(total, language),
  });

  return (
    <span className="progress">
      <ProgressBar
        className="progress-bar"
        aria-label={t('progress.label')}
        value={finished}
        maxValue={total}
        valueLabel={text}
      >
        {({ percentage }) => (
          <span className="progress-track">
            <span className="progress-done" style={{ width: `${percentage ?? 0}%` }} />
          </span>
        )}
      </ProgressBar>
      <span>{text}</span>
      {failed > 0 && <span className="tone-error">{t('progress.failed', { count: failed })}</span>}
      <IconButton
        small
        icon="close"
        label={t('progress.cancelAll')}
        onPress={() => void actions.cancel('all')}
      />
    </span>
  );
};
