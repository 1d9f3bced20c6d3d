import { expect, test } from 'vitest';
import { paperIn } from '../../../../../electron/extract/document/page-text/papers.ts';
import { textRowsOf } from '../../../../../electron/extract/document/page-text/rows.ts';
import { scoresOn } from '../../../../../electron/extract/local/place/paper-doubts.ts';
import { scanPageOf } from '../../../../../electron/extract/local/place/scan-glyphs.ts';
import type { ReadLine, ReadPicture } from '../../../../../electron/extract/local/read-lines.ts';
import { imagePoint } from '../../../../../shared/geometry.ts';
import { checkInvoice } from '../../../../../shared/invoice/check-invoice.ts';
import { paperExtraction } from '../../../../../shared/invoice/checks/no-invoice.ts';

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

const findingsOf = (page: ReadPicture, confidenceLimit: number) => {
  const scan = scanPageOf(page);
  const found = paperIn(textRowsOf(scan.glyphs));
  if (!found) throw new Error('No paper');
  const extraction = paperExtraction('local', found.paper, scoresOn(found, scan, page));
  return checkInvoice(extraction, {
    today: '2026-11-27',
    confidenceLimit,
    ownCompanies: [],
    qr: null,
    others: [],
  });
};

const receipt = (payer: string, payee: string, amount = '318.00'): ReadPicture => ({
  width: 1600,
  height: 800,
  toPicture: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  isBlank: false,
  isCoarse: false,
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

/** The values that the finding about confidence names. */
const unsureIn = (page: ReadPicture, confidenceLimit = 0.9): string | undefined =>
  findingsOf(page, confidenceLimit)
    .find(({ id, level }) => id === 'paper-confidence' && level === 'warn')
    ?.message.en.replace(/^.*: /u, '');

test('marks the values of a scanned paper that were read unsurely', () => {
  expect(unsureIn(receipt('启明纸业有限公司', '青禾商行'))).toBeUndefined();
  expect(unsureIn(receipt('启明纸?业有限公司', '青禾商行'))).toBe('启明纸业有限公司');
  expect(unsureIn(receipt('启明纸业有限公司', '青禾商行', '31?8.00'))).toBe('318.00');
});

test('marks a name that goes on in another row, and no person', () => {
  expect(unsureIn(receipt('启明纸业有限', '王小明'))).toBe('启明纸业有限');
  expect(unsureIn(receipt('启明纸业(苏州', '青禾商行(普通合伙)'))).toBe('启明纸业(苏州');
  expect(unsureIn(receipt('买买提·艾力', 'Acme Ltd.'))).toBeUndefined();
});

test('follows the limit of the user', () => {
  const page = receipt('启明纸?业有限公司', '青禾商行');
  expect(unsureIn(page, 0.6)).toBeUndefined();
  expect(unsureIn(page, 0.995)).toBe('318.00, 启明纸业有限公司, 青禾商行');
});

test('marks all values of a coarse scan', () => {
  const page = { ...receipt('启明纸业有限公司', '青禾商行'), isCoarse: true };
  expect(unsureIn(page)).toBe('318.00, 启明纸业有限公司, 青禾商行');
});
