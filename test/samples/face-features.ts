import type { SKRSContext2D } from '@napi-rs/canvas';
import { browEnds, brows, eye, mouths } from './face-geometry.ts';
import { mix } from './face-head.ts';
import type { Person } from './face-model.ts';

const sides = [-1, 1] as const;

const drawBrows = (context: SKRSContext2D, { expression, hairColor, hair, gender }: Person): void => {
  const { outer, inner, arch } = brows[expression];
  context.strokeStyle = mix(hair === 'bald' ? '#4a3a30' : hairColor, '#000000', 0.12);
  context.lineWidth = gender === 'male' ? 3.4 : 2.3;
  context.lineCap = 'round';
  for (const side of sides) {
    context.beginPath();
    context.moveTo(side * browEnds.outer, outer);
    context.quadraticCurveTo(side * 18, arch, side * browEnds.inner, inner);
    context.stroke();
  }
};

const drawEye = (context: SKRSContext2D, side: -1 | 1, { expression, gender }: Person): void => {
  const open = expression === 'surprise' ? 6.4 : expression === 'happy' ? 4 : 4.8;
  context.save();
  context.translate(side * eye[0], eye[1]);
  context.beginPath();
  context.moveTo(-7.5, 0.6);
  context.quadraticCurveTo(0, -open * 1.5, 7.5, 0.6);
  context.quadraticCurveTo(0, open * 1.15, -7.5, 0.6);
  context.closePath();
  context.fillStyle = '#fdfbf8';
  context.fill();
  context.save();
  context.clip();
  context.fillStyle = '#3c2a1e';
  context.beginPath();
  context.arc(0, -0.4, 3.9, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = '#0d0a08';
  context.beginPath();
  context.arc(0, -0.4, 2, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = '#ffffff';
  context.beginPath();
  context.arc(-1.3, -1.7, 1.1, 0, Math.PI * 2);
  context.fill();
  context.restore();
  context.strokeStyle = '#2a1a14';
  context.lineWidth = gender === 'female' ? 1.9 : 1.3;
  context.beginPath();
  context.moveTo(-7.8, 0.9);
  context.quadraticCurveTo(0, -open * 1.55, 7.8, 0.4);
  if (gender === 'female') {
    context.moveTo(side * 7.6, 0.6);
    context.lineTo(side * 9.8, -2);
  }
  context.stroke();
  context.restore();
};

const drawNose = (context: SKRSContext2D, { skin }: Person): void => {
  context.strokeStyle = mix(skin, '#6b2f1a', 0.45);
  context.lineWidth = 1.5;
  context.lineCap = 'round';
  context.beginPath();
  context.moveTo(2.4, -3);
  context.quadraticCurveTo(4.5, 6, 5.2, 12);
  context.quadraticCurveTo(2.6, 16.4, 0, 15.6);
  context.quadraticCurveTo(-2.8, 16.4, -5, 13.4);
  context.stroke();
};

const lips = (gender: Person['gender']): string => (gender === 'female' ? '#c04a54' : '#a85a4c');

const drawOpenSmile = (context: SKRSContext2D, color: string): void => {
  context.fillStyle = '#7a1f27';
  context.beginPath();
  context.moveTo(-12, 26);
  context.quadraticCurveTo(0, 28.5, 12, 26);
  context.quadraticCurveTo(0, 41, -12, 26);
  context.closePath();
  context.fill();
  context.fillStyle = '#fffdf8';
  context.beginPath();
  context.moveTo(-10, 26.8);
  context.quadraticCurveTo(0, 28.8, 10, 26.8);
  context.quadraticCurveTo(0, 33.5, -10, 26.8);
  context.closePath();
  context.fill();
  context.strokeStyle = color;
  context.lineWidth = 1.9;
  context.beginPath();
  const [x, y] = mouths.happy.corner;
  context.moveTo(-x, y);
  context.quadraticCurveTo(0, 28.6, x, y);
  context.quadraticCurveTo(0, 42, -x, y);
  context.stroke();
};

const drawMouth = (context: SKRSContext2D, { expression, gender }: Person): void => {
  const color = lips(gender);
  if (expression === 'happy') {
    drawOpenSmile(context, color);
    return;
  }
  if (expression === 'surprise') {
    context.fillStyle = '#6d1b22';
    context.strokeStyle = color;
    context.lineWidth = 2;
    context.beginPath();
    context.ellipse(0, mouths.surprise.corner[1], mouths.surprise.corner[0], 8, 0, 0, Math.PI * 2);
    context.fill();
    context.stroke();
    return;
  }
  const { corner, upper } = mouths[expression];
  context.strokeStyle = color;
  context.lineWidth = 2.6;
  context.lineCap = 'round';
  context.beginPath();
  context.moveTo(-corner[0], corner[1]);
  // The control point is twice as far from the chord as the curve.
  context.quadraticCurveTo(0, 2 * upper - corner[1], corner[0], corner[1]);
  context.stroke();
  context.strokeStyle = mix(color, '#ffffff', 0.25);
  context.lineWidth = 1.6;
  context.beginPath();
  context.moveTo(-5, 32.5);
  context.quadraticCurveTo(0, 34, 5, 32.5);
  context.stroke();
};

/** A beard along the jaw from ear to ear, over the chin and on the upper lip. */
const drawBeard = (context: SKRSContext2D, { hairColor, hair }: Person): void => {
  const color = hair === 'bald' ? '#4d3b30' : hairColor;
  context.fillStyle = mix(color, '#000000', 0.08);
  context.beginPath();
  context.moveTo(-37.5, 0);
  context.bezierCurveTo(-37, 26, -26, 48, -8, 53);
  context.quadraticCurveTo(0, 55, 8, 53);
  context.bezierCurveTo(26, 48, 37, 26, 37.5, 0);
  context.bezierCurveTo(34, 14, 28, 19, 18, 21);
  context.quadraticCurveTo(8, 18, 0, 21);
  context.quadraticCurveTo(-8, 18, -18, 21);
  context.bezierCurveTo(-28, 19, -34, 14, -37.5, 0);
  context.closePath();
  context.fill();
};

const drawMask = (context: SKRSContext2D): void => {
  context.strokeStyle = '#dfe9ee';
  context.lineWidth = 1.6;
  for (const side of sides) {
    context.beginPath();
    context.moveTo(side * 31, 10);
    context.quadraticCurveTo(side * 37, 4, side * 38, -2);
    context.moveTo(side * 27, 37);
    context.quadraticCurveTo(side * 36, 22, side * 38.5, 8);
    context.stroke();
  }
  context.fillStyle = '#a9d3e4';
  context.beginPath();
  context.moveTo(-32, 8);
  context.quadraticCurveTo(0, 2, 32, 8);
  context.quadraticCurveTo(34, 34, 20, 43);
  context.quadraticCurveTo(0, 56, -20, 43);
  context.quadraticCurveTo(-34, 34, -32, 8);
  context.closePath();
  context.fill();
  context.strokeStyle = '#86b6ca';
  context.lineWidth = 1.1;
  for (const y of [16, 24, 32]) {
    context.beginPath();
    context.moveTo(-30, y);
    context.quadraticCurveTo(0, y + 5, 30, y);
    context.stroke();
  }
};

const drawGlasses = (context: SKRSContext2D): void => {
  context.strokeStyle = '#23262e';
  context.lineWidth = 2.3;
  for (const side of sides) {
    context.fillStyle = 'rgba(214, 232, 245, 0.28)';
    context.beginPath();
    context.roundRect(side * 17 - 12.5, -15, 25, 19, 7.5);
    context.fill();
    context.stroke();
    context.beginPath();
    context.moveTo(side * 29.5, -8);
    context.lineTo(side * 38, -6);
    context.stroke();
  }
  context.beginPath();
  context.moveTo(-4.5, -7);
  context.quadraticCurveTo(0, -10, 4.5, -7);
  context.stroke();
};

/** Everything on the skin, in drawing order. */
export const drawFeatures = (context: SKRSContext2D, person: Person): void => {
  if (person.beard) drawBeard(context, person);
  drawNose(context, person);
  drawMouth(context, person);
  if (person.mask) drawMask(context);
  for (const side of sides) drawEye(context, side, person);
  drawBrows(context, person);
  if (person.glasses) drawGlasses(context);
};
