import { useEffect, useState, type PointerEvent, useMemo, useRef } from 'react';
import { invert, stagePoint, toImage, type Box, type StagePoint } from '../../../shared/geometry.ts';
import type { PageId, PageDetail } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { usePictureView } from '../picture/use-shown-picture.ts';
import { Button } from '../../ui/button.tsx';
import { NumberInput } from '../../ui/text-input.tsx';
import { drawnBox } from './drawn-box.ts';
import { drawFaces, useFaceView } from '../../state/face-view.ts';
import type { FacePack } from '../../../shared/face/pack.ts';
import { useApp } from '../../state/store.ts';
import { PictureFrame } from '../picture/picture-frame.tsx';
import { noteAt, shapesOf } from './face-rows.ts';
import { pickOnPicture } from './picked.ts';
import { faceTag } from './face-words.ts';
import { useShownFaces } from './use-faces.ts';

type Props = {
  readonly page: PageId;
  readonly picture: { readonly width: number; readonly height: number };
  /** Called with true before a face is saved, and with false if it was not. */
  readonly onSaving: (isUnderWay: boolean) => void;
};

type Drag = { readonly from: StagePoint; readonly to: StagePoint };

const stop = (): void => drawFaces(false);

const pointOf = (event: PointerEvent<HTMLElement>): StagePoint => {
  const { left, top } = event.currentTarget.getBoundingClientRect();
  return stagePoint(event.clientX - left, event.clientY - top);
};

/** A layer over the picture on which the user draws the box of a missed face, or enters it as numbers. */
const DrawFace = ({ page, picture, onSaving }: Props) => {
  const { actions } = useTools();
  const viewOf = usePictureView();
  const [drag, setDrag] = useState<Drag | null>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') stop();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  const add = async (box: Box) => {
    onSaving(true);
    if (await actions.editFaces(page, { kind: 'add', box })) return stop();
    onSaving(false);
  };
  const finish = () => {
    setDrag(null);
    const view = viewOf();
    if (!drag || !view) return;
    const back = invert(view);
    const box = drawnBox(toImage(back, drag.from), toImage(back, drag.to), picture);
    if (box) void add(box);
  };

  return (
    <div className="draw-face">
      <div
        className="draw-sheet"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag({ from: pointOf(event), to: pointOf(event) });
        }}
        onPointerMove={(event) => {
          if (drag) setDrag({ ...drag, to: pointOf(event) });
        }}
        onPointerUp={finish}
        onPointerCancel={() => setDrag(null)}
      >
        {drag && (
          <div
            className="drawn-box"
            style={{
              left: Math.min(drag.from.x, drag.to.x),
              top: Math.min(drag.from.y, drag.to.y),
              width: Math.abs(drag.to.x - drag.from.x),
              height: Math.abs(drag.to.y - drag.from.y),
            }}
          />
        )}
      </div>
      <BoxForm picture={picture} onAdd={(box) => void add(box)} />
    </div>
  );
};

type FormProps = { readonly picture: Props['picture']; readonly onAdd: (box: Box) => void };

/** The same box entered as numbers, for users who can't draw. */
const BoxForm = ({ picture, onAdd }: FormProps) => {
  const { t } = useTexts();
  const [box, setBox] = useState<Box>({ x: 0, y: 0, w: 100, h: 100 });
  const field = (name: keyof Box, most: number) => (
    <div className="box-number">
      <span>{t(`face.box.${name}`)}</span>
      <NumberInput
        label={t(`face.box.${name}`)}
        value={box[name]}
        least={name === 'w' || name === 'h' ? 1 : 0}
        most={most}
        onChange={(value) => setBox((before) => ({ ...before, [name]: Math.round(value) }))}
      />
    </div>
  );
  return (
    <section className="draw-form" aria-label={t('face.draw')}>
      <span>{t('face.drawHint')}</span>
      {field('x', picture.width - 1)}
      {field('y', picture.height - 1)}
      {field('w', picture.width)}
      {field('h', picture.height)}
      <Button
        small
        look="primary"
        onPress={() => {
          const held = drawnBox(box, { x: box.x + box.w, y: box.y + box.h }, picture);
          if (held) onAdd(held);
        }}
      >
        {t('face.addBox')}
      </Button>
      <Button small onPress={stop}>
        {t('face.stopDrawing')}
      </Button>
    </section>
  );
};

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

type FacePictureProps = { readonly detail: PageDetail; readonly pack: FacePack };

const PictureWithFaces = ({ detail: { summary, sent, preparation }, pack }: FacePictureProps) => {
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
