import { useEffect, useRef } from 'react';
import type { Cover } from '../../../shared/face/covers.ts';
import type { Box } from '../../../shared/geometry.ts';
import type { PageSummary, Sent } from '../../../shared/contract/page.ts';
import { useShownPicture } from '../picture/use-shown-picture.ts';

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
export const PicturesPreview = ({ page, sent, boxes, cover, label }: Props) => {
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
