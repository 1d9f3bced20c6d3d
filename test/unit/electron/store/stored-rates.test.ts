import { expect, test } from 'vitest';
import { figureColumns, readerOf } from '../../../../electron/store/records/page-columns.ts';
import { totalledColumns } from '../../../../shared/review/totals.ts';

const read = readerOf({ rates: figureColumns.rates });
const invoice = { code: null, number: '1', total: '130.00', taxTotal: '15.00', grossTotal: '145.00' };

/** The rates of a row, and how many of its values could not be read. */
const ratesOf = (rates: unknown) => {
  let damages = 0;
  const row = read({ rates }, () => {
    damages += 1;
  });
  return { rates: row.rates, damages };
};

test('the rates of an invoice are read as they were stored, without what its lines do not explain', () => {
  const shares = [
    ['13%', 10_000, 1_300],
    ['6%', 2_000, 120],
  ] as const;
  // 10.00 of the total is in no line.
  expect(JSON.parse(totalledColumns({ ...invoice, rates: shares }).rates)).toHaveLength(3);
  expect(ratesOf(totalledColumns({ ...invoice, rates: shares }).rates)).toEqual({
    rates: shares,
    damages: 0,
  });
  expect(ratesOf(totalledColumns(invoice).rates)).toEqual({ rates: [], damages: 0 });
  expect(ratesOf(null)).toEqual({ rates: [], damages: 0 });
});

test.each(['', '{', 'null', '[1]', '[["13%", 1, 2]]', '[["13%", "1", 2, 3]]', '[[1, 1, 2, 3]]', 7])(
  'a damaged value is told: %s',
  (value) => {
    expect(ratesOf(value)).toEqual({ rates: [], damages: 1 });
  },
);
