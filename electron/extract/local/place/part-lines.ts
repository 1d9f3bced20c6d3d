import { imagePoint, type ImagePoint } from '../../../../shared/geometry.ts';
import type { PageGlyph } from '../../document/page-text/glyphs.ts';
import type { Glyph, ReadLine } from '../read-lines.ts';
import type { ScanPage } from './scan-glyphs.ts';

const between = (one: ImagePoint, other: ImagePoint, share: number): ImagePoint =>
  imagePoint(one.x + share * (other.x - one.x), one.y + share * (other.y - one.y));

/** The part of a line from its first to its last kept character, with half the gap to those that are cut off. */
const cut = (line: ReadLine, kept: ReadonlySet<Glyph['alternatives']>): ReadLine => {
  const isKept = ({ alternatives }: Glyph): boolean => kept.has(alternatives);
  const first = line.glyphs.findIndex(isKept);
  const last = line.glyphs.findLastIndex(isKept);
  const middle = (index: number): number => {
    const [one, other] = [line.glyphs[index - 1], line.glyphs[index]];
    return one && other ? (one.at + other.at) / 2 : index <= 0 ? 0 : 1;
  };
  const [from, to] = [middle(first), middle(last + 1)];
  const [tl, tr, br, bl] = line.quad;
  return {
    ...line,
    quad: [between(tl, tr, from), between(tl, tr, to), between(bl, br, to), between(bl, br, from)],
    glyphs: line.glyphs
      .slice(first, last + 1)
      .map(({ alternatives, at }) => ({ alternatives, at: (at - from) / Math.max(to - from, 1e-6) })),
  };
};

/** The lines of one of several invoices on a picture. A line that reaches into another one is cut. */
export const linesOfPart = ({ glyphs, read }: ScanPage, own: readonly PageGlyph[]): readonly ReadLine[] => {
  const isOwn = new Set(own);
  const kept = new Map<ReadLine, Set<Glyph['alternatives']>>();
  const shared = new Set<ReadLine>();
  for (const glyph of glyphs) {
    const found = read.get(glyph);
    if (!found) continue;
    if (!isOwn.has(glyph)) shared.add(found.line);
    else kept.set(found.line, (kept.get(found.line) ?? new Set()).add(found.alternatives));
  }
  return [...kept].map(([line, characters]) => (shared.has(line) ? cut(line, characters) : line));
};
