import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { drawBackdrop, drawBench } from './face-backdrop.ts';
import { drawFeatures } from './face-features.ts';
import { drawBackHair, drawBody, drawFrontHair, drawHead } from './face-head.ts';
import type { Person, Scene } from './face-model.ts';
import { faceText } from './face-truth.ts';
import { encode } from './encode.ts';
import type { DrawnPicture } from './invoice.ts';

const drawPerson = (context: SKRSContext2D, person: Person): void => {
  context.save();
  context.translate(person.x, person.y);
  context.scale(person.size / 100, person.size / 100);
  drawBackHair(context, person);
  drawBody(context, person);
  context.rotate((person.tilt * Math.PI) / 180);
  drawHead(context, person);
  drawFeatures(context, person);
  drawFrontHair(context, person);
  context.restore();
};

/** People and rows of seats from back to front. */
const layers = (context: SKRSContext2D, scene: Scene): readonly { readonly y: number; readonly draw: () => void }[] =>
  [
    ...scene.people.map((person) => ({ y: person.y, draw: () => drawPerson(context, person) })),
    ...scene.benches.map((y) => ({ y, draw: () => drawBench(context, scene, y) })),
  ].toSorted((first, second) => first.y - second.y);

/** Draws people and returns what a reader of the picture would extract. */
export const drawFaces = async (scene: Scene): Promise<DrawnPicture<Readonly<Record<string, unknown>>>> => {
  const canvas = createCanvas(scene.width, scene.height);
  const context = canvas.getContext('2d');
  drawBackdrop(context, scene);
  for (const { draw } of layers(context, scene)) draw();
  const { data } = context.getImageData(0, 0, scene.width, scene.height);
  const bytes = await encode({ data, width: scene.width, height: scene.height }, 'jpg');
  return { bytes, truth: { service: 'face-detect', sha256: sha256Of(bytes), text: faceText(scene) } };
};
