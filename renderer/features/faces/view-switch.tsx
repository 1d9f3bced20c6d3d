import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Segments } from '../../ui/choices.tsx';
import { showPhotos, useFaceView } from '../../state/face-view.ts';

/** Switches between one photo and the overview of all. */
export const FaceViewSwitch = () => {
  const { t } = useTexts();
  const isBatch = useFaceView((view) => view.isBatch);
  return (
    <div className="face-view-switch">
      <Segments
        label={t('face.view')}
        value={isBatch ? 'batch' : 'photo'}
        options={[
          { value: 'photo', label: t('face.onePhoto') },
          { value: 'batch', label: t('face.allPhotos') },
        ]}
        onChange={(view) => showPhotos(view === 'batch' ? 'all' : 'one')}
      />
    </div>
  );
};
