import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitStack, type StackPage } from '../../../../shared/invoice/stack.ts';

const page = (number: string | null, rest: Partial<StackPage> = {}): StackPage => ({
  code: '1100171130',
  number,
  qr: null,
  isBlank: false,
  ...rest,
});

test('joins pages of one number, and sets blank backs apart', () => {
  const stack = splitStack([
    page('00000001'),
    page(null, { isBlank: true }),
    page('00000001'),
    page('00000002'),
  ]);
  expect(stack).toEqual({ documents: [[0, 2], [3]], blanks: [1] });
});

test('keeps invoices of different codes apart, and believes the QR code before the text', () => {
  const qr = '01,01,1100171130,00000003,100.00,20180101,,1A2B,';
  expect(splitStack([page('00000001'), page('00000001', { code: '3100171130' })]).documents).toEqual([
    [0],
    [1],
  ]);
  expect(splitStack([page('00000008', { qr }), page('00000003')]).documents).toEqual([[0, 1]]);
});

test('leaves a page without a number alone', () => {
  expect(splitStack([page('00000001'), page(null), page('00000001')]).documents).toEqual([[0], [1], [2]]);
});

test('loses no page and uses none twice', () => {
  const pages = fc.array(
    fc.record({
      code: fc.constantFrom(null, '1100171130'),
      number: fc.constantFrom(null, '00000001', '00000002'),
      qr: fc.constant(null),
      isBlank: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(pages, (given) => {
      const { documents, blanks } = splitStack(given);
      expect([...documents.flat(), ...blanks].toSorted((a, b) => a - b)).toEqual([...given.keys()]);
    }),
  );
});
