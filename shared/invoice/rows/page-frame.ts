import type { Quad } from '../../geometry.ts';
import type { ReadLine } from '../element-blocks.ts';
import type { PageDirection } from './page-direction.ts';

/** A line in the page's own axes: `along` in reading direction, `across` down the page. Both in pixels. */
export type PlacedLine = ReadLine & {
  readonly quad: Quad;
  readonly from: number;
  readonly to: number;
  /** Centre across the page, where the page's direction through it meets the middle of the print. */
  readonly across: number;
  readonly height: number;
};

/** A line in the page's axes; null if it has no position or no extent. */
export const placeLine = (line: ReadLine, { angle, fan }: PageDirection): PlacedLine | null => {
  if (!line.quad) return null;
  const [tl, tr, br, bl] = line.quad;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = (x: number, y: number) => x * cos + y * sin;
  const across = (x: number, y: number) => y * cos - x * sin;
  const [left, right] = [along(tl.x + bl.x, tl.y + bl.y) / 2, along(tr.x + br.x, tr.y + br.y) / 2];
  const [top, bottom] = [across(tl.x + tr.x, tl.y + tr.y) / 2, across(bl.x + br.x, bl.y + br.y) / 2];
  const height = Math.abs(bottom - top);
  if (height < 1 || Math.abs(right - left) < 1) return null;
  return {
    text: line.text,
    score: line.score,
    quad: line.quad,
    from: Math.min(left, right),
    to: Math.max(left, right),
    across: levelOf((left + right) / 2, (top + bottom) / 2, fan),
    height,
  };
};

/** Follows the fan of directions from a place to the middle of the print. */
const levelOf = (along: number, across: number, fan: PageDirection['fan']): number =>
  fan === null ? across : fan.across + (across - fan.across) / (1 + fan.perPixel * (along - fan.along));

/** Centre of a line along the page. */
export const middleOf = ({ from, to }: PlacedLine): number => (from + to) / 2;

/** The smallest rectangle in the page's direction around some quads, as a quad; null if there are none. */
export const quadAround = (quads: readonly Quad[], angle: number): Quad | null => {
  const only = quads[0];
  if (!only) return null;
  if (quads.length === 1) return only;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [from, to, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const quad of quads)
    for (const { x, y } of quad) {
      const [along, across] = [x * cos + y * sin, y * cos - x * sin];
      from = Math.min(from, along);
      to = Math.max(to, along);
      top = Math.min(top, across);
      bottom = Math.max(bottom, across);
    }
  const corner = (along: number, across: number) => ({
    x: along * cos - across * sin,
    y: along * sin + across * cos,
  });
  return [corner(from, top), corner(to, top), corner(to, bottom), corner(from, bottom)];
};
