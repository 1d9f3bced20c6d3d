import { type Context2D, runAll } from './frame-loop.ts';
import { closeLevels, makeLevels, type PictureLevels } from './picture-levels.ts';
import { runSliced, type SliceHost } from './slices.ts';
import {
  canRedrawEachFrame,
  makeOverview,
  makeStageImage,
  mayExceedFrameBudget,
  paintMoving,
  paintScene,
  type Overview,
  type Scene,
  type StageImage,
} from './stage-image.ts';
import { sameView } from './view.ts';

/** The environment that a surface needs. */
type SurfaceHost = SliceHost & {
  /** Requests a frame in which `draw` is called. */
  readonly redraw: () => void;
  /** Runs a task after this many milliseconds. Returns a function that cancels it. */
  readonly after: (milliseconds: number, task: () => void) => () => void;
  /** Called when a picture at rest is about to be drawn in high quality. */
  readonly rested: () => void;
  /** Called when the shapes go missing, because an image of many is still being made, and when they are there. */
  readonly waits: (areMissing: boolean) => void;
};

/** Milliseconds without a move after which the view is at rest. */
const restAfter = 70;
/** Milliseconds of one slice, which delays input. */
const sliceBudget = 4;

const nothing = (): void => {};

/** Draws the picture with its shapes: a few shapes in each frame, many shapes from images made at rest. */
type Surface = {
  /** Changes what is drawn. A change of the view alone counts as a move. */
  readonly update: (change: Partial<Omit<Scene, 'levels'>>) => void;
  readonly setPicture: (picture: ImageBitmap | null) => void;
  readonly draw: (context: Context2D) => void;
  readonly close: () => void;
};

export const createSurface = (host: SurfaceHost, first: Scene): Surface => {
  let scene = first;
  let still: StageImage | null = null;
  let overview: Overview | null = null;
  let moving = false;
  let stopWork = nothing;
  let stopLevels = nothing;
  /** Whether the smaller levels are ready. Without them, high quality would scale the whole picture in one task. */
  let hasLevels = true;
  let stopRest = nothing;

  const stop = (): void => {
    stopWork();
    stopWork = nothing;
  };
  const dropOverview = (): void => {
    stop();
    overview?.bitmap.close();
    overview = null;
  };
  const dropImages = (): void => {
    dropOverview();
    still?.bitmap.close();
    still = null;
  };
  /** Cached: one drawing asks several times, and each time counts thousands of shapes. */
  let weighed: { readonly scene: Scene; readonly heavy: boolean } | null = null;
  const isHeavy = (): boolean => {
    if (scene.overlay === null) return false;
    if (weighed?.scene !== scene) weighed = { scene, heavy: !canRedrawEachFrame(scene, scene.overlay) };
    return weighed.heavy;
  };
  const dropOutdated = (): void => {
    dropOverview();
    if (!still || isHeavy()) return;
    still.bitmap.close();
    still = null;
  };
  const prepareOverview = (): void => {
    // A move may show many more shapes: the overview is built before that happens.
    if (overview || !scene.overlay || !mayExceedFrameBudget(scene.overlay)) return;
    stopWork = runSliced(host, makeOverview(scene), sliceBudget, (made) => {
      overview = made;
    });
  };
  const prepareStill = (): void => {
    stopWork = runSliced(host, makeStageImage(scene), sliceBudget, (made) => {
      still?.bitmap.close();
      still = made;
      host.redraw();
      prepareOverview();
    });
  };
  const settle = (): void => {
    stop();
    moving = false;
    // The view settles again when the levels are ready.
    if (!hasLevels) {
      host.redraw();
      return;
    }
    host.rested();
    if (isHeavy()) prepareStill();
    else {
      host.redraw();
      prepareOverview();
    }
  };
  const settleIn = (milliseconds: number): void => {
    stop();
    stopRest();
    stopRest = host.after(milliseconds, settle);
  };

  let areMissing = false;
  const tellMissing = (now: boolean): void => {
    if (now === areMissing) return;
    areMissing = now;
    host.waits(now);
  };

  const setLevels = (levels: PictureLevels | null): void => {
    if (scene.levels) closeLevels(scene.levels);
    scene = { ...scene, levels };
  };

  return {
    update: (change) => {
      const moved = change.view !== undefined && !sameView(change.view, scene.view);
      scene = { ...scene, ...change };
      if (!moved && Object.keys(change).every((key) => key === 'view')) return;
      if ('picture' in change) dropImages();
      // If only shapes or colours change among many, the previous still stays until the new one is ready.
      else if ('overlay' in change || 'palette' in change) dropOutdated();
      moving ||= moved;
      host.redraw();
      settleIn(moving ? restAfter : 0);
    },
    setPicture: (picture) => {
      stopLevels();
      dropImages();
      setLevels(picture && { bitmaps: [picture] });
      hasLevels = picture === null;
      host.redraw();
      settleIn(0);
      if (!picture) return;
      stopLevels = runSliced(host, makeLevels(picture), sliceBudget, (levels) => {
        hasLevels = true;
        setLevels(levels);
        host.redraw();
        if (!moving) settleIn(0);
      });
    },
    draw: (context) => {
      tellMissing(isHeavy() && !still && !overview);
      if (!isHeavy()) runAll(paintScene(context, scene, !moving && hasLevels));
      else if (still || overview) paintMoving(context, scene, still, overview);
      else runAll(paintScene(context, { ...scene, overlay: null }, false));
    },
    close: () => {
      // A closed surface never gets its shapes.
      tellMissing(false);
      stopLevels();
      stopRest();
      dropImages();
      setLevels(null);
    },
  };
};
