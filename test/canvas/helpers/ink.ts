import type { StagePoint } from '../../../shared/geometry.ts';
import type { Rgba } from './mount.tsx';

/** Whether two colours are equal except for smoothed edges. */
export const near = (one: Rgba, other: Rgba, tolerance = 60): boolean =>
  one.every((value, i) => Math.abs(value - (other[i] ?? 0)) <= tolerance);

const at = ({ data, width }: ImageData, x: number, y: number): Rgba => {
  const i = (y * width + x) * 4;
  return [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0, data[i + 3] ?? 0];
};

/** Whether a colour is found within `reach` device pixels of a position in device pixels. */
export const inkNear = (image: ImageData, place: StagePoint, color: Rgba, reach: number): boolean => {
  for (let y = Math.floor(place.y - reach); y <= Math.floor(place.y + reach); y += 1)
    for (let x = Math.floor(place.x - reach); x <= Math.floor(place.x + reach); x += 1)
      if (x >= 0 && y >= 0 && x < image.width && y < image.height && near(at(image, x, y), color))
        return true;
  return false;
};

/** Points along a line, without its ends. */
export const along = (from: StagePoint, to: StagePoint, count: number): readonly StagePoint[] =>
  Array.from({ length: count }, (_, i) => {
    const t = (i + 1) / (count + 1);
    return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
  });
