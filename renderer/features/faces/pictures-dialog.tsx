import { useEffect, useRef, useMemo, useState } from 'react';
import { type Cover, coveredBox, covers, grownBox } from '../../../shared/face/edit.ts';
import type { Box } from '../../../shared/geometry.ts';
import type { PageSummary, Sent } from '../../../shared/contract/page.ts';
import { useShownPicture } from '../picture/use-shown-picture.ts';
import type { FacePack } from '../../../shared/face/pack.ts';
import { useTools } from '../tools.ts';
import type { FacePicturesState } from '../../state/dialogs.ts';
import { useApp } from '../../state/store.ts';
import { formatCount } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NumberInput } from '../../ui/text-input.tsx';
import { Segments, Switch } from '../../ui/choices.tsx';
import { countWeak } from '../../state/panel-view.ts';
import { facePlaceOf, scoreAt } from './face-rows.ts';
import { isWeak } from '../../../shared/face/review.ts';

type Props = {
  readonly page: PageSummary;
  readonly sent: Sent;
  /** In pixels of the sent picture. */
  readonly boxes: readonly Box[];
  /** How the boxes are covered; null if they are cut out. */
  readonly cover: Cover | null;
  readonly label: string;
};

/** In CSS pixels. */
const most = { width: 440, height: 260 } as const;
/** As in the written file: a covered face keeps at most this many averages along a side. */
const mostCells = 5;
const coverShade = '#404040';

const cellsAlong = (side: number, longer: number): number =>
  Math.max(1, Math.round((side / longer) * mostCells));

/** Replaces an area by a few averages: as blocks, or with even transitions. */
const average = (context: CanvasRenderingContext2D, { x, y, w, h }: Box, isSmooth: boolean): void => {
  const longer = Math.max(w, h);
  const cells = new OffscreenCanvas(cellsAlong(w, longer), cellsAlong(h, longer));
  const small = cells.getContext('2d');
  if (!small) return;
  small.imageSmoothingQuality = 'high';
  small.drawImage(context.canvas, x, y, w, h, 0, 0, cells.width, cells.height);
  context.save();
  context.imageSmoothingEnabled = isSmooth;
  context.imageSmoothingQuality = 'high';
  context.drawImage(cells, x, y, w, h);
  context.restore();
};

/** Shades what is not cut out. */
const outline = (context: CanvasRenderingContext2D, boxes: readonly Box[]): void => {
  const { width, height } = context.canvas;
  const shade = new Path2D();
  shade.rect(0, 0, width, height);
  for (const { x, y, w, h } of boxes) shade.rect(x, y, w, h);
  context.save();
  context.clip(shade, 'evenodd');
  context.fillStyle = 'rgb(0 0 0 / 55%)';
  context.fillRect(0, 0, width, height);
  context.restore();
};

/** The photo as the covers or crops will leave it, small. The files are written from the photo itself. */
const PicturesPreview = ({ page, sent, boxes, cover, label }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useShownPicture(page.id, sent);
  const scale = Math.min(1, most.width / sent.width, most.height / sent.height);
  const [width, height] = [Math.round(sent.width * scale), Math.round(sent.height * scale)];
  const dense = Math.min(2, devicePixelRatio);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !picture) return;
    const size = context.canvas;
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture.bitmap, 0, 0, size.width, size.height);
    const factor = size.width / sent.width;
    const shown = boxes.map(({ x, y, w, h }) => ({
      x: x * factor,
      y: y * factor,
      w: w * factor,
      h: h * factor,
    }));
    if (cover === null) outline(context, shown);
    else if (cover === 'cover') {
      context.fillStyle = coverShade;
      for (const { x, y, w, h } of shown) context.fillRect(x, y, w, h);
    } else for (const box of shown) average(context, box, cover === 'blur');
  }, [picture, boxes, cover, sent.width]);
  return (
    <canvas
      ref={canvas}
      className="pictures-preview"
      role="img"
      aria-label={label}
      width={Math.round(width * dense)}
      height={Math.round(height * dense)}
      style={{ width, height }}
    />
  );
};

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

/** How far an export is, in photos and the faces of the one that is being made. */
const WritingProgress = ({ hears }: { readonly hears: string }) => {
  const { t, language } = useTexts();
  const news = useApp(({ faceProgress }) => (faceProgress?.hears === hears ? faceProgress : null));
  if (!news) return null;
  const { photo, photos, face, faces } = news;
  const text = t('face.pictures.progress', {
    photo: formatCount(photo, language),
    photos: formatCount(photos, language),
    faces: t('documents.faces', { count: faces, number: formatCount(faces, language) }),
  });
  const done = photo - 1 + (faces === 0 ? 0 : face / faces);
  return (
    <div className="pictures-progress">
      <progress aria-label={t('face.pictures.busy')} aria-valuetext={text} value={done} max={photos} />
      <span aria-hidden="true">{text}</span>
    </div>
  );
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
  const [keepNames, setKeepNames] = useState(false);
  const [writing, setWriting] = useState<string | null>(null);
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
    const hears = crypto.randomUUID();
    setWriting(hears);
    const isWritten = await actions.exportFacePictures({
      ids: scope === 'batch' ? recognized : [page.id],
      what,
      cover,
      faces: scope === 'selected' ? [...selected] : 'all',
      withWeak: scope === 'selected' || withWeak,
      margin: margin / 100,
      keepNames,
      hears,
    });
    setWriting(null);
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
            <Switch isOn={keepNames} onChange={setKeepNames}>
              {t('face.pictures.keepNames')}
            </Switch>
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
        {writing !== null && <WritingProgress hears={writing} />}
        <div className="dialog-actions">
          <Button onPress={actions.closeDialog}>{t('app.cancel')}</Button>
          <Button look="primary" icon="export" isPending={writing !== null} onPress={() => void write()}>
            {t(writing !== null ? 'face.pictures.busy' : 'face.pictures.write')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
