import { expect, test } from 'vitest';
import { createFaceOverlay } from '../../../../renderer/canvas/face-overlay.ts';
import { createSurface } from '../../../../renderer/canvas/surface.ts';
import { packFaces } from '../../../helpers/pack-faces.ts';

test('a surface that closes while its many shapes are being made says that nothing is missing any more', () => {
  const faces = Array.from({ length: 1000 }, (_, i) => ({
    index: i + 1,
    score: 1,
    box: { x: (i % 40) * 20, y: Math.floor(i / 40) * 20, w: 16, h: 16 },
    points: [],
    attributes: null,
  }));
  const waits: boolean[] = [];
  const size = { width: 800, height: 600 };
  const surface = createSurface(
    {
      now: () => 0,
      // The work never comes to its end.
      defer: () => () => {},
      after: () => () => {},
      redraw: () => {},
      rested: () => {},
      waits: (areMissing) => void waits.push(areMissing),
    },
    {
      view: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 },
      stage: size,
      pixelRatio: 1,
      picture: size,
      // Without its shapes and a picture, nothing is painted.
      palette: {} as never,
      levels: null,
      overlay: createFaceOverlay(packFaces(faces)),
    },
  );
  surface.draw({} as never);
  expect(waits).toEqual([true]);
  surface.close();
  expect(waits).toEqual([true, false]);
});
