import { createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import type { StagePoint } from '../../../shared/geometry.ts';
import {
  PictureCanvas,
  type PictureCanvasProps,
  type PictureControls,
} from '../../../renderer/canvas/picture-canvas.tsx';
import { nextFrame } from '../../helpers/page-time.ts';

export type Rgba = readonly [number, number, number, number];

export type MountedCanvas = {
  readonly element: HTMLElement;
  readonly controls: PictureControls;
  readonly change: (props: Partial<PictureCanvasProps>) => void;
  /** The canvases: first the picture's, then that of hover and selection. */
  readonly canvases: () => readonly HTMLCanvasElement[];
  /** Waits until the view is at rest and everything is drawn sharply. */
  readonly rest: () => Promise<void>;
  /** The colour of a device pixel at a point of the stage in CSS pixels. */
  readonly pixel: (point: StagePoint, canvas?: number) => Rgba;
  readonly pixels: (canvas?: number) => ImageData;
  readonly hovered: string[];
  readonly selected: (string | null)[];
  /** Dispatches a pointer event at a point of the stage. */
  readonly pointer: (type: string, at: StagePoint, more?: PointerEventInit) => void;
  /** Presses and releases at a point. */
  readonly click: (at: StagePoint, more?: PointerEventInit) => void;
  readonly wheel: (at: StagePoint, more: WheelEventInit) => void;
  readonly key: (key: string, more?: KeyboardEventInit) => void;
  /** Resizes the box that the canvas fills. */
  readonly resize: (width: number, height: number) => Promise<void>;
  readonly unmount: () => void;
};

/** A picture of one colour. */
export const plainPicture = (width: number, height: number, color: string): ImageBitmap => {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  return canvas.transferToImageBitmap();
};

const contextOf = (canvas: HTMLCanvasElement | undefined): CanvasRenderingContext2D => {
  const context = canvas?.getContext('2d');
  if (!context) throw new Error('No canvas');
  return context;
};

/** Waits until the canvas has reported its current view at rest for several frames. */
const restOf = async (element: HTMLElement, controls: PictureControls | null): Promise<void> => {
  for (let i = 0; i < 4; i += 1) await nextFrame();
  for (let quiet = 0; quiet < 6;) {
    const { a, b, c, d, e, f } = controls?.view() ?? { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
    quiet = element.dataset.view === [a, b, c, d, e, f].join(' ') ? quiet + 1 : 0;
    await nextFrame();
  }
};

/** Mounts the canvas in a box of the given size and records its callbacks. */
export const mountCanvas = async (
  props: Partial<PictureCanvasProps>,
  size = { width: 600, height: 400 },
): Promise<MountedCanvas> => {
  const box = document.createElement('div');
  Object.assign(box.style, {
    position: 'fixed',
    left: '0',
    top: '0',
    width: `${size.width}px`,
    height: `${size.height}px`,
  });
  document.body.append(box);
  const root = createRoot(box);
  const ref = createRef<PictureControls>();
  const hovered: string[] = [];
  const selected: (string | null)[] = [];
  let shown: PictureCanvasProps = {
    picture: null,
    width: 300,
    height: 200,
    selectedId: null,
    hoveredId: null,
    label: 'Picture',
    onHover: (id) => {
      hovered.push(id ?? '');
      change({ hoveredId: id });
    },
    onSelect: (id) => {
      selected.push(id);
      change({ selectedId: id });
    },
    ref,
    ...props,
  };
  const change = (next: Partial<PictureCanvasProps>): void => {
    shown = { ...shown, ...next };
    flushSync(() => root.render(<PictureCanvas {...shown} />));
  };
  change({});
  await nextFrame();
  const element = box.querySelector<HTMLElement>('.picture-canvas');
  if (!element || !ref.current) throw new Error('The canvas did not mount');
  const canvases = (): readonly HTMLCanvasElement[] => [...element.querySelectorAll('canvas')];
  const pixels = (canvas = 0): ImageData => {
    const found = canvases()[canvas];
    return contextOf(found).getImageData(0, 0, found?.width ?? 1, found?.height ?? 1);
  };
  const pointer = (type: string, at: StagePoint, more: PointerEventInit = {}): void => {
    const init = { clientX: at.x, clientY: at.y, pointerId: 1, bubbles: true, cancelable: true };
    element.dispatchEvent(new PointerEvent(type, { ...init, ...more }));
  };
  return {
    pointer,
    click: (at, more) => {
      pointer('pointerdown', at, more);
      pointer('pointerup', at, more);
    },
    wheel: ({ x, y }, more) =>
      void element.dispatchEvent(
        new WheelEvent('wheel', { clientX: x, clientY: y, bubbles: true, cancelable: true, ...more }),
      ),
    key: (key, more) =>
      void element.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
      ),
    resize: async (width, height) => {
      Object.assign(box.style, { width: `${width}px`, height: `${height}px` });
      await nextFrame();
      await nextFrame();
    },
    element,
    controls: ref.current,
    change,
    canvases,
    rest: () => restOf(element, ref.current),
    pixels,
    pixel: ({ x, y }, canvas = 0) => {
      const found = canvases()[canvas];
      const ratio = (found?.width ?? 1) / (found?.clientWidth ?? 1);
      const { data } = contextOf(found).getImageData(Math.floor(x * ratio), Math.floor(y * ratio), 1, 1);
      return [data[0] ?? 0, data[1] ?? 0, data[2] ?? 0, data[3] ?? 0];
    },
    hovered,
    selected,
    unmount: () => {
      root.unmount();
      box.remove();
    },
  };
};
