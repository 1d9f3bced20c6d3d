import type { Layer as KonvaLayer } from 'konva/lib/Layer.js';
import {
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type RefCallback,
} from 'react';
import { Layer, Shape, Stage } from 'react-konva/lib/ReactKonvaCore.js';
import type { ChosenKeys } from '../../shared/contract/chosen-keys.ts';
import type { ImagePoint, PicturePlace, StagePoint, Transform } from '../../shared/geometry.ts';
import { createFaceOverlay } from './face-overlay.ts';
import { attachInput } from './input.ts';
import type { Overlay } from './overlay.ts';
import { readPalette, watchTheme } from './palette.ts';
import './picture-canvas.css';
import { createQuadOverlay } from './quad-overlay.ts';
import {
  withoutPoints,
  type FaceShapes,
  type OverlayLayer,
  type QuadShape,
  type ShapeSize,
} from './shapes.ts';
import { browserSliceHost } from './slices.ts';
import { createStageController, type StageController, type StageEvents } from './stage-controller.ts';

export { faceId } from './shapes.ts';
export type { FaceShapes, OverlayLayer, QuadShape, Tone } from './shapes.ts';

/** View controls for other parts of the window. */
export type PictureControls = {
  readonly fitPage: () => void;
  readonly fitWidth: () => void;
  /** Shows one CSS pixel per pixel of the picture. */
  readonly actualSize: () => void;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  /** Turns by quarters; positive is clockwise. */
  readonly turn: (quarters: number) => void;
  /** Brings shapes into view at reading size, all of them together. */
  readonly reveal: (...ids: readonly string[]) => void;
  /** The map from the picture's pixels to CSS pixels of the canvas. */
  readonly view: () => Transform;
  readonly toStage: (point: ImagePoint) => StagePoint;
};

export type PictureCanvasProps = {
  readonly picture: ImageBitmap | null;
  /** Size of the picture in sent pixels: the space of all shapes. */
  readonly width: number;
  readonly height: number;
  readonly quads?: readonly QuadShape[];
  readonly faces?: FaceShapes;
  /** Layer of the shapes. With `none`, hovered and selected shapes are still drawn. */
  readonly layer?: OverlayLayer;
  /** Draws nothing over the picture. */
  readonly bare?: boolean;
  /** Height in CSS pixels of the covered area at the lower edge. */
  readonly foot?: number;
  readonly selectedId: string | null;
  readonly hoveredId: string | null;
  /** Shapes that are highlighted together, such as those of a finding. */
  readonly tiedIds?: readonly string[];
  readonly onHover: (id: string | null) => void;
  readonly onSelect: (id: string | null) => void;
  /** Called with the CSS pixels per pixel of the picture when it changes. */
  readonly onZoom?: (scale: number) => void;
  /** What is shown of the picture at first; the whole page without it. */
  readonly place?: PicturePlace;
  /** Called when the user zooms or moves the picture. */
  readonly onPlace?: (place: PicturePlace) => void;
  /** Called when many shapes are being drawn and can't be seen yet, and when they are there. */
  readonly onWait?: (isWaiting: boolean) => void;
  /** The user's keys. */
  readonly keys?: ChosenKeys;
  /** Accessible name. */
  readonly label: string;
  readonly ref?: Ref<PictureControls>;
  /** Receives the element that takes the keyboard. */
  readonly boxRef?: RefCallback<HTMLElement>;
};

type DeviceSize = ShapeSize & { readonly pixelRatio: number };

const sameSize = (one: DeviceSize, other: DeviceSize): boolean =>
  one.width === other.width && one.height === other.height && one.pixelRatio === other.pixelRatio;

/**
 * Reports the size of an element in whole CSS pixels and the pixel ratio, now and whenever either changes
 * (zoomed page, window moved to another screen). Returns a function that stops watching.
 */
const watchSize = (element: HTMLElement, changed: (size: DeviceSize) => void): (() => void) => {
  const ending = new AbortController();
  const { signal } = ending;
  const tell = (): void =>
    changed({ width: element.clientWidth, height: element.clientHeight, pixelRatio: devicePixelRatio });
  const observer = new ResizeObserver(tell);
  observer.observe(element);
  // Zooming a page fires a resize; moving the window to another screen may only change its resolution.
  addEventListener('resize', tell, { signal });
  const watchRatio = (): void => {
    const now = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    now.addEventListener('change', ratioChanged, { once: true, signal });
  };
  const ratioChanged = (): void => {
    tell();
    watchRatio();
  };
  watchRatio();
  tell();
  return () => {
    observer.disconnect();
    ending.abort();
  };
};

const zoomStep = 1.25;
const noIds: readonly string[] = [];

const overlayOf = (
  quads: readonly QuadShape[] | undefined,
  faces: FaceShapes | undefined,
  layer: OverlayLayer,
): Overlay | null => {
  if (faces) return createFaceOverlay(layer === 'boxes' ? withoutPoints(faces) : faces);
  return quads ? createQuadOverlay(quads, layer) : null;
};

const controlsOf = (controller: () => StageController | null): PictureControls => {
  const get = (): StageController => {
    const found = controller();
    if (!found) throw new Error('The canvas is not mounted');
    return found;
  };
  return {
    fitPage: () => get().fitPage(),
    fitWidth: () => get().fitWidth(),
    actualSize: () => get().actualSize(),
    zoomIn: () => get().zoomBy(zoomStep),
    zoomOut: () => get().zoomBy(1 / zoomStep),
    turn: (quarters) => get().turn(quarters),
    reveal: (...ids) => get().reveal(ids),
    view: () => get().view(),
    toStage: (point) => get().toStage(point),
  };
};

/** Passes the layer's own context: Konva's wrapper costs a call for each line. */
const withContext = (layer: KonvaLayer | null, draw: (context: CanvasRenderingContext2D) => void): void => {
  const context = layer?.getNativeCanvasElement().getContext('2d');
  if (context) draw(context);
};

/** The picture with the extraction over it: zoom, pan, hover and selection. */
export const PictureCanvas = (props: PictureCanvasProps): ReactNode => {
  const {
    picture,
    width,
    height,
    quads,
    faces,
    layer = 'regions',
    bare = false,
    foot = 0,
    label,
    ref,
    boxRef,
  } = props;
  const { selectedId, hoveredId, tiedIds = noIds } = props;
  const box = useRef<HTMLDivElement>(null);
  const pictureLayer = useRef<KonvaLayer>(null);
  const focusLayer = useRef<KonvaLayer>(null);
  const controller = useRef<StageController>(null);
  const [size, setSize] = useState<DeviceSize>({ width: 0, height: 0, pixelRatio: 1 });
  const latest = useRef(props);
  const overlay = useMemo(() => overlayOf(quads, faces, layer), [quads, faces, layer]);

  useLayoutEffect(() => {
    latest.current = props;
  });
  useImperativeHandle(ref, () => controlsOf(() => controller.current), []);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    let scale = 0;
    const events: StageEvents = {
      onHover: (id) => latest.current.onHover(id),
      onSelect: (id) => latest.current.onSelect(id),
      onPlace: (place) => latest.current.onPlace?.(place),
      onWait: (isWaiting) => latest.current.onWait?.(isWaiting),
      onView: (view, resting) => {
        const now = Math.hypot(view.a, view.b);
        if (now !== scale) latest.current.onZoom?.(now);
        scale = now;
        // Exposes where the picture is and whether it is at rest, which a canvas can't report.
        if (resting) element.dataset.view = [view.a, view.b, view.c, view.d, view.e, view.f].join(' ');
      },
    };
    const made = createStageController(
      {
        ...browserSliceHost,
        requestFrame: (task) => requestAnimationFrame(task),
        cancelFrame: (handle) => cancelAnimationFrame(handle),
        after: (milliseconds, task) => {
          const timer = setTimeout(task, milliseconds);
          return () => clearTimeout(timer);
        },
        drawPicture: () => void pictureLayer.current?.draw(),
        drawFocus: () => void focusLayer.current?.draw(),
        reducedMotion: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
      },
      () => events,
      readPalette(element),
    );
    controller.current = made;
    const detach = attachInput(element, made, () => latest.current.keys ?? {});
    const unwatchTheme = watchTheme(() => made.setPalette(readPalette(element)));
    const unwatchSize = watchSize(element, (now) => setSize((known) => (sameSize(known, now) ? known : now)));
    return () => {
      unwatchSize();
      unwatchTheme();
      detach();
      made.close();
      controller.current = null;
    };
  }, []);

  useLayoutEffect(() => {
    for (const { current } of [pictureLayer, focusLayer])
      if (current && current.getCanvas().getPixelRatio() !== size.pixelRatio)
        current.getCanvas().setPixelRatio(size.pixelRatio);
    if (size.width > 0 && size.height > 0) controller.current?.resize(size, size.pixelRatio);
  }, [size]);
  useLayoutEffect(
    () => controller.current?.setPicture(picture, { width, height }, latest.current.place),
    [picture, width, height],
  );
  const drawn = bare ? 'nothing' : layer === 'none' ? 'focus' : 'shapes';
  useLayoutEffect(() => controller.current?.setOverlay(overlay, drawn), [overlay, drawn]);
  useLayoutEffect(
    () => controller.current?.setFocus({ hovered: hoveredId, selected: selectedId, tied: tiedIds }),
    [hoveredId, selectedId, tiedIds],
  );
  useLayoutEffect(() => controller.current?.setFoot(foot), [foot]);

  // Memoized: with a new function Konva would draw on every render.
  const [drawPicture, drawFocus] = useMemo(
    () => [
      () => withContext(pictureLayer.current, (context) => controller.current?.drawPicture(context)),
      () => withContext(focusLayer.current, (context) => controller.current?.drawFocus(context)),
    ],
    [],
  );
  const attach: RefCallback<HTMLDivElement> = useCallback(
    (element: HTMLDivElement | null) => {
      box.current = element;
      return boxRef?.(element);
    },
    [boxRef],
  );
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes keys: it zooms, moves and selects
    <div ref={attach} className="picture-canvas" role="application" aria-label={label} tabIndex={0}>
      <Stage width={size.width} height={size.height} listening={false}>
        <Layer ref={pictureLayer} listening={false}>
          <Shape sceneFunc={drawPicture} listening={false} perfectDrawEnabled={false} />
        </Layer>
        <Layer ref={focusLayer} listening={false}>
          <Shape sceneFunc={drawFocus} listening={false} perfectDrawEnabled={false} />
        </Layer>
      </Stage>
    </div>
  );
};
