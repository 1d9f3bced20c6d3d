import type { Quad } from '../../../../shared/geometry.ts';
import type { ReadLine } from '../read-lines.ts';

const textOf = ({ glyphs }: ReadLine): string =>
  glyphs.map(({ alternatives: [first] }) => first?.text ?? '').join('');

/** The last bracket of a text is open. */
const opens = /[（(][^（()）]+$/u;
const closes = /^[）)]$/u;

/** A level line's edges. */
type Extent = { readonly x0: number; readonly x1: number; readonly top: number; readonly height: number };
const extentOf = ({ quad: [tl, tr, , bl] }: ReadLine): Extent => ({
  x0: tl.x,
  x1: tr.x,
  top: tl.y,
  height: bl.y - tl.y,
});

/** Distances between the lines of one text, in heights of a line: the usual one, the least and the most. */
const [usualPitch, leastPitch, mostPitch] = [1.5, 0.8, 2.2];
/** How far the starts of its lines may differ; the width of a bracket, and what is read around it, in heights of a line. */
const [sameStart, width, around] = [0.6, 0.8, 0.15];

/** Where the next line of a text begins: as far below its last line as that is below the one before. */
const placeBelow = ({ x0, top, height }: Extent, all: readonly Extent[]): Quad => {
  const above = all
    .filter((other) => Math.abs(other.x0 - x0) < sameStart * height)
    .map((other) => top - other.top)
    .filter((pitch) => pitch > leastPitch * height && pitch < mostPitch * height);
  const pitch = above.length > 0 ? Math.min(...above) : usualPitch * height;
  const [left, right] = [x0 - around * height, x0 + (width + around) * height];
  const [up, down] = [top + pitch - around * height, top + pitch + (1 + around) * height];
  return [
    { x: left, y: up },
    { x: right, y: up },
    { x: right, y: down },
    { x: left, y: down },
  ];
};

const isIn = ([tl, , br]: Quad, { x0, x1, top, height }: Extent): boolean =>
  x0 < br.x && x1 > tl.x && top < br.y && top + height > tl.y;

/**
 * Adds brackets that close and stand alone on the last line of a wrapped text. A detector overlooks a sign with so little
 * ink, or draws a box around it in which it is read as another one.
 * @param lines of a level frame
 * @param read reads the text in a quad of the frame
 */
export const withLoneBrackets = async (
  lines: readonly ReadLine[],
  read: (quad: Quad) => Promise<ReadLine | null>,
): Promise<readonly ReadLine[]> => {
  let all = lines;
  const extents = lines.map(extentOf);
  for (const [index, line] of lines.entries()) {
    const own = extents[index];
    if (!own || !opens.test(textOf(line))) continue;
    const place = placeBelow(own, extents);
    const there = all.filter((other) => other !== line && isIn(place, extentOf(other)));
    // The text goes on, or another one begins.
    if (there.some((other) => other.glyphs.length > 2)) continue;
    const found = await read(place);
    const isSurer =
      found !== null && there.every((one) => !closes.test(textOf(one)) || one.score < found.score);
    if (isSurer && closes.test(textOf(found)))
      all = [...all.filter((other) => !there.includes(other)), found];
  }
  return all;
};
