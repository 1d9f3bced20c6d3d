/** Whether a point lies inside a quad of a flat array, or at most `slack` from its edge. */
export const quadHit = (quads: Float32Array, at: number, x: number, y: number, slack: number): boolean => {
  let inside = false;
  for (let k = 0; k < 4; k += 1) {
    const [x0, y0] = [quads[at + k * 2]!, quads[at + k * 2 + 1]!];
    const next = at + ((k + 1) % 4) * 2;
    const [x1, y1] = [quads[next]!, quads[next + 1]!];
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside;
    if (squaredDistance(x, y, x0, y0, x1, y1) <= slack * slack) return true;
  }
  return inside;
};

const squaredDistance = (x: number, y: number, x0: number, y0: number, x1: number, y1: number): number => {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const along = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1);
  const t = Math.min(1, Math.max(0, along));
  return (x - x0 - t * dx) ** 2 + (y - y0 - t * dy) ** 2;
};

/** The area of a quad by the shoelace rule. */
export const quadArea = (quads: Float32Array, at: number): number => {
  let sum = 0;
  for (let k = 0; k < 4; k += 1) {
    const next = at + ((k + 1) % 4) * 2;
    sum += quads[at + k * 2]! * quads[next + 1]! - quads[next]! * quads[at + k * 2 + 1]!;
  }
  return Math.abs(sum) / 2;
};

/** The length of a quad's four sides. */
export const quadPerimeter = (quads: Float32Array, at: number): number => {
  let sum = 0;
  for (let k = 0; k < 4; k += 1) {
    const next = at + ((k + 1) % 4) * 2;
    sum += Math.hypot(quads[next]! - quads[at + k * 2]!, quads[next + 1]! - quads[at + k * 2 + 1]!);
  }
  return sum;
};

/**
 * The shape to select under the pointer: the first one. On a repeated click at the same place, the one after the
 * selected shape.
 */
export const nextHit = (
  hits: readonly string[],
  selected: string | null,
  repeated: boolean,
): string | null => {
  const at = repeated && selected !== null ? hits.indexOf(selected) : -1;
  return hits[(at + 1) % Math.max(hits.length, 1)] ?? null;
};
