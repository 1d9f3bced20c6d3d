import fc from 'fast-check';
import { panBy, scaleAbout, turnBy, fitView, type View } from '../../../../renderer/canvas/view.ts';
import type { ShapeSize } from '../../../../renderer/canvas/shapes.ts';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });

export const stages = fc.record({
  width: fc.integer({ min: 60, max: 3000 }),
  height: fc.integer({ min: 60, max: 2000 }),
});
export const pictures = fc.record({
  width: fc.integer({ min: 1, max: 12_000 }),
  height: fc.integer({ min: 1, max: 12_000 }),
});
export const quarters = fc.integer({ min: 0, max: 3 });
export const pixelRatios = fc.constantFrom(1, 1.25, 1.5, 2, 3);
export const parts = number(0, 1);

/** Any view reachable by zooming, panning and turning. */
const viewsOf = (stage: ShapeSize, picture: ShapeSize): fc.Arbitrary<View> =>
  fc
    .record({ zoom: number(-2, 3), dx: number(-500, 500), dy: number(-500, 500), turn: quarters })
    .map(({ zoom, dx, dy, turn }) => {
      const scaled = scaleAbout(
        fitView(stage, picture),
        { x: stage.width / 2, y: stage.height / 2 },
        4 ** zoom,
      );
      return panBy(turnBy(scaled, stage, turn), dx, dy);
    });

/** A stage, a picture and a view of it. */
export const scenes = fc
  .record({ stage: stages, picture: pictures })
  .chain(({ stage, picture }) => viewsOf(stage, picture).map((view) => ({ stage, picture, view })));
