import { useDeferredValue, useEffect } from 'react';
import type { FacePack } from '../../../shared/face/pack.ts';
import type { PageSummary, Sent } from '../../../shared/contract/page.ts';
import { useFocusArea, useFocusTarget } from '../../state/focus.ts';
import { ExportedNote } from '../export/exported-note.tsx';
import { formatCount } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { FaceToolbar } from './face-toolbar.tsx';
import { FaceFilters } from './face-filters.tsx';
import { FaceOptions } from './face-options.tsx';
import { FaceTable } from './face-table.tsx';
import { FaceThreshold } from './face-threshold.tsx';
import { forgetPicked } from '../../state/face-view.ts';
import { useRows } from './use-faces.ts';
import { useShownPicture } from '../picture/use-shown-picture.ts';

type Props = { readonly page: PageSummary; readonly sent: Sent | null; readonly pack: FacePack };

/** The faces of a photo as a table, with the notes needed to understand it. */
export const FacePanel = ({ page, sent, pack }: Props) => {
  const { t, language } = useTexts();
  const { rows, hidden } = useRows(pack);
  const picture = useShownPicture(page.id, sent);
  const areaRef = useFocusArea('panel');
  const noneRef = useFocusTarget('panel');
  useEffect(() => forgetPicked, []);
  // The table renders after the picture: both at once would block the window.
  const hasTable = useDeferredValue(true, false);
  const { declaredCount, returnedCount } = pack;
  const isAtOdds = declaredCount !== null && declaredCount !== returnedCount;
  return (
    <div className="face-panel" ref={areaRef}>
      <header className="pane-head">
        <h2>
          {rows.length < pack.count
            ? t('face.someOf', {
                shown: formatCount(rows.length, language),
                count: pack.count,
                all: formatCount(pack.count, language),
              })
            : t('documents.faces', { count: pack.count, number: formatCount(pack.count, language) })}
        </h2>
        <span className="muted cut">{page.name}</span>
      </header>
      <ExportedNote service={page.service} />
      <p className="panel-note muted">{t('face.estimates')}</p>
      {isAtOdds && (
        <p className="panel-note tone-warn">
          {t('face.declared', {
            declared: formatCount(declaredCount, language),
            returned: formatCount(returnedCount, language),
          })}
        </p>
      )}
      <FaceThreshold hidden={hidden} />
      {pack.count > 0 ? (
        <>
          <FaceFilters shown={rows.length} all={pack.count - hidden} />
          {hasTable && <FaceTable pack={pack} rows={rows} picture={picture} />}
        </>
      ) : (
        <p ref={noneRef} className="panel-note face-none" tabIndex={-1}>
          {t('face.none')}
        </p>
      )}
      <FaceToolbar page={page} sent={sent} pack={pack} rows={rows} />
      <FaceOptions />
    </div>
  );
};
