import { useEffect, useState, type PointerEvent } from 'react';
import { invert, stagePoint, toImage, type Box, type StagePoint } from '../../../shared/geometry.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { usePictureView } from '../picture/picture-view.ts';
import { Button } from '../../ui/button.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { drawnBox } from './drawn-box.ts';
import { drawFaces } from '../../state/face-view.ts';

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
export const DrawFace = ({ page, picture, onSaving }: Props) => {
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
