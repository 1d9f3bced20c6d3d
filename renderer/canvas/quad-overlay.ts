import { boundsOf, textHeightOf, type Box, type ImagePoint, type Quad } from '../../shared/geometry.ts';
import { createGridIndex } from './grid-index.ts';
import { quadArea, quadHit } from './hit.ts';
import type { QuadOverlay, ShapePlace } from './overlay.ts';
import { isUncertain, tones, type OverlayLayer, type QuadShape } from './shapes.ts';

type Item = { readonly owner: number; readonly quad: Quad; readonly line: boolean };

const itemsOf = (shapes: readonly QuadShape[], layer: OverlayLayer): readonly Item[] => {
  const own = shapes.flatMap((shape, owner): readonly Item[] =>
    layer === 'none' || (layer === 'uncertain' && !isUncertain(shape.tone))
      ? []
      : [{ owner, quad: shape.quad, line: false }],
  );
  if (layer !== 'lines') return own;
  const lines = shapes.flatMap((shape, owner) =>
    (shape.lines ?? []).map((quad): Item => ({ owner, quad, line: true })),
  );
  return [...own, ...lines];
};

const flatten = (quads: readonly Quad[]): Float32Array => {
  const flat = new Float32Array(quads.length * 8);
  for (const [i, quad] of quads.entries())
    for (const [k, { x, y }] of quad.entries()) flat.set([x, y], i * 8 + k * 2);
  return flat;
};

const boundsOfAll = (quads: readonly Quad[]): Float32Array => {
  const bounds = new Float32Array(quads.length * 4);
  for (const [i, quad] of quads.entries()) {
    const { x, y, w, h } = boundsOf(quad);
    bounds.set([x, y, x + w, y + h], i * 4);
  }
  return bounds;
};

const placeOf = (shape: QuadShape): ShapePlace => ({
  bounds: boundsOf(shape.quad),
  lineHeight: shape.lineHeight ?? Math.min(...[shape.quad, ...(shape.lines ?? [])].map(textHeightOf)),
  label: shape.label ?? null,
  quads: flatten([shape.quad]),
  points: new Float32Array(),
});

const contains = (outer: Box, inner: Box): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.w >= inner.x + inner.w &&
  outer.y + outer.h >= inner.y + inner.h;

/** Lays out the quads of a layer for drawing, culling and picking. */
export const createQuadOverlay = (shapes: readonly QuadShape[], layer: OverlayLayer): QuadOverlay => {
  const items = itemsOf(shapes, layer);
  const quads = flatten(items.map((item) => item.quad));
  const index = createGridIndex(boundsOfAll(items.map((item) => item.quad)));
  const byId = new Map(shapes.map((shape) => [shape.id, shape]));
  let boxes: readonly Box[] | null = null;
  const ownerOf = (item: number): QuadShape | undefined => shapes[items[item]?.owner ?? -1];

  const pick = ({ x, y }: ImagePoint, slack: number): readonly string[] => {
    const near = index.within({ x: x - slack, y: y - slack, w: 2 * slack, h: 2 * slack });
    const hits = [...near].filter((item) => quadHit(quads, item * 8, x, y, slack));
    hits.sort((a, b) => quadArea(quads, a * 8) - quadArea(quads, b * 8) || a - b);
    return [...new Set(hits.flatMap((item) => ownerOf(item)?.id ?? []))];
  };
  return {
    kind: 'quads',
    count: items.length,
    index,
    quads,
    toneOf: Uint8Array.from(items, (item) => tones.indexOf(shapes[item.owner]?.tone ?? 'unread')),
    isLine: Uint8Array.from(items, (item) => (item.line ? 1 : 0)),
    pick,
    placeOf: (id) => {
      const shape = byId.get(id);
      return shape ? placeOf(shape) : null;
    },
    linesAround: ({ bounds }) => {
      boxes ??= shapes.map(({ quad }) => boundsOf(quad));
      // A shape around this one is no line of its own.
      return boxes.filter((box) => !contains(box, bounds) && !contains(bounds, box));
    },
  };
};
