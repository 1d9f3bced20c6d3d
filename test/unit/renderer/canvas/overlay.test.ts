import { describe, expect, test } from 'vitest';
import { createFaceOverlay, faceLabel } from '../../../../renderer/canvas/face-overlay.ts';
import { packFaces } from '../../../helpers/pack-faces.ts';
import { nextHit } from '../../../../renderer/canvas/hit.ts';
import { tagPlace } from '../../../../renderer/canvas/paint-quads.ts';
import { revealBox } from '../../../../renderer/canvas/reveal.ts';
import { boxOnStage, fitView, scaleOf, zoomTo } from '../../../../renderer/canvas/view.ts';
import { createQuadOverlay } from '../../../../renderer/canvas/quad-overlay.ts';
import type { QuadShape } from '../../../../renderer/canvas/shapes.ts';
import type { Face } from '../../../../shared/face/model.ts';
import type { Quad } from '../../../../shared/geometry.ts';

const upright = (x: number, y: number, w: number, h: number): Quad => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
];
const shape = (id: string, quad: Quad, more: Partial<QuadShape> = {}): QuadShape => ({
  id,
  quad,
  tone: 'trusted',
  ...more,
});

const face = (index: number, more: Partial<Face> = {}): Face => ({
  index,
  score: 0.5,
  box: { x: 10 * index, y: 10, w: 8, h: 8 },
  points: [],
  attributes: null,
  ...more,
});

describe('quads', () => {
  const diamond: Quad = [
    { x: 50, y: 0 },
    { x: 100, y: 50 },
    { x: 50, y: 100 },
    { x: 0, y: 50 },
  ];

  test('are picked by their true shape, not by their bounds', () => {
    const overlay = createQuadOverlay([shape('diamond', diamond)], 'regions');
    expect(overlay.pick({ x: 50, y: 50 }, 0)).toEqual(['diamond']);
    expect(overlay.pick({ x: 10, y: 10 }, 0)).toEqual([]);
    expect(overlay.pick({ x: 24, y: 24 }, 3)).toEqual(['diamond']);
  });

  test('are returned smallest first if they overlap', () => {
    const shapes = [shape('page', upright(0, 0, 500, 500)), shape('field', upright(100, 100, 50, 20))];
    const overlay = createQuadOverlay(shapes, 'regions');
    expect(overlay.pick({ x: 110, y: 110 }, 2)).toEqual(['field', 'page']);
    expect(overlay.pick({ x: 10, y: 10 }, 2)).toEqual(['page']);
  });

  test('can be picked with corners in either direction or crossed', () => {
    const [tl, tr, br, bl] = upright(0, 0, 100, 100);
    const shapes = [shape('counter', [tl, bl, br, tr]), shape('crossed', [tl, br, tr, bl])];
    const overlay = createQuadOverlay(shapes, 'regions');
    expect(overlay.pick({ x: 50, y: 5 }, 0)).toContain('counter');
    expect(overlay.pick({ x: 95, y: 50 }, 0)).toContain('crossed');
  });

  test('are shown by the layers that include them', () => {
    const shapes = [
      shape('sure', upright(0, 0, 100, 40), { lines: [upright(0, 0, 100, 15), upright(0, 20, 100, 15)] }),
      shape('finding', upright(0, 50, 100, 40), { tone: 'uncertain' }),
    ];
    expect(createQuadOverlay(shapes, 'regions').count).toBe(2);
    expect(createQuadOverlay(shapes, 'lines').count).toBe(4);
    expect(createQuadOverlay(shapes, 'none').count).toBe(0);
    const uncertain = createQuadOverlay(shapes, 'uncertain');
    expect(uncertain.pick({ x: 50, y: 60 }, 0)).toEqual(['finding']);
    expect(uncertain.pick({ x: 50, y: 10 }, 0)).toEqual([]);
  });

  test('return their shape once for a text line', () => {
    const lines = [upright(0, 0, 100, 15), upright(0, 10, 100, 15)];
    const overlay = createQuadOverlay([shape('field', upright(0, 0, 100, 40), { lines })], 'lines');
    expect(overlay.pick({ x: 50, y: 12 }, 0)).toEqual(['field']);
    expect(overlay.placeOf('field')?.lineHeight).toBe(15);
  });

  test('have no place for an unknown id', () => {
    expect(createQuadOverlay([], 'regions').placeOf('nothing')).toBeNull();
  });
});

describe('cycling', () => {
  test('cycles through the shapes at a point', () => {
    const hits = ['a', 'b', 'c'];
    expect(nextHit(hits, null, true)).toBe('a');
    expect(nextHit(hits, 'a', true)).toBe('b');
    expect(nextHit(hits, 'c', true)).toBe('a');
  });
  test('selects the first shape after a click elsewhere', () => {
    expect(nextHit(['a', 'b'], 'a', false)).toBe('a');
    expect(nextHit([], 'a', true)).toBeNull();
  });
});

describe('faces', () => {
  test('are packed with any number of points', () => {
    const packed = packFaces([
      face(1, {
        points: [
          { x: 1, y: 2 },
          { x: 3, y: 4 },
        ],
      }),
      face(2),
      face(7, { points: [{ x: 5, y: 6 }], score: null }),
    ]);
    expect([...packed.pointOffsets]).toEqual([0, 2, 2, 3]);
    expect([...packed.points]).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...packed.index]).toEqual([1, 2, 7]);
    expect(packed.scores[2]).toBeNaN();
  });

  test('are found by their ordinal and labelled with it and the score', () => {
    const faces = packFaces([face(3, { score: 0.998 }), face(1, { score: null })]);
    const overlay = createFaceOverlay(faces);
    expect(overlay.pick({ x: 34, y: 14 }, 0)).toEqual(['face-3']);
    expect(overlay.placeOf('face-3')?.label).toBe('#3 0.99');
    expect(faceLabel(faces, 1, 100)).toBe('#1');
    expect(overlay.placeOf('face-2')).toBeNull();
  });

  test('are located by their points without a box; not at all without both', () => {
    const points = [
      { x: 100, y: 100 },
      { x: 120, y: 110 },
    ];
    const overlay = createFaceOverlay(packFaces([face(1, { box: null, points }), face(2, { box: null })]));
    expect(overlay.pick({ x: 110, y: 105 }, 0)).toEqual(['face-1']);
    expect(overlay.placeOf('face-1')?.bounds).toEqual({ x: 100, y: 100, w: 20, h: 10 });
    expect(overlay.placeOf('face-2')).toBeNull();
  });

  test.each([20, 60, 400])('of %d pixels are enlarged to their own pixels at most', (side) => {
    const photo = { width: 4000, height: 3000 };
    const stage = { width: 800, height: 600 };
    const overlay = createFaceOverlay(packFaces([face(1, { box: { x: 500, y: 500, w: side, h: side } })]));
    const place = overlay.placeOf('face-1')!;
    const far = fitView(stage, photo);
    const near = revealBox(far, stage, photo, place.bounds, place.lineHeight);
    expect(scaleOf(near)).toBeGreaterThanOrEqual(scaleOf(far));
    expect(scaleOf(near)).toBeLessThanOrEqual(1 + 1e-9);
    expect(boxOnStage(near, place.bounds).h).toBeGreaterThanOrEqual(Math.min(side, 32) - 1e-9);
    // A closer view of the user's own is kept.
    const closer = zoomTo(far, stage, photo, 3);
    expect(scaleOf(revealBox(closer, stage, photo, place.bounds, place.lineHeight))).toBeGreaterThan(
      side === 400 ? 1 : 2.9,
    );
  });

  test('keep a box that extends over the edge as returned', () => {
    const overlay = createFaceOverlay(packFaces([face(1, { box: { x: -20, y: -10, w: 60, h: 40 } })]));
    expect(overlay.placeOf('face-1')?.bounds).toEqual({ x: -20, y: -10, w: 60, h: 40 });
  });
});

describe('the tag of a shape', () => {
  const stage = { width: 600, height: 400 };
  const tag = { w: 80, h: 16 };
  const own = { x: 100, y: 100, w: 120, h: 20 };
  const [above, right, left, below] = [
    { x: 100, y: 76, w: 120, h: 20 },
    { x: 224, y: 100, w: 90, h: 20 },
    { x: 10, y: 100, w: 88, h: 20 },
    { x: 100, y: 124, w: 120, h: 20 },
  ] as const;

  test('stands above it where nothing else does', () => {
    expect(tagPlace(own, tag, [right, below], stage)).toMatchObject({ x: 100, y: 81 });
  });

  test('covers no neighbour line while one side is free', () => {
    for (const free of [above, right, left, below]) {
      const lines = [above, right, left, below].filter((line) => line !== free);
      const { x, y } = tagPlace(own, tag, lines, stage);
      for (const line of [own, ...lines])
        expect(
          x >= line.x + line.w || x + tag.w <= line.x || y >= line.y + line.h || y + tag.h <= line.y,
        ).toBe(true);
    }
  });

  test('stands in a corner of the stage where all sides are taken', () => {
    expect(tagPlace(own, tag, [above, right, left, below], stage)).toMatchObject({ x: 8, y: 8 });
    const corner = { x: 0, y: 0, w: 100, h: 50 };
    expect(tagPlace(own, tag, [above, right, left, below, corner], stage)).toMatchObject({ x: 512, y: 8 });
  });

  test('stays on the stage, and off its own shape', () => {
    const { x, y } = tagPlace({ x: 500, y: 2, w: 100, h: 20 }, tag, [], stage);
    expect(x + tag.w).toBeLessThanOrEqual(500);
    expect(y).toBeGreaterThanOrEqual(0);
  });

  test('avoids all other shapes, but not one around its own', () => {
    const shapes = [
      shape('table', upright(0, 0, 500, 300)),
      shape('name', upright(100, 76, 120, 20)),
      shape('tax', upright(100, 100, 120, 20)),
    ];
    const overlay = createQuadOverlay(shapes, 'none');
    const place = overlay.placeOf('tax');
    expect(place && overlay.linesAround(place)).toEqual([{ x: 100, y: 76, w: 120, h: 20 }]);
  });
});
