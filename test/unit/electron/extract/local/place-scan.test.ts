import { expect, test } from 'vitest';
import { makeSheet } from '../../../../helpers/scans/make-scan.ts';
import { measurePage, tallyOf } from '../../../../helpers/scans/measure.ts';
import { noNoise, syntheticPicture, usualNoise } from '../../../../helpers/scans/synthetic.ts';

const seeds = Array.from({ length: 18 }, (_, seed) => seed);

test('places what is read without errors', async () => {
  const sheets = await Promise.all(seeds.map(makeSheet));
  const pages = sheets.map((made) => measurePage(made, syntheticPicture(made.sheet, made.seed, noNoise)));
  const tally = tallyOf(pages);
  expect(tally.exact, JSON.stringify(pages.flatMap(({ wrong }) => wrong))).toBeGreaterThan(0.99);
  expect(tally.markedRight).toBeLessThan(0.1);
});

test('marks what confusions and broken lines make wrong', async () => {
  const sheets = await Promise.all(seeds.map(makeSheet));
  const pages = sheets.map((made) => measurePage(made, syntheticPicture(made.sheet, made.seed, usualNoise)));
  const tally = tallyOf(pages);
  expect(tally.exact).toBeGreaterThan(0.96);
  expect(tally.strictUnmarked).toBe(0);
});
