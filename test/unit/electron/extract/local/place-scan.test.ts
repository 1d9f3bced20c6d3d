import { expect, test } from 'vitest';
import { placePage } from '../../../../../electron/extract/local/place/place-page.ts';
import type { ReadLine, ReadPicture } from '../../../../../electron/extract/local/read-lines.ts';
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

const read = (picture: ReadPicture) => placePage(picture, { qr: null, confirmed: [] });
const severalIn = (picture: ReadPicture) =>
  read(picture)?.findings.find(({ id }) => id === 'several-invoices');

/** The second picture below the first, on one page. */
const stacked = (above: ReadPicture, below: ReadPicture): ReadPicture => {
  const down = ({ x, y }: ReadLine['quad'][0]) => ({ x, y: y + above.height });
  const lowered = ({ quad: [tl, tr, br, bl], ...line }: ReadLine): ReadLine => ({
    ...line,
    quad: [down(tl), down(tr), down(br), down(bl)],
  });
  const lines = [...above.lines, ...below.lines.map(lowered)];
  return { ...above, height: above.height + below.height, lines };
};

test('of two invoices on a picture reads the first alone, and an error names both', async () => {
  const sheets = await Promise.all(seeds.map(makeSheet));
  const pictures = sheets.map((made) => syntheticPicture(made.sheet, made.seed, noNoise));
  for (const picture of pictures) expect(severalIn(picture)).toBeUndefined();
  // A paper form whose number has a label, above a digital invoice.
  for (const [above, below] of [
    [1, 2],
    [4, 5],
    [7, 8],
    [10, 11],
  ] as const) {
    const [upper, lower] = [pictures[above], pictures[below]];
    if (!upper || !lower) throw new Error('No picture');
    const both = stacked(upper, lower);
    expect(read(both)?.invoice).toEqual(read(upper)?.invoice);
    for (const one of [upper, lower])
      expect(severalIn(both)?.message.zh).toContain(read(one)?.invoice.number ?? '?');
  }
});
