/** Connected pixels: how many, how many of them count, and their sides. `right` and `bottom` are the first beyond. */
export type Region = {
  readonly size: number;
  readonly counted: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/**
 * The regions of connected pixels, corners included, from the top. Clears what it has found.
 * @param marked 1 for each pixel of a region, rows from the top
 * @param counts which pixels to count apart, by their place in `marked`
 */
export const regionsOf = (
  marked: Uint8Array | Uint32Array,
  width: number,
  height: number,
  counts: (at: number) => boolean = () => false,
): readonly Region[] => {
  const regions: Region[] = [];
  const stack: number[] = [];
  for (let start = 0; start < marked.length; start += 1) {
    if (marked[start] !== 1) continue;
    marked[start] = 0;
    stack.push(start);
    let [size, counted] = [0, 0];
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      size += 1;
      if (counts(at)) counted += 1;
      const [x, y] = [at % width, Math.floor(at / width)];
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x + 1);
      bottom = Math.max(bottom, y + 1);
      for (let dy = -1; dy <= 1; dy += 1)
        for (let dx = -1; dx <= 1; dx += 1) {
          const [nx, ny] = [x + dx, y + dy];
          if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
          const next = ny * width + nx;
          if (marked[next] !== 1) continue;
          marked[next] = 0;
          stack.push(next);
        }
    }
    regions.push({ size, counted, left, top, right, bottom });
  }
  return regions;
};

/** Whether a region touches the border of its picture. */
export const isAtBorder = ({ left, top, right, bottom }: Region, width: number, height: number): boolean =>
  left === 0 || top === 0 || right === width || bottom === height;
