import { useEffect, useMemo } from 'react';
import { attributeNames } from '../../../shared/face/attributes.ts';
import { hasAttributes, sumCounts } from '../../../shared/face/summary.ts';
import { useApp } from '../../state/store.ts';
import { formatCount } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { AttributeChart } from './attribute-chart.tsx';
import { showPhotos } from '../../state/face-view.ts';
import { PhotoGrid } from './photo-grid.tsx';
import { useSummaries } from './use-summaries.ts';

/** Overview of many photos: each with its counts, and the attributes of all faces as bars. */
export const FaceBatchView = () => {
  const { t, language } = useTexts();
  const summaries = useSummaries();
  // Choosing a photo in the list leaves the overview and shows the photo.
  useEffect(
    () =>
      useApp.subscribe((now, before) => {
        if (now.current['face-detect'] !== before.current['face-detect']) showPhotos('one');
      }),
    [],
  );
  const photos = useMemo(() => [...summaries.values()], [summaries]);
  const sums = useMemo(() => sumCounts(photos), [photos]);
  const sum = (of: 'counted' | 'hidden' | 'excluded') =>
    photos.reduce((total, photo) => total + photo[of], 0);
  const [counted, hidden, excluded] = [sum('counted'), sum('hidden'), sum('excluded')];
  return (
    <div className="batch-view">
      <header className="batch-head">
        <h2>
          {t('face.batchTitle', {
            faces: t('documents.faces', { count: counted, number: formatCount(counted, language) }),
            photos: t('face.photos', { count: photos.length }),
          })}
        </h2>
        <p className="muted">
          {hidden > 0 && `${t('face.hidden', { count: hidden, number: formatCount(hidden, language) })} `}
          {excluded > 0 && t('face.excludedCount', { count: excluded })}
        </p>
        <p className="muted">{t('face.estimates')}</p>
      </header>
      {hasAttributes(sums) ? (
        <div className="charts">
          {attributeNames.map((name) => (
            <AttributeChart key={name} name={name} counts={sums[name]} all={counted} />
          ))}
        </div>
      ) : (
        <p className="panel-note">{t('face.noAttributes', { count: formatCount(counted, language) })}</p>
      )}
      <PhotoGrid summaries={summaries} />
    </div>
  );
};
