import type { Palette } from './palette.ts';
import type { ShapeSize } from './shapes.ts';
import type { View } from './view.ts';

export type Context2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Where and how one image is drawn. */
export type CanvasFrame = {
  readonly context: Context2D;
  readonly view: View;
  /** In CSS pixels. */
  readonly stage: ShapeSize;
  /** Device pixels per CSS pixel. */
  readonly pixelRatio: number;
  readonly picture: ShapeSize;
  readonly palette: Palette;
};

/** One part of a longer drawing. The drawing can be interrupted after each step. */
export type Steps = Generator<undefined, void>;

/** Runs all steps without interruption. */
export const runAll = (steps: Steps): void => {
  while (!steps.next().done);
};

/** Sets the context to draw in CSS pixels of the stage. */
export const inStagePixels = ({ context, pixelRatio }: CanvasFrame): void =>
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);

/** Sets the context to draw in pixels of the picture. */
export const inPicturePixels = ({ context, pixelRatio: k, view }: CanvasFrame): void =>
  context.setTransform(view.a * k, view.b * k, view.c * k, view.d * k, view.e * k, view.f * k);

/** The environment that a frame loop needs, from the browser or a test. */
export type FrameHost = {
  readonly requestFrame: (task: (time: number) => void) => number;
  readonly cancelFrame: (handle: number) => void;
};

type FrameLoop = {
  /** Requests one frame. Requests before that frame arrives have no further effect. */
  readonly request: () => void;
  readonly stop: () => void;
};

/** Calls `step` once for each requested frame. */
export const createFrameLoop = (host: FrameHost, step: (time: number) => void): FrameLoop => {
  let pending: number | null = null;
  const request = (): void => {
    pending ??= host.requestFrame((time) => {
      pending = null;
      step(time);
    });
  };
  const stop = (): void => {
    if (pending !== null) host.cancelFrame(pending);
    pending = null;
  };
  return { request, stop };
};
