import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FaceFrame, type KeptFaceEdit, placeEdit } from '../../../../shared/face/edit.ts';
import type { Box } from '../../../../shared/geometry.ts';
import { turnMask, turnedSize, turns } from '../../../../shared/page-geometry.ts';

const side = fc.integer({ min: 1, max: 9999 });
const part = fc.integer({ min: 1, max: 499 }).map((of) => of / 1000);
const pages = fc.record({ width: side, height: side });
const parts = fc.record({ x: part, y: part, w: part, h: part });
const treated = fc.record({
  turn: fc.constantFrom(...turns),
  scale: fc.double({ min: 0.1, max: 4, noNaN: true }),
});

const frameOf = (
  page: { width: number; height: number },
  { turn, scale }: { turn: FaceFrame['turn']; scale: number },
): FaceFrame => {
  const { width, height } = turnedSize(page, turn);
  return { width: width * scale, height: height * scale, turn };
};

/** The position of a part of the page on a picture of it. */
const boxIn = (frame: FaceFrame, mask: { x: number; y: number; w: number; h: number }): Box => {
  const { x, y, w, h } = turnMask(mask, frame.turn);
  return { x: x * frame.width, y: y * frame.height, w: w * frame.width, h: h * frame.height };
};

const near = (one: Box | null | undefined, other: Box): void => {
  for (const key of ['x', 'y', 'w', 'h'] as const) expect(one?.[key]).toBeCloseTo(other[key], 4);
};

describe('a box of a saved edit', () => {
  test('stays on the same part of the page for any rotation and size', () => {
    fc.assert(
      fc.property(pages, parts, treated, treated, (page, mask, before, after) => {
        const [from, to] = [frameOf(page, before), frameOf(page, after)];
        const box = boxIn(from, mask);
        const added = placeEdit({ kind: 'add', box }, from, to, false);
        near(added.kind === 'add' ? added.box : null, boxIn(to, mask));
        const excluded = placeEdit(
          { kind: 'exclude', faces: [{ index: 1, box }], reason: 'a poster' },
          from,
          to,
          false,
        );
        const [target] = excluded.kind === 'exclude' ? excluded.faces : [];
        near(target && 'box' in target ? target.box : null, boxIn(to, mask));
      }),
    );
  });

  test('is bit-identical in the same frame', () => {
    fc.assert(
      fc.property(pages, parts, treated, fc.boolean(), (page, mask, how, isSame) => {
        const frame = frameOf(page, how);
        const edit: KeptFaceEdit = { kind: 'add', box: boxIn(frame, mask) };
        expect(placeEdit(edit, frame, { ...frame }, isSame)).toEqual(edit);
      }),
    );
  });
});

describe('an edit with an unknown frame', () => {
  const frame: FaceFrame = { width: 100, height: 50, turn: 0 };
  const box: Box = { x: 1, y: 2, w: 3, h: 4 };
  test('loses added faces, and matches no face of the service', () => {
    expect(placeEdit({ kind: 'add', box }, null, frame, false)).toEqual({ kind: 'add', box: null });
    const faces = [{ index: 1, box }, { index: 2, box: null }, { byHand: 1 }];
    expect(placeEdit({ kind: 'include', faces }, null, frame, false)).toEqual({
      kind: 'include',
      faces: [{ byHand: 1 }],
    });
  });
});

test('matches a face without a box by ordinal, only in its own extraction', () => {
  const frame: FaceFrame = { width: 100, height: 50, turn: 0 };
  const edit: KeptFaceEdit = { kind: 'exclude', faces: [{ index: 2, box: null }], reason: 'a poster' };
  expect(placeEdit(edit, frame, frame, true)).toEqual(edit);
  expect(placeEdit(edit, frame, frame, false)).toEqual({ ...edit, faces: [] });
});
