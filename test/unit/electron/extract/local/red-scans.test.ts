import { expect, test } from 'vitest';
import type { Invoice, InvoiceLine } from '../../../../../shared/invoice/model.ts';
import type { PrintedItem } from '../../../../helpers/scans/print.ts';
import { makeSheet, type ScanSheet } from '../../../../helpers/scans/make-scan.ts';
import { measurePage } from '../../../../helpers/scans/measure.ts';
import { noNoise, syntheticPicture } from '../../../../helpers/scans/synthetic.ts';

const isFigure = (text: string | null): text is string => text !== null && /^\d+(?:\.\d+)?$/u.test(text);
const negative = (text: string | null): string | null => (isFigure(text) ? `-${text}` : text);

/** What is printed with a minus on a red invoice. */
const figuresOf = ({ lines, total, taxTotal, grossTotal }: Invoice): ReadonlySet<string> =>
  new Set(
    [
      ...lines.flatMap(({ quantity, amount, tax }) => [quantity, amount, tax]),
      total,
      taxTotal,
      grossTotal,
    ].filter(isFigure),
  );

/** The invoice with negative amounts and quantities, and the words for them. */
const asRed = ({ truth, sheet, ...made }: ScanSheet, sign: string): ScanSheet => {
  const changed = (line: InvoiceLine): InvoiceLine => ({
    ...line,
    quantity: negative(line.quantity),
    amount: negative(line.amount),
    tax: negative(line.tax),
  });
  const red: Invoice = {
    ...truth,
    lines: truth.lines.map(changed),
    total: negative(truth.total),
    taxTotal: negative(truth.taxTotal),
    grossTotal: negative(truth.grossTotal),
    grossTotalWords: `${sign}${truth.grossTotalWords ?? ''}`,
  };
  const figures = figuresOf(truth);
  const words = truth.grossTotalWords ?? '-';
  const item = (one: PrintedItem): PrintedItem => {
    if (one.kind !== 'text') return one;
    const figure = one.text.replace(/^[¥￥]/u, '');
    const text = figures.has(figure)
      ? one.text.replace(figure, `-${figure}`)
      : one.text.replace(words, `${sign}${words}`);
    return { ...one, text };
  };
  return { ...made, truth: red, sheet: { ...sheet, items: sheet.items.map(item) } };
};

test.each(['（负数）', '负数', '负'])(
  'a red invoice keeps %s before the words of its total',
  async (sign) => {
    let count = 0;
    for (const seed of Array.from({ length: 16 }, (_, at) => at)) {
      const made = await makeSheet(seed);
      // A price that is printed like an amount stays positive. A discount becomes positive.
      const figures = figuresOf(made.truth);
      const isClear = ({ unitPrice, amount }: InvoiceLine): boolean =>
        isFigure(amount) && !figures.has(unitPrice ?? '-');
      if (!made.truth.lines.every(isClear)) continue;
      count += 1;
      const red = asRed(made, sign);
      expect(measurePage(red, syntheticPicture(red.sheet, seed, noNoise, 1)).wrong).toEqual([]);
    }
    expect(count).toBeGreaterThan(2);
  },
);
