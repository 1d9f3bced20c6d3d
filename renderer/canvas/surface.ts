import type { Context2D } from './frame.ts';
import { runAll } from './frame.ts';
import { closeLevels, makeLevels, type PictureLevels } from './picture-levels.ts';
import { runSliced, type SliceHost } from './slices.ts';
import {
  isLight,
  makeOverview,
  makeStill,
  mayGrowHeavy,
  paintMoving,
  paintScene,
  type Overview,
  type Scene,
  type Still,
} from './still.ts';
import { sameView } from './view.ts';

/** What a surface needs of its surroundings. */
export type SurfaceHost = SliceHost & {
  /** Asks for a frame in which `draw` is called. */
  readonly redraw: () => void;
  /** Runs a task after so many milliseconds. Returns what calls it off. */
  readonly after: (milliseconds: number, task: () => void) => () => void;
  /** Told when a picture that came to rest is about to be drawn with care. */
  readonly rested: () => void;
};

/** Without a move for so long, the view is at rest. */
const restAfter = 70;
/** Milliseconds that a slice takes of the time in which input waits. */
const sliceBudget = 6;

const nothing = (): void => {};

/** The picture with its shapes: few are drawn anew for each frame, many from images that are made at rest. */
export type Surface = {
  /** Changes what is drawn. A change of the view alone is a move. */
  readonly update: (change: Partial<Omit<Scene, 'levels'>>) => void;
  readonly setPicture: (picture: ImageBitmap | null) => void;
  readonly draw: (context: Context2D) => void;
  readonly close: () => void;
};

export const createSurface = (host: SurfaceHost, first: Scene): Surface => {
  let scene = first;
  let still: Still | null = null;
  let overview: Overview | null = null;
  let moving = false;
  let stopWork = nothing;
  let stopLevels = nothing;
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
  /** Asked several times for one drawing, and each time thousands of shapes are counted. */
  let weighed: { readonly scene: Scene; readonly heavy: boolean } | null = null;
  const isHeavy = (): boolean => {
    if (scene.overlay === null) return false;
    if (weighed?.scene !== scene) weighed = { scene, heavy: !isLight(scene, scene.overlay) };
    return weighed.heavy;
  };
  const dropOutdated = (): void => {
    dropOverview();
    if (!still || isHeavy()) return;
    still.bitmap.close();
    still = null;
  };
  const prepareOverview = (): void => {
    // Many shapes may come into sight when the view moves: the overview is made before they do.
    if (overview || !scene.overlay || !mayGrowHeavy(scene.overlay)) return;
    stopWork = runSliced(host, makeOverview(scene), sliceBudget, (made) => {
      overview = made;
    });
  };
  const prepareStill = (): void => {
    stopWork = runSliced(host, makeStill(scene), sliceBudget, (made) => {
      still?.bitmap.close();
      still = made;
      host.redraw();
      prepareOverview();
    });
  };
  const settle = (): void => {
    stop();
    moving = false;
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
      // While only shapes or colours change among many, the still of before stands until the new one is there.
      else if ('overlay' in change || 'palette' in change) dropOutdated();
      moving ||= moved;
      host.redraw();
      settleIn(moving ? restAfter : 0);
    },
    setPicture: (picture) => {
      stopLevels();
      dropImages();
      setLevels(picture && { bitmaps: [picture] });
      host.redraw();
      settleIn(0);
      if (!picture) return;
      stopLevels = runSliced(host, makeLevels(picture), sliceBudget, (levels) => {
        setLevels(levels);
        host.redraw();
      });
    },
    draw: (context) => {
      if (!isHeavy()) runAll(paintScene(context, scene, !moving));
      else if (still || overview) paintMoving(context, scene, still, overview);
      else runAll(paintScene(context, { ...scene, overlay: null }, false));
    },
    close: () => {
      stopLevels();
      stopRest();
      dropImages();
      setLevels(null);
    },
  };
};
