import { expect } from 'vitest';
import type { ReadLine, ReadPicture } from '../../../electron/extract/local/read-lines.ts';
import { makeSheet, type ScanSheet } from './make-scan.ts';
import { measurePage } from './measure.ts';
import { evenLine, noNoise, syntheticPicture } from './synthetic.ts';

/** What a perfect recognizer reads on a sheet. */
export const pictureOf = ({ sheet, seed }: ScanSheet): ReadPicture =>
  syntheticPicture(sheet, seed, noNoise, 1);

export const withLines = (picture: ReadPicture, added: readonly ReadLine[]): ReadPicture => ({
  ...picture,
  lines: [...picture.lines, ...added],
});

export const textOf = ({ glyphs }: ReadLine): string =>
  glyphs.map(({ alternatives }) => alternatives[0]?.text ?? '').join('');

/** The picture of a seed with some lines changed. */
export const changedPage = async (
  seed: number,
  change: (text: string, line: ReadLine) => readonly ReadLine[],
) => {
  const made = await makeSheet(seed);
  const picture = pictureOf(made);
  const changed = { ...picture, lines: picture.lines.flatMap((line) => change(textOf(line), line)) };
  expect(changed.lines).not.toEqual(picture.lines);
  return { made, picture: changed, measure: measurePage(made, changed) };
};

/** A line that reads as another text at the same place, with a low score. */
export const retext = (line: ReadLine, text: string): ReadLine => {
  const [{ x, y }, { x: end }, , { y: bottom }] = line.quad;
  return evenLine(text, { x, y, width: end - x, height: bottom - y }, 0.5);
};

/** A picture with some texts changed, each as wide as its characters. */
export const withTexts = (picture: ReadPicture, change: (text: string) => string): ReadPicture => ({
  ...picture,
  lines: picture.lines.map((line) => {
    const text = textOf(line);
    const changed = change(text);
    const [{ x, y }, right, , bottom] = line.quad;
    const width = (changed.length / text.length) * (right.x - x);
    return changed === text ? line : evenLine(changed, { x, y, width, height: bottom.y - y }, line.score);
  }),
});
