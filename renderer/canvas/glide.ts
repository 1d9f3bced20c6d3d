import type { View } from './view.ts';
import { scaleOf, viewTurnOf } from './view.ts';

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
