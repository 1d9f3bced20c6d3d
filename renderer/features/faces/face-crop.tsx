import { useEffect, useRef } from 'react';
import type { FacePack } from '../../../shared/face/pack.ts';
import type { SizedPicture } from '../picture/use-shown-picture.ts';

type Props = {
  readonly pack: FacePack;
  readonly i: number;
  readonly picture: SizedPicture | null;
  /** Of the square, in CSS pixels. */
  readonly side: number;
};

/** Margin around the box, as a fraction of its longer side. */
const margin = 0.1;

/** Crops are drawn this many ms after scrolling stops: a fast scroll would draw hundreds for nothing. */
const restTime = 60;

/** A face cut out of its picture. Decorative: the row contains its text. */
export const FaceCrop = ({ pack, i, picture, side }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return undefined;
    const { width } = context.canvas;
    context.clearRect(0, 0, width, width);
    const [x = NaN, y = NaN, w = NaN, h = NaN] = pack.boxes.subarray(i * 4, i * 4 + 4);
    const size = Math.max(w, h) * (1 + 2 * margin);
    // Without a box, size is NaN and nothing is drawn.
    if (!picture || !(size > 0)) return undefined;
    const { bitmap, scale } = picture;
    const [left, top] = [x + w / 2 - size / 2, y + h / 2 - size / 2];
    const draw = () =>
      context.drawImage(bitmap, left * scale, top * scale, size * scale, size * scale, 0, 0, width, width);
    const rest = setTimeout(draw, restTime);
    return () => clearTimeout(rest);
  }, [pack, i, picture]);
  const pixels = Math.round(side * devicePixelRatio);
  return (
    <canvas
      ref={canvas}
      className="face-crop"
      width={pixels}
      height={pixels}
      style={{ width: side, height: side }}
      aria-hidden="true"
    />
  );
};
