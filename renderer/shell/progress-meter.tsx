import { ProgressBar } from 'react-aria-components';
import type { Progress } from '../../shared/contract/commands.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { formatCount } from '../../shared/texts/format.ts';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { IconButton } from '../ui/button.tsx';
import { useSetForAll, useTools } from '../features/tools.ts';
import { useApp } from '../state/store.ts';

/** Speed and remaining time; null while unknown. */
const paceOf = (
  { perMinute = null, secondsLeft = null }: Progress,
  t: ReturnType<typeof useTexts>['t'],
): string | null => {
  if (perMinute === null || secondsLeft === null) return null;
  const left =
    secondsLeft < 90
      ? t('progress.secondsLeft', { count: secondsLeft })
      : t('progress.minutesLeft', { count: Math.round(secondsLeft / 60) });
  return `${t('progress.perMinute', { rate: Math.max(1, Math.round(perMinute)) })} · ${left}`;
};

/** Progress of a workspace's queue; hidden when the queue is empty. */
export const ProgressMeter = ({ service }: { readonly service: ServiceId }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  // The queue is everybody's.
  const isSetForAll = useSetForAll();
  const progress = useApp((state) => state.progress[service]);
  if (!progress || progress.finished >= progress.total) return <span className="progress" />;
  const { finished, total, failed, paused = false, offline = false } = progress;
  const pace = paused ? t('progress.paused') : offline ? t('progress.offline') : paceOf(progress, t);
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
      {pace !== null && <span className="muted progress-pace">{pace}</span>}
      {failed > 0 && <span className="tone-error">{t('progress.failed', { count: failed })}</span>}
      {!isSetForAll && (
        <IconButton
          small
          icon={paused ? 'resume' : 'pause'}
          label={t(paused ? 'progress.resume' : 'progress.pause')}
          onPress={() => void actions.pause(!paused)}
        />
      )}
      <IconButton
        small
        icon="close"
        label={t('progress.cancelAll')}
        onPress={() => void actions.cancel('all')}
      />
    </span>
  );
};
