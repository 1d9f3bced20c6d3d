import type { Layer as KonvaLayer } from 'konva/lib/Layer.js';
import { createRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import {
  PictureCanvas,
  type PictureCanvasProps,
  type PictureControls,
} from '../../../renderer/canvas/picture-canvas.tsx';
import { nextFrame, wait } from '../../helpers/page-time.ts';
import { countFrames, measureFrames, quantile } from './frames.ts';
import { Naive } from './naive.tsx';
import { crowd, drawPicture, pictureSize, regions } from './scenes.ts';

export type Frames = { readonly median: number; readonly p95: number };
export type Scene = 'faces' | 'quads' | 'plain';
export type Measured = {
  readonly scale: number;
  readonly pan: Frames;
  readonly zoom: Frames;
  /** Milliseconds from the last move to the last drawing. */
  readonly sharpAfter: number;
  /** The longest task in that time, in milliseconds; 0 if the browser found none above 50. */
  readonly longestTask: number;
};

const frameCount = 30;
const controls = createRef<PictureControls>();
let root: Root | null = null;

const render = (content: ReactNode): void => {
  const stage = document.querySelector('#stage');
  if (!stage) throw new Error('No stage');
  root ??= createRoot(stage);
  flushSync(() => root?.render(content));
};

const props = (): PictureCanvasProps => ({
  picture: drawPicture(),
  ...pictureSize,
  selectedId: null,
  hoveredId: null,
  onHover: () => {},
  onSelect: () => {},
  label: 'Benchmark',
  ref: controls,
});

const target = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('.picture-canvas');
  if (!found) throw new Error('No canvas');
  found.setPointerCapture = () => {};
  return found;
};

const pointer = (type: string, x: number, y: number): void => {
  const init = { clientX: x, clientY: y, pointerId: 1, button: 0, bubbles: true };
  target().dispatchEvent(new PointerEvent(type, init));
};
const wheel = (deltaY: number): void => {
  target().dispatchEvent(
    new WheelEvent('wheel', { clientX: 600, clientY: 400, deltaY, ctrlKey: true, cancelable: true }),
  );
};

const frames = (times: readonly number[]): Frames => ({
  median: quantile(times, 0.5),
  p95: quantile(times, 0.95),
});

const measurePan = async (): Promise<Frames> => {
  pointer('pointerdown', 600, 400);
  const times = await measureFrames(frameCount, (i) =>
    pointer('pointermove', 600 + 60 * Math.sin(i / 3) + 9, 400 + 40 * Math.cos(i / 3)),
  );
  pointer('pointerup', 600, 400);
  return frames(times);
};

const measureSharp = async (): Promise<Pick<Measured, 'sharpAfter' | 'longestTask'>> => {
  const tasks: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  });
  observer.observe({ type: 'longtask' });
  const canvas = document.querySelector('canvas');
  const layerDrawn: number[] = [];
  const context = canvas?.getContext('2d');
  if (!context) throw new Error('No canvas');
  const own = context.clearRect.bind(context);
  context.clearRect = (...box) => {
    layerDrawn.push(performance.now());
    own(...box);
  };
  pointer('pointerdown', 600, 400);
  pointer('pointermove', 640, 440);
  const moved = performance.now();
  pointer('pointerup', 640, 440);
  await wait(900);
  context.clearRect = own;
  observer.disconnect();
  return { sharpAfter: (layerDrawn.at(-1) ?? NaN) - moved, longestTask: Math.max(0, ...tasks) };
};

/** The best of three rounds for each figure, so that other work of the machine does not count. */
const calmest = (rounds: readonly Measured[]): Measured => {
  const least = (of: (one: Measured) => number): number => Math.min(...rounds.map(of));
  return {
    scale: least(({ scale }) => scale),
    pan: { median: least(({ pan }) => pan.median), p95: least(({ pan }) => pan.p95) },
    zoom: { median: least(({ zoom }) => zoom.median), p95: least(({ zoom }) => zoom.p95) },
    sharpAfter: least(({ sharpAfter }) => sharpAfter),
    longestTask: least(({ longestTask }) => longestTask),
  };
};

const measureAt = async (steps: number): Promise<Measured> =>
  calmest([await measureRound(steps), await measureRound(steps), await measureRound(steps)]);

const measureRound = async (steps: number): Promise<Measured> => {
  controls.current?.fitPage();
  await wait(500);
  // The canvas bounds the factor of one event.
  for (let i = 0; i < steps * 6; i += 1) wheel(-Math.LN2 / 6 / 0.012);
  await wait(700);
  const scale = controls.current?.view().a ?? NaN;
  const pan = await measurePan();
  await wait(500);
  const zoom = frames(await measureFrames(frameCount, (i) => wheel(i % 20 < 10 ? -6 : 6)));
  await wait(500);
  return { scale, pan, zoom, ...(await measureSharp()) };
};

const show = async (scene: Scene): Promise<void> => {
  const content = {
    faces: { faces: crowd(9999) },
    quads: { quads: regions(1000), layer: 'lines' as const },
    plain: {},
  };
  render(<PictureCanvas {...props()} {...content[scene]} />);
  await nextFrame();
  await wait(1500);
};

const measureNaive = async (scene: 'faces' | 'quads'): Promise<Frames> => {
  const layer = createRef<KonvaLayer>();
  const content = scene === 'faces' ? { faces: crowd(9999) } : { quads: regions(1000) };
  render(<Naive picture={drawPicture()} layer={layer} {...content} />);
  await wait(500);
  return frames(await measureFrames(5, (i) => void layer.current?.x(i * 7).batchDraw()));
};

/** Milliseconds to handle a pointer move over the shapes: the maximum of some hundred places. */
const measureHover = async (): Promise<Frames> => {
  const times: number[] = [];
  for (let i = 0; i < 300; i += 1) {
    const start = performance.now();
    pointer('pointermove', 100 + ((i * 37) % 1000), 50 + ((i * 53) % 700));
    times.push(performance.now() - start);
    if (i % 20 === 0) await nextFrame();
  }
  return frames(times);
};

countFrames();
const bench = { show, measureAt, measureNaive, measureHover, clear: () => render(null) };
export type CanvasBench = typeof bench;
declare global {
  interface Window {
    canvasBench: CanvasBench;
  }
}
window.canvasBench = bench;
