import { createContext, useContext, useEffect, useMemo, useRef } from 'react';
import { boundsOf, type Box, type Quad } from '../../../shared/geometry.ts';
import type { SizedPicture } from '../picture/use-shown-picture.ts';
import { cropOf, linesIn } from './crop.ts';
import type { FieldView } from './field-model.ts';

/** The decoded picture of a page of the shown invoice, from 1; undefined is its main page. Null while it loads. */
export type PictureOfPart = (part: number | undefined) => SizedPicture | null;
export const CropPicture = createContext<PictureOfPart>(() => null);

/** The bounds of a quad with a margin, in the decoded picture's pixels. */
const around = (quad: Quad, { bitmap, scale }: SizedPicture): Box => {
  const { x, y, w, h } = boundsOf(quad);
  const room = Math.min(w, h);
  const [left, top] = [Math.max(0, (x - room) * scale), Math.max(0, (y - room) * scale)];
  return {
    x: left,
    y: top,
    w: Math.min(bitmap.width, (x + w + room) * scale) - left,
    h: Math.min(bitmap.height, (y + h + room) * scale) - top,
  };
};

/** The part of the picture that shows a value. Decorative; empty if the position is unknown. */
export const FieldCrop = ({ view }: { readonly view: FieldView }) => {
  const pictureOf = useContext(CropPicture);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { origin } = view;
  const picture = pictureOf(origin?.part);
  const crop = useMemo(() => (origin?.quad ? cropOf(origin.quad, linesIn(origin.raw)) : null), [origin]);

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    // A picture that was freed meanwhile has no width and can't be drawn.
    if (!context || !crop || !origin?.quad || !picture || picture.bitmap.width === 0) return;
    const { a, b, c, d, e, f } = crop.transform;
    const ratio = context.canvas.width / crop.width;
    context.setTransform(a * ratio, b * ratio, c * ratio, d * ratio, e * ratio, f * ratio);
    context.scale(1 / picture.scale, 1 / picture.scale);
    context.imageSmoothingQuality = 'high';
    // Reads only the area around the quad of a possibly large scan.
    const { x, y, w, h } = around(origin.quad, picture);
    context.drawImage(picture.bitmap, x, y, w, h, x, y, w, h);
  }, [crop, origin, picture]);

  if (!crop) return null;
  return (
    <canvas
      ref={canvas}
      className="field-crop"
      width={Math.round(crop.width * devicePixelRatio)}
      height={Math.round(crop.height * devicePixelRatio)}
      style={{ width: crop.width }}
      aria-hidden="true"
    />
  );
};
