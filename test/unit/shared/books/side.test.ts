import { describe, expect, it } from 'vitest';
import { mostFrequentBuyer, sideOf } from '../../../../shared/books/side.ts';
import { formKinds, railKind } from '../../../../shared/invoice/kind.ts';
import { party } from '../../../helpers/book-invoice.ts';

const [us, sister, other, nobody] = [
  party('启明纸业（苏州）有限公司', '91545385JPH2Q56FRE'),
  party('启明物流有限公司', '91050989RH0N3W1B7L'),
  party('青禾信息技术股份有限公司', '91330106MA2H7K3Q54'),
  party(null, null),
];
const company = { name: '启明纸业（苏州）有限公司', taxId: '91545385JPH2Q56FRE' };
const second = { name: '', taxId: '91050989RH0N3W1B7L' };

describe('the side of an invoice', () => {
  it.each([
    ['purchase', { kind: '31', seller: other, buyer: us }],
    ['sale', { kind: '31', seller: us, buyer: other }],
    ['both', { kind: '31', seller: us, buyer: sister }],
    ['unknown', { kind: '31', seller: other, buyer: other }],
    // An id that differs says more than an equal name.
    ['unknown', { kind: '31', seller: other, buyer: party(company.name, '91330106MA2H7K3Q54') }],
    ['purchase', { kind: '04', seller: other, buyer: party('启明纸业(苏州)有限公司', null) }],
  ] as const)('is %s by the own companies', (side, invoice) => {
    expect(sideOf([company, second], invoice)).toEqual({ side, isAssumed: false });
  });

  it('is a purchase if a paper names no buyer and there is exactly one own company', () => {
    for (const kind of [formKinds.taxi, formKinds.coach, railKind, '14']) {
      const ticket = { kind, seller: other, buyer: nobody };
      expect(sideOf([company], ticket), kind).toEqual({ side: 'purchase', isAssumed: true });
      // The same company of the rules, the settings and the command line is one.
      expect(sideOf([company, { ...company, name: '' }], ticket).isAssumed, kind).toBe(true);
      expect(sideOf([company, second], ticket), kind).toEqual({ side: 'unknown', isAssumed: false });
      expect(sideOf([], ticket).side, kind).toBe('unknown');
      expect(sideOf([company], { ...ticket, buyer: other }).side, kind).toBe('unknown');
    }
    expect(sideOf([company], { kind: '31', seller: other, buyer: nobody }).side).toBe('unknown');
  });
});

it('the most frequent buyer with an id is offered', () => {
  const invoices = [other, us, us, nobody, nobody, nobody].map((buyer) => ({ buyer }));
  expect(mostFrequentBuyer(invoices)).toEqual({ ...company, invoices: 2 });
  expect(mostFrequentBuyer([{ buyer: nobody }])).toBeNull();
});
