import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Mask } from '../../../shared/page-geometry.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { movedMask, spannedMask, type MaskCorner } from './masks.ts';

type Props = {
  /** Positions on the shown picture, as fractions of its size. */
  readonly masks: readonly Mask[];
  readonly onChange: (masks: readonly Mask[]) => void;
  /** Id of the element that explains the keys for moving a mask. */
  readonly hintId: string;
};

const percent = (share: number): string => `${share * 100}%`;
const styleOf = ({ x, y, w, h }: Mask) => ({
  left: percent(x),
  top: percent(y),
  width: percent(w),
  height: percent(h),
});

/** A layer over the picture. The pointer draws masks on it, and keys move each mask. */
export const MaskLayer = ({ masks, onChange, hintId }: Props) => {
  const { t } = useTexts();
  const layer = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<{ readonly from: MaskCorner; readonly to: MaskCorner } | null>(null);

  const cornerOf = (event: PointerEvent): MaskCorner => {
    const box = layer.current?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) return { x: 0, y: 0 };
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  };
  const replace = (index: number, mask: Mask | null) =>
    onChange(masks.flatMap((other, at) => (at === index ? (mask ? [mask] : []) : [other])));

  const onKeyDown = (event: KeyboardEvent, index: number, mask: Mask) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      replace(index, null);
      return;
    }
    const moved = movedMask(mask, event.key, event.shiftKey);
    if (!moved) return;
    event.preventDefault();
    replace(index, moved);
  };

  const finish = () => {
    const mask = drawn && spannedMask(drawn.from, drawn.to);
    setDrawn(null);
    if (mask) onChange([...masks, mask]);
  };

  return (
    <div
      ref={layer}
      className="mask-layer"
      onPointerDown={(event) => {
        if (event.button !== 0 || event.target !== layer.current) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const corner = cornerOf(event);
        setDrawn({ from: corner, to: corner });
      }}
      onPointerMove={(event) => {
        if (drawn) setDrawn({ from: drawn.from, to: cornerOf(event) });
      }}
      onPointerUp={finish}
      onPointerCancel={() => setDrawn(null)}
    >
      {masks.map((mask, index) => (
        <button
          // The index is the only identity of a mask.
          // eslint-disable-next-line react/no-array-index-key
          key={index}
          type="button"
          className="mask"
          style={styleOf(mask)}
          aria-label={t('intake.mask', { number: index + 1 })}
          aria-describedby={hintId}
          onKeyDown={(event) => onKeyDown(event, index, mask)}
        />
      ))}
      {drawn && <div className="mask drawn" style={styleOf(spannedMask(drawn.from, drawn.to, 0) ?? none)} />}
    </div>
  );
};

const none: Mask = { x: 0, y: 0, w: 0, h: 0 };
