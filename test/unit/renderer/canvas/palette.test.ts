import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lineStyles } from '../../../../renderer/canvas/palette.ts';
import { tones, type Tone } from '../../../../renderer/canvas/shapes.ts';

const css = readFileSync(join(import.meta.dirname, '../../../../renderer/ui/styles/tokens.css'), 'utf8');
const colourOf = (tone: Tone): readonly number[] => {
  const hex = new RegExp(`--overlay-${tone}: #([0-9a-f]{6});`).exec(css)?.[1] ?? '';
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
};
const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const luminance = (tone: Tone): number => {
  const [r = NaN, g = NaN, b = NaN] = colourOf(tone).map(linear);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** The states of a value; a face has no state. */
const states = tones.filter((tone) => tone !== 'face');
const pairs = states.flatMap((one, at) => states.slice(at + 1).map((other) => [one, other] as const));

describe('the states of values on the picture', () => {
  test.each(states)('%s contrasts with paper like text', (tone) => {
    expect(1.05 / (luminance(tone) + 0.05)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs)('%s and %s differ in line style alone, independent of colour', (one, other) => {
    const [a, b] = [lineStyles[one], lineStyles[other]];
    const isOtherDash = JSON.stringify(a.dash) !== JSON.stringify(b.dash);
    const isOtherWidth = Math.max(a.width, b.width) >= 2 * Math.min(a.width, b.width);
    expect(isOtherDash || isOtherWidth).toBe(true);
  });
});
