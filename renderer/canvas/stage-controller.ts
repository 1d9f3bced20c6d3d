import {
  boundsOf,
  imagePoint,
  invert,
  toImage,
  toStage,
  type Box,
  type ImagePoint,
  type PicturePlace,
  type StagePoint,
} from '../../shared/geometry.ts';
import { createCamera } from './camera.ts';
import { createFrameLoop, type FrameHost, type Context2D, type CanvasFrame } from './frame-loop.ts';
import { nextHit } from './hit.ts';
import type { Overlay } from './overlay.ts';
import { paintFocus } from './paint-quads.ts';
import type { Palette } from './palette.ts';
import { isInSight, keepInSight, revealBox } from './reveal.ts';
import type { ShapeSize } from './shapes.ts';
import type { SliceHost } from './slices.ts';
import { createSurface } from './surface.ts';
import {
  clampView,
  fitView,
  panBy,
  placeOf,
  resized,
  sameView,
  scaleOf,
  snapped,
  turnBy,
  viewAt,
  viewTurnOf,
  zoomAt,
  zoomTo,
  type View,
} from './view.ts';

/** The environment that a controller needs. */
type StageHost = FrameHost &
  SliceHost & {
    readonly after: (milliseconds: number, task: () => void) => () => void;
    /** Draws the picture layer now. */
    readonly drawPicture: () => void;
    readonly drawFocus: () => void;
    readonly reducedMotion: () => boolean;
  };

export type StageEvents = {
  readonly onHover: (id: string | null) => void;
  readonly onSelect: (id: string | null) => void;
  /** Called when the view moves or comes to rest, at most once a frame. */
  readonly onView: (view: View, resting: boolean) => void;
  /** Called when the user zooms, moves or fits the picture, but not when a shape is revealed. */
  readonly onPlace: (place: PicturePlace) => void;
  /** Called when many shapes are being drawn and can't be seen yet, and when they are there. */
  readonly onWait: (isWaiting: boolean) => void;
};

export type StageController = ReturnType<typeof createStageController>;

/** `free`: the view keeps its scale when the stage changes; otherwise it keeps showing the same of the picture. */
type Fit = PicturePlace | 'free';

/** Which shapes are drawn: all, only the hovered and selected ones, or none. */
type Drawn = 'shapes' | 'focus' | 'nothing';

const glideFor = 160;
/** The distance from a shape, in CSS pixels, at which the pointer still hits it. */
const slack = 4;
/** Clicks at most this far apart, in CSS pixels, count as the same place. */
const samePlace = 5;

const noSize: ShapeSize = { width: 1, height: 1 };

/** Holds the view, the shapes, and the hovered and selected shape, and redraws only what changed. */
export const createStageController = (host: StageHost, events: () => StageEvents, palette: Palette) => {
  let [stage, picture, pixelRatio] = [noSize, noSize, 1];
  let overlay: Overlay | null = null;
  let drawn: Drawn = 'shapes';
  /** Revealed shapes stay visible while the stage changes. */
  let held: readonly string[] = [];
  /** Height, in CSS pixels, of the covered area at the lower edge of the stage. */
  let foot = 0;
  let colours = palette;
  let fit: Fit = 'page';
  let [hovered, selected]: [string | null, string | null] = [null, null];
  let tied: readonly string[] = [];
  let lastClick: StagePoint | null = null;
  let [pictureDirty, focusDirty, resting] = [false, false, false];
  const camera = createCamera(fitView(stage, picture));

  const frame = createFrameLoop(host, (time) => step(time));
  const redrawPicture = (): void => {
    pictureDirty = true;
    frame.request();
  };
  const redrawFocus = (): void => {
    focusDirty = true;
    frame.request();
  };
  const drawnView = (): View => snapped(camera.view(), pixelRatio);
  const surface = createSurface(
    {
      now: host.now,
      defer: host.defer,
      after: host.after,
      redraw: redrawPicture,
      rested: () => {
        resting = true;
        events().onView(drawnView(), true);
      },
      waits: (areMissing) => events().onWait(areMissing),
    },
    { view: drawnView(), stage, pixelRatio, picture, palette, levels: null, overlay: null },
  );

  const step = (time: number): void => {
    const before = camera.view();
    const more = camera.step(time);
    if (!sameView(before, camera.view())) viewMoved();
    if (pictureDirty) host.drawPicture();
    if (focusDirty) host.drawFocus();
    [pictureDirty, focusDirty] = [false, false];
    if (more) frame.request();
  };
  const viewMoved = (): void => {
    resting = false;
    surface.update({ view: drawnView() });
    redrawFocus();
    events().onView(drawnView(), false);
  };
  const jump = (view: View): void => {
    const before = camera.view();
    camera.jump(clampView(view, stage, picture));
    if (!sameView(before, camera.view())) viewMoved();
  };
  const glide = (view: View): void => {
    const to = clampView(view, stage, picture);
    if (host.reducedMotion()) return jump(to);
    camera.glide(to, host.now(), glideFor);
    frame.request();
  };
  const free = (move: (view: View) => void, view: View): void => {
    fit = 'free';
    move(view);
  };
  /** A move by the user. */
  const moveTo = (move: (view: View) => void, view: View): void => {
    free(move, view);
    events().onPlace(placeOf(camera.target(), stage, picture));
  };
  const fitted = (how: PicturePlace): View => viewAt(how, stage, picture, viewTurnOf(camera.target()));
  const refit = (how: 'page' | 'width'): void => {
    fit = how;
    glide(fitted(how));
    events().onPlace(how);
  };
  const clear = (): ShapeSize => ({ width: stage.width, height: Math.max(1, stage.height - foot) });
  const placesOf = (ids: readonly string[]) => ids.flatMap((id) => overlay?.placeOf(id) ?? []);
  const boxOf = (ids: readonly string[]): Box | null => {
    const corners = placesOf(ids).flatMap(({ bounds: { x, y, w, h } }) => [
      imagePoint(x, y),
      imagePoint(x + w, y + h),
    ]);
    return corners.length === 0 ? null : boundsOf(corners);
  };
  /** Changes the stage. If the selected shape was visible, it stays visible; otherwise the view ignores it. */
  const keepHeld = (change: () => void, move: (view: View) => void): void => {
    const box = boxOf(held);
    const wasInSight = box !== null && isInSight(camera.target(), clear(), box);
    change();
    if (!wasInSight) return;
    const view = keepInSight(camera.target(), clear(), picture, box);
    if (!sameView(view, camera.target())) move(view);
  };
  const pickAt = (point: StagePoint): readonly string[] => {
    if (drawn !== 'shapes') return [];
    const view = drawnView();
    return overlay?.pick(toImage(invert(view), point), slack / scaleOf(view)) ?? [];
  };
  const hover = (id: string | null): void => {
    if (id === hovered) return;
    hovered = id;
    redrawFocus();
  };

  return {
    /** For a picture of another size, `kept` says what stays from the one before. */
    setPicture: (bitmap: ImageBitmap | null, size: ShapeSize, kept: PicturePlace = 'page'): void => {
      const newSize = size.width !== picture.width || size.height !== picture.height;
      picture = size;
      if (newSize) {
        fit = kept;
        camera.jump(clampView(viewAt(kept, stage, picture), stage, picture));
        resting = false;
        surface.update({ picture, view: drawnView() });
        redrawFocus();
      }
      surface.setPicture(bitmap);
    },
    setOverlay: (next: Overlay | null, shown: Drawn = 'shapes'): void => {
      [overlay, drawn] = [next, shown];
      surface.update({ overlay: shown === 'shapes' ? next : null });
      redrawFocus();
    },
    setPalette: (next: Palette): void => {
      colours = next;
      surface.update({ palette: next });
      redrawFocus();
    },
    resize: (size: ShapeSize, ratio: number): void => {
      const before = stage;
      const follow = (): void => {
        [stage, pixelRatio] = [size, ratio];
        const kept = fit === 'free' ? resized(camera.target(), before, size) : fitted(fit);
        camera.jump(clampView(kept, stage, picture));
      };
      keepHeld(follow, (view) => camera.jump(clampView(view, stage, picture)));
      resting = false;
      surface.update({ stage, pixelRatio, view: drawnView() });
      redrawFocus();
    },
    setFocus: (now: { hovered: string | null; selected: string | null; tied: readonly string[] }): void => {
      if (now.hovered === hovered && now.selected === selected && now.tied === tied) return;
      ({ hovered, selected, tied } = now);
      if (selected === null || !held.includes(selected)) held = selected === null ? [] : [selected];
      redrawFocus();
    },
    /** Sets the height in CSS pixels of the covered area at the lower edge. */
    setFoot: (height: number): void => {
      if (height !== foot) keepHeld(() => (foot = height), glide);
    },

    fitPage: (): void => refit('page'),
    fitWidth: (): void => refit('width'),
    actualSize: (): void => moveTo(glide, zoomTo(camera.target(), stage, picture, 1)),
    zoomBy: (factor: number): void =>
      moveTo(glide, zoomTo(camera.target(), stage, picture, scaleOf(camera.target()) * factor)),
    turn: (quarters: number): void => {
      jump(turnBy(camera.target(), stage, quarters));
      if (fit !== 'free') jump(fitted(fit));
    },
    reveal: (ids: readonly string[]): void => {
      const box = boxOf(ids);
      if (!box) return;
      held = ids;
      const lineHeight = Math.min(...placesOf(ids).map((place) => place.lineHeight));
      free(glide, revealBox(camera.target(), clear(), picture, box, lineHeight));
    },
    pan: (dx: number, dy: number): void => moveTo(jump, panBy(camera.view(), dx, dy)),
    glidePan: (dx: number, dy: number): void => moveTo(glide, panBy(camera.target(), dx, dy)),
    zoomAt: (point: StagePoint, factor: number): void =>
      moveTo(jump, zoomAt(camera.view(), stage, picture, point, factor)),
    glideZoomAt: (point: StagePoint, factor: number): void =>
      moveTo(glide, zoomAt(camera.target(), stage, picture, point, factor)),

    pickAt,
    hoverAt: (point: StagePoint | null): void => {
      const id = point ? (pickAt(point)[0] ?? null) : null;
      if (id === hovered) return;
      hover(id);
      events().onHover(id);
    },
    clickAt: (point: StagePoint): void => {
      const repeated =
        lastClick !== null && Math.hypot(lastClick.x - point.x, lastClick.y - point.y) <= samePlace;
      lastClick = point;
      const id = nextHit(pickAt(point), selected, repeated);
      if (id === selected) return;
      selected = id;
      redrawFocus();
      events().onSelect(id);
    },

    view: drawnView,
    stage: (): ShapeSize => stage,
    isResting: (): boolean => resting,
    toStage: (point: ImagePoint): StagePoint => toStage(drawnView(), point),
    drawPicture: (context: Context2D): void => surface.draw(context),
    drawFocus: (context: Context2D): void => {
      if (!overlay || drawn === 'nothing') return;
      const shown: CanvasFrame = { context, view: drawnView(), stage, pixelRatio, picture, palette: colours };
      const ids = new Set([...tied, hovered, selected].filter((id) => id !== null));
      for (const id of ids) {
        const place = overlay.placeOf(id);
        const focus = id === selected ? 'selected' : id === hovered ? 'hovered' : 'tied';
        if (place) paintFocus(shown, overlay, place, focus);
      }
    },
    close: (): void => {
      frame.stop();
      surface.close();
    },
  };
};
