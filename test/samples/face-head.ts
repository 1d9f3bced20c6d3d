import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Person } from './face-model.ts';

const channel = (color: string, index: number): number =>
  Number.parseInt(color.slice(1 + index * 2, 3 + index * 2), 16);

/** Mixes two `#rrggbb` colours; `share` is the part of the second, 0 to 1. */
export const mix = (first: string, second: string, share: number): string => {
  const mixed = [0, 1, 2].map((index) =>
    Math.round(channel(first, index) * (1 - share) + channel(second, index) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
};

/** Shoulders and neck, behind the head. */
export const drawBody = (context: SKRSContext2D, { skin, shirt, gender }: Person): void => {
  const shoulder = gender === 'male' ? 84 : 72;
  context.fillStyle = shirt;
  context.beginPath();
  context.moveTo(-shoulder - 6, 420);
  context.lineTo(-shoulder, 170);
  context.bezierCurveTo(-shoulder, 96, -46, 80, -18, 70);
  context.lineTo(18, 70);
  context.bezierCurveTo(46, 80, shoulder, 96, shoulder, 170);
  context.lineTo(shoulder + 6, 420);
  context.closePath();
  context.fill();
  const shade = context.createLinearGradient(0, 44, 0, 76);
  shade.addColorStop(0, mix(skin, '#7a3b22', 0.42));
  shade.addColorStop(1, mix(skin, '#7a3b22', 0.16));
  context.fillStyle = shade;
  context.beginPath();
  context.moveTo(-15, 36);
  context.lineTo(-17, 70);
  context.quadraticCurveTo(0, 92, 17, 70);
  context.lineTo(15, 36);
  context.closePath();
  context.fill();
  context.strokeStyle = mix(shirt, '#000000', 0.22);
  context.lineWidth = 3;
  context.beginPath();
  context.moveTo(-21, 71);
  context.quadraticCurveTo(0, 98, 21, 71);
  context.stroke();
};

const headPath = (context: SKRSContext2D): void => {
  context.beginPath();
  context.moveTo(0, -48);
  context.bezierCurveTo(26, -48, 38, -28, 37.5, -4);
  context.bezierCurveTo(37, 22, 24, 44, 8, 48.5);
  context.quadraticCurveTo(0, 50.5, -8, 48.5);
  context.bezierCurveTo(-24, 44, -37, 22, -37.5, -4);
  context.bezierCurveTo(-38, -28, -26, -48, 0, -48);
  context.closePath();
};

const drawEars = (context: SKRSContext2D, skin: string): void => {
  for (const side of [-1, 1]) {
    context.fillStyle = mix(skin, '#a0522d', 0.12);
    context.beginPath();
    context.ellipse(side * 38, 2, 5.5, 10, side * 0.12, 0, Math.PI * 2);
    context.fill();
    context.strokeStyle = mix(skin, '#7a3b22', 0.35);
    context.lineWidth = 1;
    context.beginPath();
    context.arc(side * 38.5, 2, 3, side > 0 ? -1.2 : Math.PI - 1.2, side > 0 ? 1.2 : Math.PI + 1.2);
    context.stroke();
  }
};

/** Ears and the skin of the face, softly lit from the upper left. */
export const drawHead = (context: SKRSContext2D, { skin }: Person): void => {
  drawEars(context, skin);
  const light = context.createRadialGradient(-12, -16, 6, 0, 4, 60);
  light.addColorStop(0, mix(skin, '#ffffff', 0.28));
  light.addColorStop(0.55, skin);
  light.addColorStop(1, mix(skin, '#8a4b2f', 0.3));
  headPath(context);
  context.fillStyle = light;
  context.fill();
  for (const side of [-1, 1]) {
    const blush = context.createRadialGradient(side * 21, 15, 1, side * 21, 15, 11);
    blush.addColorStop(0, 'rgba(226, 106, 96, 0.30)');
    blush.addColorStop(1, 'rgba(226, 106, 96, 0)');
    context.fillStyle = blush;
    context.beginPath();
    context.arc(side * 21, 15, 11, 0, Math.PI * 2);
    context.fill();
  }
};

/** Hair behind the head and on the shoulders. */
export const drawBackHair = (context: SKRSContext2D, { hair, hairColor }: Person): void => {
  if (hair !== 'long') return;
  context.fillStyle = mix(hairColor, '#000000', 0.18);
  context.beginPath();
  context.moveTo(0, -57);
  context.bezierCurveTo(44, -58, 50, -20, 47, 16);
  context.bezierCurveTo(45, 48, 56, 72, 47, 96);
  context.quadraticCurveTo(0, 108, -47, 96);
  context.bezierCurveTo(-56, 72, -45, 48, -47, 16);
  context.bezierCurveTo(-50, -20, -44, -58, 0, -57);
  context.closePath();
  context.fill();
};

const crown = (context: SKRSContext2D, female: boolean, long: boolean): void => {
  context.beginPath();
  if (long) {
    context.moveTo(-42, 22);
    context.bezierCurveTo(-50, -30, -36, -59, 2, -58);
    context.bezierCurveTo(38, -58, 50, -30, 42, 22);
    context.bezierCurveTo(40, 0, 36, -16, 27, -27);
    context.bezierCurveTo(10, -22, -4, -28, -10, -36);
    context.bezierCurveTo(-18, -26, -37, -20, -37, 0);
    context.bezierCurveTo(-38, 10, -40, 16, -42, 22);
  } else if (female) {
    context.moveTo(-41, 30);
    context.bezierCurveTo(-52, -26, -38, -58, 0, -58);
    context.bezierCurveTo(38, -58, 52, -26, 41, 30);
    context.bezierCurveTo(34, 26, 36, -4, 32, -20);
    context.bezierCurveTo(14, -26, -18, -26, -32, -20);
    context.bezierCurveTo(-36, -4, -34, 26, -41, 30);
  } else {
    context.moveTo(-39, -2);
    context.bezierCurveTo(-46, -34, -30, -59, 4, -58);
    context.bezierCurveTo(34, -58, 46, -36, 39, -2);
    context.bezierCurveTo(37, -12, 36, -20, 30, -29);
    context.bezierCurveTo(18, -35, 2, -29, -10, -35);
    context.bezierCurveTo(-22, -34, -34, -26, -36, -10);
    context.bezierCurveTo(-37, -7, -38, -4, -39, -2);
  }
  context.closePath();
};

/** Hair over the forehead; a bald head gets a gleam instead. */
export const drawFrontHair = (context: SKRSContext2D, { hair, hairColor, gender }: Person): void => {
  if (hair === 'bald') {
    context.fillStyle = 'rgba(255, 255, 255, 0.35)';
    context.beginPath();
    context.ellipse(-12, -38, 10, 4, -0.35, 0, Math.PI * 2);
    context.fill();
    return;
  }
  const light = context.createLinearGradient(-30, -58, 30, 20);
  light.addColorStop(0, mix(hairColor, '#ffffff', 0.2));
  light.addColorStop(0.5, hairColor);
  light.addColorStop(1, mix(hairColor, '#000000', 0.2));
  context.fillStyle = light;
  crown(context, gender === 'female', hair === 'long');
  context.fill();
};
