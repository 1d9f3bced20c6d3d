import fc from 'fast-check';
import { expect, test } from 'vitest';
import { taxpayerId } from '../../../samples/taxpayer-id.ts';
import { otherReadings } from '../../../../shared/invoice/evidence/readings.ts';
import { evidenceOf, provenBy, repairsOf } from '../../../../shared/invoice/evidence/repair.ts';
import type { EvidenceContext } from '../../../../shared/invoice/evidence/identities.ts';
import { decimalOf, timesFraction } from '../../../../shared/invoice/money.ts';

const values = (given: Readonly<Record<string, string>>) => (path: string) => given[path] ?? null;

const right = {
  'lines.0.quantity': '3',
  'lines.0.unitPrice': '1298.25',
  'lines.0.amount': '3894.75',
  'lines.0.taxRate': '13%',
  'lines.0.tax': '506.32',
  total: '3894.75',
  taxTotal: '506.32',
  grossTotal: '4401.07',
  grossTotalWords: '肆仟肆佰零壹圆零柒分',
};
const context: EvidenceContext = {
  lineCount: 1,
  qr: null,
  copies: { code: null, number: null },
  confirmed: [],
};

test('repairs the only reading that satisfies all evidence, and says by which', () => {
  const read = { ...right, total: '8894.75' };
  const repairs = repairsOf(values(read), new Map([['total', ['3894.75', '8394.75']]]), context);
  expect(repairs).toEqual([
    { path: 'total', from: '8894.75', to: '3894.75', evidence: ['line-sum', 'gross-sum'] },
  ]);
});

test('repairs nothing if no reading of the recognizer fits', () => {
  const read = { ...right, total: '8894.75' };
  expect(repairsOf(values(read), new Map([['total', ['8394.75']]]), context)).toEqual([]);
});

test('repairs nothing if two readings would do', () => {
  const read = { total: '100.00', taxTotal: '6.00', grossTotal: '107.00' };
  const others = new Map([
    ['total', ['101.00']],
    ['grossTotal', ['106.00']],
  ]);
  expect(repairsOf(values(read), others, { ...context, lineCount: 0 })).toEqual([]);
});

test('does not call a contradicted value proven', () => {
  const proven = provenBy(values({ ...right, grossTotal: '4401.01' }), context);
  expect(proven.has('grossTotal')).toBe(false);
  expect(proven.has('grossTotalWords')).toBe(false);
});

test('proves an id by its check character, and finds a misread one', () => {
  const id = { 'seller.taxId': taxpayerId('91350211M000100Y4') };
  expect(provenBy(values(id), context).get('seller.taxId')).toEqual(['check-character']);
  const whole = id['seller.taxId'];
  const others = new Map([
    ['seller.taxId', [whole, `${whole.slice(0, 17)}${whole.endsWith('8') ? '3' : '8'}`]],
  ]);
  const repairs = repairsOf(values({ 'seller.taxId': whole.replace('M0', 'MO') }), others, context);
  expect(repairs.map(({ to }) => to)).toEqual([whole]);
});

test('changes nothing while all evidence holds, and only towards evidence that holds', () => {
  const cents = fc.integer({ min: 100, max: 5_000_000 });
  fc.assert(
    fc.property(cents, cents, fc.array(cents, { maxLength: 4 }), (amount, other, guesses) => {
      const tax = timesFraction(amount, 13, 100);
      const read = {
        'lines.0.amount': decimalOf(amount),
        'lines.0.taxRate': '13%',
        'lines.0.tax': decimalOf(tax),
        total: decimalOf(amount),
        taxTotal: decimalOf(tax),
        grossTotal: decimalOf(amount + tax),
      };
      const others = new Map(Object.keys(read).map((path) => [path, guesses.map(decimalOf)]));
      expect(repairsOf(values(read), others, context)).toEqual([]);
      const misread = { ...read, total: decimalOf(other) };
      const withTruth = new Map([['total', [...guesses.map(decimalOf), decimalOf(amount)]]]);
      for (const { path, to } of repairsOf(values(misread), withTruth, context)) {
        const repaired = values({ ...misread, [path]: to });
        expect(evidenceOf(repaired, context).every(({ holds }) => holds)).toBe(true);
      }
    }),
  );
});

test('offers only the alternatives of the recognizer, each reading once', () => {
  const readings = otherReadings([
    [
      { text: '8', score: 0.6 },
      { text: '3', score: 0.3 },
    ],
    [{ text: '1', score: 1 }],
    [
      { text: '0', score: 0.9 },
      { text: 'O', score: 0.05 },
    ],
  ]).map(({ text }) => text);
  expect(readings).toEqual(['310', '81O', '31O']);
});
