import { type View, scaleOf, viewTurnOf } from './view.ts';

/** Starts fast and slows down gently. */
export const easeOut = (t: number): number => 1 - (1 - t) ** 3;

/**
 * The view at part t (0 to 1) of the glide.
 * The scale changes by equal factors in equal times. The picture point that both views show at the same place
 * stays fixed, so a zoom at the pointer does not sway.
 * Views with different turns can't be interpolated: the result is the second view.
 */
export const between = (from: View, to: View, t: number): View => {
  if (t >= 1 || viewTurnOf(from) !== viewTurnOf(to)) return to;
  const [s0, s1] = [scaleOf(from), scaleOf(to)];
  const scale = s0 * (s1 / s0) ** t;
  const grown = Math.abs(s1 / s0 - 1) < 1e-9 ? t : (scale - s0) / (s1 - s0);
  const k = scale / s0;
  return {
    a: from.a * k,
    b: from.b * k,
    c: from.c * k,
    d: from.d * k,
    e: from.e + (to.e - from.e) * grown,
    f: from.f + (to.f - from.f) * grown,
  };
};

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
