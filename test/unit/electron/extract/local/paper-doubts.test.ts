import { expect, test } from 'vitest';
import { paperIn } from '../../../../../electron/extract/document/page-text/papers.ts';
import { textRowsOf } from '../../../../../electron/extract/document/page-text/rows.ts';
import { unsureOn } from '../../../../../electron/extract/local/place/paper-doubts.ts';
import { scanPageOf } from '../../../../../electron/extract/local/place/scan-glyphs.ts';
import type { ReadLine } from '../../../../../electron/extract/local/read-lines.ts';
import { imagePoint } from '../../../../../shared/geometry.ts';

const size = 20;

/** A line as a recognizer reads it, whose characters with a question mark behind them are unsure. */
const lineOf = (text: string, x: number, y: number): ReadLine => {
  const widthOf = (one: string): number => (one === '?' ? 0 : /[!-~]/u.test(one) ? size / 2 : size);
  const ends: number[] = [];
  for (const one of text) ends.push((ends.at(-1) ?? 0) + widthOf(one));
  const width = ends.at(-1) ?? 0;
  const [right, bottom] = [x + width, y + size];
  return {
    quad: [imagePoint(x, y), imagePoint(right, y), imagePoint(right, bottom), imagePoint(x, bottom)],
    glyphs: [...text.matchAll(/(?<one>[^?])(?<mark>\?)?/gu)].map(({ groups, index }) => {
      const { one = '', mark } = groups ?? {};
      const centre = (ends[index] ?? 0) - widthOf(one) / 2;
      return { alternatives: [{ text: one, score: mark === undefined ? 0.99 : 0.7 }], at: centre / width };
    }),
    score: 0.99,
  };
};

const unsureIn = (payer: string, payee: string, amount = '318.00') => {
  const page = scanPageOf({
    width: 1600,
    height: 800,
    toPicture: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    isBlank: false,
    lines: [
      lineOf('银行电子回单', 500, 40),
      lineOf('付款人户名:', 40, 120),
      lineOf(payer, 180, 120),
      lineOf('收款人户名:', 840, 120),
      lineOf(payee, 980, 120),
      lineOf('金额(小写):', 40, 180),
      lineOf(amount, 200, 180),
    ],
  });
  const found = paperIn(textRowsOf(page.glyphs));
  if (!found) throw new Error('No paper');
  return unsureOn(found, page);
};

test('marks the values of a scanned paper that were read unsurely', () => {
  expect(unsureIn('启明纸业有限公司', '青禾商行')).toEqual([]);
  expect(unsureIn('启明纸?业有限公司', '青禾商行')).toEqual(['payer']);
  expect(unsureIn('启明纸业有限公司', '青禾商行', '31?8.00')).toEqual(['amount']);
});

test('marks a name that goes on in another row, and no person', () => {
  expect(unsureIn('启明纸业有限', '王小明')).toEqual(['payer']);
  expect(unsureIn('启明纸业(苏州', '青禾商行(普通合伙)')).toEqual(['payer']);
  expect(unsureIn('买买提·艾力', 'Acme Ltd.')).toEqual([]);
});
