import { expect, test } from 'vitest';
import { widenedToInk } from '../../../../electron/intake/ink-beside.ts';

const [width, height] = [400, 200];
const line = { x: 150, y: 90, w: 80, h: 16 };
type Ink = readonly [number, number, number];
const [black, red, brown]: readonly [Ink, Ink, Ink] = [
  [0, 0, 0],
  [215, 25, 25],
  [128, 20, 0],
];

/** A white page, and what paints on it. */
const page = () => {
  const plain = Buffer.alloc(width * height * 3, 255);
  const dot = (x: number, y: number, ink: Ink): void => {
    for (const [part, value] of ink.entries())
      plain[(Math.round(y) * width + Math.round(x)) * 3 + part] = value;
  };
  const bar = (x: number, y: number, w: number, h: number, ink: Ink): void => {
    for (let row = y; row < y + h; row += 1) for (let at = x; at < x + w; at += 1) dot(at, row, ink);
  };
  return { plain, dot, bar };
};

/** A 7 before the text. */
const seven = ({ bar }: ReturnType<typeof page>, ink: Ink): void => {
  bar(136, 92, 8, 2, ink);
  bar(141, 92, 2, 12, ink);
};

const widened = ({ plain }: ReturnType<typeof page>) =>
  widenedToInk(line, { data: plain, width, height, channels: 3 }, plain, () => false);

test.each([
  ['black', black],
  ['red', red],
  ['brown', brown],
])('a %s mark beside a text may be one of its characters', (_, ink) => {
  const painted = page();
  seven(painted, ink);
  expect(widened(painted)).toMatchObject({ x: 136, w: 94 });
});

test('a red mark between the red rules of a form is none of a seal', () => {
  const painted = page();
  for (const y of [60, 84, 112, 140]) painted.bar(20, y, 360, 1, red);
  for (const x of [110, 260]) painted.bar(x, 60, 1, 80, red);
  seven(painted, red);
  expect(widened(painted)).toMatchObject({ x: 136, w: 94 });
});

test('a part of a seal beside a text is no character', () => {
  const painted = page();
  // Two rings and a star of strokes, which end beside the text.
  for (let angle = 0; angle < 2 * Math.PI; angle += 0.004) {
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    for (const radius of [44, 43, 42, 34, 33]) painted.dot(100 + radius * x, 98 + 0.7 * radius * y, red);
  }
  for (let at = 0; at < 9; at += 1) painted.bar(70 + 7 * at, 90, 3, 14, red);
  seven(painted, red);
  expect(widened(painted)).toBeNull();
});
