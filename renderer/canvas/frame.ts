import type { Palette } from './palette.ts';
import type { Size } from './shapes.ts';
import type { View } from './view.ts';

export type Context2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Where and how one image is drawn. */
export type Frame = {
  readonly context: Context2D;
  readonly view: View;
  /** In CSS pixels. */
  readonly stage: Size;
  /** Device pixels for one CSS pixel. */
  readonly pixelRatio: number;
  readonly picture: Size;
  readonly palette: Palette;
};

/** A part of a longer drawing: each step ends where the drawing can be put off. */
export type Steps = Generator<undefined, void>;

/** Draws to the end at once. */
export const runAll = (steps: Steps): void => {
  while (!steps.next().done);
};

/** Lets the context draw in CSS pixels of the stage. */
export const inStagePixels = ({ context, pixelRatio }: Frame): void =>
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);

/** Lets the context draw in pixels of the picture. */
export const inPicturePixels = ({ context, pixelRatio, view }: Frame, scale = 1): void => {
  const k = pixelRatio * scale;
  context.setTransform(
    view.a * k,
    view.b * k,
    view.c * k,
    view.d * k,
    view.e * pixelRatio,
    view.f * pixelRatio,
  );
};
