import { useEffect, useRef } from 'react';
import type { FacePack } from '../../../shared/face/pack.ts';
import type { SizedPicture } from '../picture/use-shown-picture.ts';
import { orderCrop } from './crop-sheets.ts';

type Props = {
  readonly pack: FacePack;
  readonly i: number;
  readonly picture: SizedPicture | null;
  /** Side of the square, in CSS pixels. */
  readonly side: number;
};

/** Margin around the box, as a fraction of its longer side. */
const margin = 0.1;

/**
 * A face cut out of its picture. Decorative: the row contains its text. Not a canvas: Chromium composites each one
 * on its own, which took a third of every scroll step.
 */
export const FaceCrop = ({ pack, i, picture, side }: Props) => {
  const crop = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const style = crop.current?.style;
    const [x = NaN, y = NaN, w = NaN, h = NaN] = pack.boxes.subarray(i * 4, i * 4 + 4);
    const size = Math.max(w, h) * (1 + 2 * margin);
    // Without a box, size is NaN and nothing is drawn.
    if (!style || !picture || !(size > 0)) return undefined;
    const pixels = Math.round(side * devicePixelRatio);
    const cut = { picture, left: x + w / 2 - size / 2, top: y + h / 2 - size / 2, size, pixels };
    const end = orderCrop(cut, (url, place) => {
      style.background = `url("${url}") ${-place * side}px 0 / auto ${side}px no-repeat`;
    });
    return () => {
      end();
      style.background = '';
    };
  }, [pack, i, picture, side]);
  return <span ref={crop} className="face-crop" style={{ width: side, height: side }} />;
};
