import { between, easeOut } from './glide.ts';
import type { View } from './view.ts';

/** The view over time: where it is now and where it is gliding to. */
export type Camera = {
  readonly view: () => View;
  /** The view at the end of the glide. */
  readonly target: () => View;
  readonly jump: (view: View) => void;
  readonly glide: (view: View, now: number, milliseconds: number) => void;
  /** Advances to a time. True while the glide has not ended. */
  readonly step: (now: number) => boolean;
};

type Way = {
  readonly from: View;
  readonly to: View;
  readonly since: number;
  readonly milliseconds: number;
};

export const createCamera = (first: View): Camera => {
  let view = first;
  let way: Way | null = null;
  return {
    view: () => view,
    target: () => way?.to ?? view,
    jump: (to) => {
      view = to;
      way = null;
    },
    glide: (to, now, milliseconds) => {
      way = { from: view, to, since: now, milliseconds };
    },
    step: (now) => {
      if (!way) return false;
      const t = Math.min(1, Math.max(0, (now - way.since) / way.milliseconds));
      view = between(way.from, way.to, easeOut(t));
      if (t >= 1) way = null;
      return way !== null;
    },
  };
};
