import type { Face } from '../../shared/face/model.ts';
import type { PageDetail, PageSummary } from '../../shared/records.ts';
import { formatCount } from '../i18n/format.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { FaceOptions } from './face-options.tsx';
import { FaceTable } from './face-table.tsx';

type Props = { readonly page: PageSummary; readonly reading: NonNullable<PageDetail['faces']> };

/** The faces of a photo as a table, with what must be known to read it. */
export const FacePanel = ({ page, reading }: Props) => {
  const { t, language } = useTexts();
  const { declaredCount, list } = reading;
  const faces: readonly Face[] = list;
  const isAtOdds = declaredCount !== null && declaredCount !== faces.length;
  return (
    <div className="face-panel">
      <header className="pane-head">
        <h2>{t('documents.faces', { count: faces.length })}</h2>
        <span className="muted cut">{page.name}</span>
      </header>
      <p className="panel-note muted">{t('face.estimates')}</p>
      {isAtOdds && (
        <p className="panel-note tone-warn">
          {t('face.declared', {
            declared: formatCount(declaredCount, language),
            returned: formatCount(faces.length, language),
          })}
        </p>
      )}
      {faces.length > 0 ? <FaceTable faces={faces} /> : <p className="panel-note">{t('face.none')}</p>}
      <FaceOptions page={page} />
    </div>
  );
};
