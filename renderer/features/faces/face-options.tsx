import { memo, useMemo } from 'react';
import { useSetForAll, useTools } from '../tools.ts';
import { useApp } from '../../state/store.ts';
import { formatCount } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { stalePhotos } from './stale-photos.ts';

/** Options for data in addition to the boxes. A change offers to recognize earlier photos again. */
export const FaceOptions = memo(() => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const isFixed = useSetForAll();
  const settings = useApp((state) => state.info?.settings);
  const list = useApp((state) => state.lists['face-detect']);
  const current = useApp((state) => state.current['face-detect']);
  const stale = useMemo(() => (settings ? stalePhotos(list, settings) : []), [list, settings]);
  if (!settings) return null;
  return (
    <section className="face-options" aria-label={t('face.options')}>
      <div className="face-switches">
        <span className="muted">{t('face.options')}</span>
        <Switch
          isOn={settings.facePoints}
          isDisabled={isFixed}
          onChange={(facePoints) => void actions.changeSettings({ facePoints })}
        >
          {t('face.optionPoints')}
        </Switch>
        <Switch
          isOn={settings.faceAttributes}
          isDisabled={isFixed}
          onChange={(faceAttributes) => void actions.changeSettings({ faceAttributes })}
        >
          {t('face.optionAttributes')}
        </Switch>
      </div>
      {stale.length > 0 && (
        <div className="face-switches" role="status">
          <span>{t('face.stale', { count: stale.length, photos: formatCount(stale.length, language) })}</span>
          <Button
            small
            icon="again"
            onPress={() => actions.openDialog({ kind: 'recognize-again', ids: stale })}
          >
            {t('face.againAll', { count: stale.length, calls: formatCount(stale.length, language) })}
          </Button>
        </div>
      )}
      <div className="face-switches">
        <p className="hint">{t(isFixed ? 'office.setForAll' : 'face.optionsHint')}</p>
        {current !== null && (
          <Button
            small
            icon="again"
            onPress={() => actions.openDialog({ kind: 'recognize-again', ids: [current] })}
          >
            {t('documents.recognizeAgain')}
          </Button>
        )}
      </div>
    </section>
  );
});
