import { useId } from 'react';
import { useSetForAll, useTools } from '../tools.ts';
import { formatCount, formatScore } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { endSlide, slideThreshold, useFaceView } from '../../state/face-view.ts';
import { useThreshold } from '../../state/threshold.ts';

/** Hides low-score faces in picture, table and exports, and shows how many. */
export const FaceThreshold = ({ hidden }: { readonly hidden: number }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  // It decides what exports contain.
  const isFixed = useSetForAll();
  const id = useId();
  const threshold = useThreshold();
  const keep = async () => {
    const { sliding } = useFaceView.getState();
    if (sliding === null) return;
    await actions.changeSettings({ faceThreshold: sliding });
    endSlide(sliding);
  };
  return (
    <div className="face-threshold">
      <label htmlFor={id}>{t('face.threshold')}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={1}
        disabled={isFixed}
        {...(isFixed && { title: t('office.setForAll'), 'aria-description': t('office.setForAll') })}
        value={Math.round(threshold * 100)}
        aria-valuetext={formatScore(threshold)}
        onChange={({ currentTarget }) => slideThreshold(Number(currentTarget.value) / 100)}
        onPointerUp={() => void keep()}
        onKeyUp={() => void keep()}
        onBlur={() => void keep()}
      />
      <output htmlFor={id}>{formatScore(threshold)}</output>
      <span className="muted face-hidden" aria-live="polite">
        {hidden > 0
          ? t('face.hidden', { count: hidden, number: formatCount(hidden, language) })
          : t('face.noneHidden')}
      </span>
    </div>
  );
};
