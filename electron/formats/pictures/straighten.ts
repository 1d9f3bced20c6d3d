import { inverse } from '../../../shared/homography.ts';
import { straightenedSize, straightening, type Corners } from '../../../shared/page-geometry.ts';
import type { PagePixels } from './page-pixels.ts';

type Size = { readonly width: number; readonly height: number };

/** The size in whole pixels of the part between corners once it is a rectangle. */
export const straightenedPixels = (page: Size, corners: Corners): Size => {
  const { width, height } = straightenedSize(page, corners);
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
};

/** The part of a page between four corners as a rectangle, by bilinear interpolation. The page stays unchanged. */
export const straighten = (page: PagePixels, corners: Corners): PagePixels => {
  const { data, channels } = page;
  const { width, height } = straightenedPixels(page, corners);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, i = 0, j = 1] = inverse(
    straightening(page, corners, { width, height }),
  );
  const out = Buffer.allocUnsafe(width * height * channels);
  const [lastX, lastY] = [page.width - 1, page.height - 1];
  const row = page.width * channels;
  for (let y = 0, to = 0; y < height; y += 1) {
    const v = y + 0.5;
    for (let x = 0; x < width; x += 1, to += channels) {
      const u = x + 0.5;
      const w = 1 / (g * u + i * v + j);
      const px = Math.min(lastX, Math.max(0, (a * u + b * v + c) * w - 0.5));
      const py = Math.min(lastY, Math.max(0, (d * u + e * v + f) * w - 0.5));
      const [left, top] = [Math.floor(px), Math.floor(py)];
      const [partX, partY] = [px - left, py - top];
      const at = top * row + left * channels;
      const right = left < lastX ? channels : 0;
      const below = top < lastY ? row : 0;
      for (let channel = 0; channel < channels; channel += 1) {
        const from = at + channel;
        const upper = (data[from] ?? 0) * (1 - partX) + (data[from + right] ?? 0) * partX;
        const lower = (data[from + below] ?? 0) * (1 - partX) + (data[from + below + right] ?? 0) * partX;
        out[to + channel] = upper * (1 - partY) + lower * partY + 0.5;
      }
    }
  }
  return { data: out, width, height, channels };
};
