import { useEffect, useMemo, useRef } from 'react';
import type { FacePack } from '../../../shared/face/pack.ts';
import type { PageDetail } from '../../../shared/contract/page.ts';
import { useApp } from '../../state/store.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { PictureFrame } from '../picture/picture-frame.tsx';
import { DrawFace } from './draw-face.tsx';
import { noteAt, shapesOf } from './face-rows.ts';
import { pickOnPicture } from './picked.ts';
import { useFaceView } from '../../state/face-view.ts';
import { faceTag } from './face-words.ts';
import { useShownFaces } from './use-faces.ts';

export const FacePictureView = ({ detail }: { readonly detail: PageDetail }) => {
  const pack = useApp((state) => state.faces);
  return pack ? <PictureWithFaces key={detail.summary.id} detail={detail} pack={pack} /> : null;
};

/**
 * Selects a face that the user draws, once it is in the pack: the next action is usually about it. The result
 * is called before the face is saved.
 */
const useDrawnFace = (pack: FacePack) => {
  const known = useRef<ReadonlySet<number> | null>(null);
  useEffect(() => {
    const { current } = known;
    if (!current) return;
    const drawn = pack.index.findLast((index, i) => noteAt(pack, i)?.byHand === true && !current.has(index));
    if (drawn === undefined) return;
    known.current = null;
    pickOnPicture(drawn);
  }, [pack]);
  return (isUnderWay: boolean): void => {
    known.current = isUnderWay ? new Set(pack.index) : null;
  };
};

type Props = { readonly detail: PageDetail; readonly pack: FacePack };

const PictureWithFaces = ({ detail: { summary, sent, preparation }, pack }: Props) => {
  const { t } = useTexts();
  const rows = useShownFaces(pack);
  const onSaving = useDrawnFace(pack);
  const isDrawing = useFaceView((view) => view.isDrawing);
  const faces = useMemo(() => shapesOf(pack, rows, (i, room) => faceTag(t, pack, i, room)), [pack, rows, t]);
  const layers = useMemo(
    () =>
      [
        { value: 'regions', label: t('canvas.faces') },
        { value: 'boxes', label: t('canvas.boxes') },
        { value: 'none', label: t('canvas.none') },
      ] as const,
    [t],
  );
  return (
    <PictureFrame
      page={summary}
      sent={sent}
      preparation={preparation}
      label={t('canvas.faceLabel', { name: summary.name })}
      faces={faces}
      layers={layers}
      over={isDrawing && sent && <DrawFace page={summary.id} picture={sent} onSaving={onSaving} />}
    />
  );
};
