import { useMemo, useState } from 'react';
import { coveredBox, covers, grownBox, type Cover } from '../../../shared/face/covers.ts';
import type { FacePack } from '../../../shared/face/pack.ts';
import type { Sent } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';
import type { FacePicturesState } from '../../state/dialogs.ts';
import { useApp } from '../../state/store.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Switch } from '../../ui/switch.tsx';
import { countWeak } from '../../state/threshold.ts';
import { facePlaceOf, scoreAt } from './face-rows.ts';
import { PicturesPreview } from './pictures-preview.tsx';
import type { Box } from '../../../shared/geometry.ts';
import { isWeak } from '../../../shared/face/review.ts';

/** Number of target faces without box and points: they can't be covered. */
const countPlaceless = (pack: FacePack, sent: Sent, isMeant: (i: number) => boolean): number => {
  let count = 0;
  for (let i = 0; i < pack.count; i += 1)
    if (isMeant(i) && coveredBox(facePlaceOf(pack, i), sent) === null) count += 1;
  return count;
};

type Wanted = { readonly isMeant: (i: number) => boolean; readonly margin: number | null };

/** The areas that are covered, or those that are cut out with a margin. */
const areasOf = (pack: FacePack, sent: Sent | null, { isMeant, margin }: Wanted): readonly Box[] => {
  const areas: Box[] = [];
  if (!sent) return areas;
  for (let i = 0; i < pack.count; i += 1) {
    if (!isMeant(i)) continue;
    const place = facePlaceOf(pack, i);
    const box = margin === null ? coveredBox(place, sent) : place.box && grownBox(place.box, margin / 100);
    if (box) areas.push(box);
  }
  return areas;
};

/** Exports leave out faces below the threshold. An anonymized photo still covers them by default. */
const weakAtFirst = { anonymous: true, crops: false } as const;

/** Exports anonymized photos and cropped faces. */
export const PicturesDialog = ({ page, sent, pack, selected }: FacePicturesState) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const list = useApp((state) => state.lists['face-detect']);
  const threshold = useApp((state) => state.info?.settings.faceThreshold ?? 0);
  const [what, setWhat] = useState<'anonymous' | 'crops'>('anonymous');
  const [scope, setScope] = useState<'photo' | 'selected' | 'batch'>('photo');
  const [cover, setCover] = useState<Cover>('pixelate');
  const [weakOf, setWeakOf] = useState<Readonly<Record<typeof what, boolean>>>(weakAtFirst);
  const [margin, setMargin] = useState(20);
  const [isBusy, setBusy] = useState(false);
  const recognized = list.order.filter((id) => list.byId.get(id)?.state === 'recognized');
  const chosen = new Set(selected);
  const weak = countWeak(pack, threshold);
  const withWeak = weakOf[what];
  const isMeant = (i: number): boolean =>
    scope === 'selected' ? chosen.has(pack.index[i] ?? 0) : withWeak || !isWeak(scoreAt(pack, i), threshold);
  const placeless =
    what === 'anonymous' && scope !== 'batch' && sent ? countPlaceless(pack, sent, isMeant) : 0;
  const margined = what === 'crops' ? margin : null;
  const boxes = useMemo(
    () => areasOf(pack, sent, { isMeant, margin: margined }),
    // The values that the function depends on, instead of the function.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [pack, sent, margined, scope, withWeak, threshold, selected],
  );

  const write = async () => {
    setBusy(true);
    const isWritten = await actions.exportFacePictures({
      ids: scope === 'batch' ? recognized : [page.id],
      what,
      cover,
      faces: scope === 'selected' ? [...selected] : 'all',
      withWeak: scope === 'selected' || withWeak,
      margin: margin / 100,
    });
    setBusy(false);
    if (isWritten) actions.finishDialog('face-pictures');
  };

  return (
    <Dialog title={t('face.pictures.title')} onClose={actions.closeDialog}>
      <div className="stack">
        <Segments
          label={t('face.pictures.what')}
          value={what}
          options={[
            { value: 'anonymous', label: t('face.pictures.anonymous') },
            { value: 'crops', label: t('face.pictures.crops') },
          ]}
          onChange={setWhat}
        />
        <Segments
          label={t('face.pictures.scope')}
          value={scope}
          options={[
            { value: 'photo', label: t('face.pictures.photo') },
            ...(selected.length > 0
              ? [
                  {
                    value: 'selected',
                    label: t('face.pictures.selected', { count: selected.length }),
                  } as const,
                ]
              : []),
            { value: 'batch', label: t('face.pictures.batch', { count: recognized.length }) },
          ]}
          onChange={setScope}
        />
        {what === 'anonymous' ? (
          <>
            <Segments
              label={t('face.pictures.cover')}
              value={cover}
              options={covers.map((value) => ({ value, label: t(`face.pictures.covers.${value}`) }))}
              onChange={setCover}
            />
            <p className="muted">{t('face.pictures.anonymousText')}</p>
            {scope === 'batch' && <p className="muted">{t('face.pictures.placelessBatch')}</p>}
          </>
        ) : (
          <div className="field">
            <span>{t('face.pictures.margin')}</span>
            <NumberInput
              label={t('face.pictures.margin')}
              value={margin}
              least={0}
              most={200}
              step={5}
              onChange={setMargin}
            />
          </div>
        )}
        {threshold > 0 && scope !== 'selected' && (
          <Switch isOn={withWeak} onChange={(isOn) => setWeakOf({ ...weakOf, [what]: isOn })}>
            {scope === 'photo'
              ? t('face.pictures.withWeak', { count: weak })
              : t('face.pictures.withWeakAll')}
          </Switch>
        )}
        {placeless > 0 && (
          <p className="tone-warn" role="note">
            {t('face.pictures.placeless', { count: placeless })}
          </p>
        )}
        {sent && (
          <PicturesPreview
            page={page}
            sent={sent}
            boxes={boxes}
            cover={what === 'crops' ? null : cover}
            label={t('face.pictures.preview', { name: page.name, count: boxes.length })}
          />
        )}
        <div className="dialog-actions">
          <Button onPress={actions.closeDialog}>{t('app.cancel')}</Button>
          <Button look="primary" icon="export" isPending={isBusy} onPress={() => void write()}>
            {t(isBusy ? 'face.pictures.busy' : 'face.pictures.write')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
