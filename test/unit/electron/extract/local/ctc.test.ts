import { expect, test } from 'vitest';
import { readSteps, scoreOf } from '../../../../../electron/extract/local/engine/ctc.ts';

const keys = ['3', '8', '叁'];
/** Each step as the probabilities of: nothing, 3, 8, 叁. */
const read = (steps: readonly (readonly number[])[], share = 1) =>
  readSteps({ data: Float32Array.from(steps.flat()), steps: steps.length, classes: 4 }, keys, share);

const nothing = [0.97, 0.01, 0.01, 0.01];
const three = [0.1, 0.7, 0.19, 0.01];
const eight = [0.05, 0.3, 0.65, 0];

test('joins equal steps to one character, and separates two by nothing between them', () => {
  const glyphs = read([three, three, nothing, three, eight]);
  expect(glyphs.map(({ alternatives }) => alternatives[0]?.text)).toEqual(['3', '3', '8']);
});

test('keeps what a character may be, most likely first', () => {
  const [glyph] = read([nothing, eight, nothing]);
  expect(glyph?.alternatives.map(({ text }) => text)).toEqual(['8', '3']);
  expect(glyph?.alternatives[0]?.score).toBeCloseTo(0.65);
});

test('places a character at the middle of its steps, without the padding', () => {
  expect(read([nothing, three, nothing, nothing])[0]?.at).toBeCloseTo(1.5 / 4);
  expect(read([nothing, three, nothing, nothing], 0.5)[0]?.at).toBeCloseTo(1.5 / 2);
  expect(read([nothing, nothing, nothing, three], 0.5)[0]?.at).toBe(1);
});

test('scores a line by its characters; an empty one has none', () => {
  expect(scoreOf(read([three, nothing, eight]))).toBeCloseTo((0.7 + 0.65) / 2);
  expect(scoreOf(read([nothing]))).toBe(0);
});
