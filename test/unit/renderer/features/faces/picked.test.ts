import { describe, expect, test } from 'vitest';
import {
  afterChoice,
  faceToFollow,
  ordinalIn,
  pickedFaces,
  shownOf,
} from '../../../../../renderer/features/faces/picked.ts';
import { drawnBox } from '../../../../../renderer/features/faces/drawn-box.ts';
import { faceRowsOf } from '../../../../../renderer/features/faces/face-rows.ts';
import { everyFace } from '../../../../../renderer/state/face-view.ts';
import { stalePhotos } from '../../../../../renderer/features/faces/use-faces.ts';
import { emptyList, withPages } from '../../../../../renderer/state/page-list.ts';
import { decodeFaces, encodeFaces } from '../../../../../shared/face/pack.ts';
import { defaultSettings } from '../../../../../shared/contract/settings.ts';
import { summary } from '../../page-summaries.ts';
import { face, packOf } from './packs.ts';

const rows = Float64Array.of(5, 3, 8, 1, 9);

describe('choosing rows', () => {
  test('selects one alone, adds or removes one, and extends from the last one', () => {
    const one = afterChoice(new Set([9]), rows, -1, 1, 'alone');
    expect([...one]).toEqual([3]);
    expect([...afterChoice(one, rows, 1, 3, 'range')]).toEqual([3, 8, 1]);
    expect([...afterChoice(one, rows, 3, 0, 'range')]).toEqual([3, 5, 8, 1]);
    expect([...afterChoice(one, rows, 1, 4, 'toggle')]).toEqual([3, 9]);
    expect([...afterChoice(one, rows, 1, 1, 'toggle')]).toEqual([]);
    expect(afterChoice(one, rows, 1, 7, 'alone')).toBe(one);
  });

  test('applies actions to the selection, or to the face selected on the picture', () => {
    expect(pickedFaces(new Set([3, 8]), 'face-8')).toEqual([3, 8]);
    expect(pickedFaces(new Set([3, 8]), 'face-1')).toEqual([1]);
    expect(pickedFaces(new Set(), 'face-12')).toEqual([12]);
    expect(pickedFaces(new Set(), null)).toEqual([]);
    expect(ordinalIn('field:total')).toBeNull();
  });
});

describe('a drawn box', () => {
  const picture = { width: 200, height: 100 };
  test('is the same from any corner, in whole pixels', () => {
    const box = { x: 10, y: 20, w: 31, h: 40 };
    expect(drawnBox({ x: 10.2, y: 19.8 }, { x: 40.9, y: 60.1 }, picture)).toEqual(box);
    expect(drawnBox({ x: 40.9, y: 19.8 }, { x: 10.2, y: 60.1 }, picture)).toEqual(box);
  });
  test('is clipped to the picture, and a click draws none', () => {
    expect(drawnBox({ x: -50, y: -50 }, { x: 900, y: 50 }, picture)).toEqual({ x: 0, y: 0, w: 200, h: 50 });
    expect(drawnBox({ x: 10, y: 10 }, { x: 12, y: 60 }, picture)).toBeNull();
    expect(drawnBox({ x: 300, y: 10 }, { x: 400, y: 60 }, picture)).toBeNull();
  });
});

test('recognizes only finished photos with other options again', () => {
  const asked = { points: true, attributes: true };
  const photo = { service: 'face-detect', asked } as const;
  const list = withPages(emptyList, [
    summary({ id: 1, ...photo }),
    summary({ id: 2, ...photo, asked: { points: false, attributes: true } }),
    summary({ id: 3, ...photo, state: 'failed', asked: { points: false, attributes: true } }),
    summary({ id: 4 }),
  ]);
  expect(stalePhotos(list, defaultSettings)).toEqual([2]);
  expect(stalePhotos(list, { ...defaultSettings, facePoints: false })).toEqual([1]);
  expect(stalePhotos(list, { ...defaultSettings, faceAttributes: false })).toEqual([1, 2]);
});

test('skips selected faces that a filter hides', () => {
  const faces = [10, 50, 90].map((w, at) => ({
    index: at + 1,
    score: null,
    box: { x: 0, y: 0, w, h: w },
    points: [],
    attributes: null,
  }));
  const packed = encodeFaces({ declaredCount: 3, returnedCount: 3, faces, notes: new Map() });
  const pack = decodeFaces(packed.buffer)!;
  const shown = faceRowsOf(pack, 0, { ...everyFace, atLeast: 30 });
  expect(shownOf(pack, shown, new Set([1, 2]))).toEqual([1]);
  expect(shownOf(pack, faceRowsOf(pack, 0, everyFace), new Set([1, 2]))).toEqual([0, 1]);
});

test('a value for several faces follows the one in focus, or the first', () => {
  const pack = packOf([face(4), face(7), face(9)]);
  expect(faceToFollow(pack, [0, 2], 'face-9')).toBe(2);
  expect(faceToFollow(pack, [0, 2], 'face-7')).toBe(0);
  expect(faceToFollow(pack, [1, 2], null)).toBe(1);
});
