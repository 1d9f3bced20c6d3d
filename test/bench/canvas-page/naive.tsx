import type { Layer as KonvaLayer } from 'konva/lib/Layer.js';
import { memo, type ReactNode, type RefObject } from 'react';
import { Circle, Image, Layer, Line, Rect, Stage } from 'react-konva';
import type { FaceShapes, QuadShape } from '../../../renderer/canvas/shapes.ts';
import { pictureSize } from './scenes.ts';

/** The approach of react-konva's own guide: one node for each box, point and quad. */
const FaceNodes = memo(({ faces }: { faces: FaceShapes }): ReactNode =>
  Array.from({ length: faces.count }, (_, i) => {
    const [x = 0, y = 0, width = 0, height = 0] = faces.boxes.subarray(i * 4, i * 4 + 4);
    const from = faces.pointOffsets[i] ?? 0;
    const points = Array.from({ length: (faces.pointOffsets[i + 1] ?? 0) - from }, (_point, p) => (
      <Circle
        key={`${i}-${p}`}
        x={faces.points[(from + p) * 2] ?? 0}
        y={faces.points[(from + p) * 2 + 1] ?? 0}
        radius={1}
        fill="#0072b2"
      />
    ));
    return [<Rect key={i} x={x} y={y} width={width} height={height} stroke="#0072b2" />, ...points];
  }),
);

const QuadNodes = memo(({ quads }: { quads: readonly QuadShape[] }): ReactNode =>
  quads.flatMap((shape) =>
    [shape.quad, ...(shape.lines ?? [])].map((quad) => (
      <Line
        key={`${shape.id} ${quad[0].x} ${quad[0].y}`}
        closed
        stroke="#0072b2"
        points={quad.flatMap(({ x, y }) => [x, y])}
      />
    )),
  ),
);

type NaiveProps = {
  readonly picture: ImageBitmap;
  readonly faces?: FaceShapes;
  readonly quads?: readonly QuadShape[];
  readonly layer: RefObject<KonvaLayer | null>;
};

export const Naive = ({ picture, faces, quads, layer }: NaiveProps): ReactNode => (
  <Stage width={1200} height={800}>
    <Layer ref={layer} scaleX={0.26} scaleY={0.26}>
      <Image image={picture} width={pictureSize.width} height={pictureSize.height} />
      {faces ? <FaceNodes faces={faces} /> : null}
      {quads ? <QuadNodes quads={quads} /> : null}
    </Layer>
  </Stage>
);
