import { describe, expect, it } from 'vitest';
import { matchList } from '../../../../shared/books/match-list.ts';
import type { TaxList, TaxListRow } from '../../../../shared/books/tax-list.ts';
import { bookInvoice, party } from '../../../helpers/book-invoice.ts';

const row = (over: Partial<TaxListRow> = {}): TaxListRow => ({
  row: 2,
  code: null,
  number: '24312000000012345678',
  issueDate: '2024-05-28',
  sellerName: null,
  sellerTaxId: null,
  buyerTaxId: null,
  net: 30_000,
  tax: 1800,
  gross: 31_800,
  kind: null,
  status: '正常',
  ticked: null,
  ...over,
});

const list = (rows: readonly TaxListRow[], over: Partial<TaxList> = {}): TaxList => ({
  kind: 'full',
  byLine: false,
  rows,
  ...over,
});

const digital = (end: number) => `2431200000001234${String(end).padStart(4, '0')}`;

describe('matching a list with the ledger', () => {
  it('reports nothing if both agree', () => {
    expect(matchList(list([row()]), [bookInvoice()], [])).toEqual({
      onlyInList: [],
      onlyInLedger: [],
      differences: [],
      flags: [],
      matched: 1,
      unreadable: [],
    });
  });

  it("lists what is missing on either side, only within the list's dates", () => {
    const rows = [
      row({ number: digital(1), issueDate: '2024-05-01' }),
      row({ number: digital(2), issueDate: '2024-05-31' }),
    ];
    const invoices = [
      bookInvoice({ number: digital(1), issueDate: '2024-05-01' }),
      bookInvoice({ number: digital(3), issueDate: '2024-05-15' }),
      bookInvoice({ number: digital(4), issueDate: '2024-06-01' }),
      bookInvoice({ number: digital(5), issueDate: null }),
      bookInvoice({ number: null }),
    ];
    expect(matchList(list(rows), invoices, [])).toMatchObject({
      onlyInList: [{ code: null, number: digital(2) }],
      onlyInLedger: [{ code: null, number: digital(3) }],
      matched: 1,
    });
  });

  it('matches paper invoices by code and number despite lost leading zeros', () => {
    const paper = bookInvoice({ code: '031001900111', number: '00123456' });
    const found = matchList(list([row({ code: '31001900111', number: '123456' })]), [paper], []);
    expect(found).toMatchObject({ matched: 1, onlyInList: [], onlyInLedger: [] });
    const other = matchList(list([row({ code: '3100190011', number: '00123456' })]), [paper], []);
    expect(other.onlyInList).toEqual([{ code: '3100190011', number: '00123456' }]);
    expect(other.onlyInLedger).toEqual([{ code: '031001900111', number: '00123456' }]);
  });

  it('matches a paper invoice whose code only one side has, if its number is unique', () => {
    const paper = bookInvoice({ kind: '04', code: '3100221130', number: '12345678' });
    const other = bookInvoice({ kind: '04', code: '3100221140', number: '12345678' });
    const bare = { ...paper, code: null };
    const listed = (code: string | null) => matchList(list([row({ code, number: '12345678' })]), [paper], []);
    expect(listed(null)).toMatchObject({ matched: 1, onlyInList: [], onlyInLedger: [] });
    expect(matchList(list([row({ code: '3100221130', number: '12345678' })]), [bare], [])).toMatchObject({
      matched: 1,
      onlyInList: [],
      onlyInLedger: [],
    });
    // Two codes mean two invoices, and a number of two invoices is ambiguous.
    expect(listed('3100221140')).toMatchObject({ matched: 0, onlyInList: [{}], onlyInLedger: [{}] });
    expect(matchList(list([row({ code: null, number: '12345678' })]), [paper, other], [])).toMatchObject({
      matched: 0,
      onlyInList: [{ code: null, number: '12345678' }],
      onlyInLedger: [{}, {}],
    });
  });

  it('reports different amounts, dates and ids with both values', () => {
    const found = matchList(
      list([row({ net: 30_001, tax: 1799, issueDate: '2024-05-29', sellerTaxId: 'X' })]),
      [bookInvoice({ seller: party('上海卖方有限公司', 'Y') })],
      [],
    );
    expect(found.differences.map(({ field, list: there, ledger }) => [field, there, ledger])).toEqual([
      ['issueDate', '2024-05-29', '2024-05-28'],
      ['seller.taxId', 'X', 'Y'],
      ['total', '300.01', '300.00'],
      ['taxTotal', '17.99', '18.00'],
    ]);
  });

  it('sums the line items of one invoice, and detects an invoice exported twice', () => {
    const half = row({ net: 15_000, tax: 900, gross: 15_900 });
    expect(matchList(list([half, half], { byLine: true }), [bookInvoice()], []).differences).toEqual([]);
    expect(matchList(list([row(), row()], { byLine: true }), [bookInvoice()], []).differences).toEqual([]);
    expect(
      matchList(list([half, row()], { byLine: true }), [bookInvoice()], []).differences.map(
        ({ list: there }) => there,
      ),
    ).toEqual(['450.00', '27.00', '477.00']);
  });

  it('flags invoices that are not ticked, voided or reversed', () => {
    const flagged = [
      row({ number: digital(1), ticked: false }),
      row({ number: digital(2), status: '已作废' }),
      row({ number: digital(3), status: '已红冲-全额' }),
      row({ number: digital(4), status: '已红冲-部分' }),
      row({ number: digital(5), status: '未红冲', ticked: true }),
      row({ number: digital(6), status: '失控' }),
      row({ number: digital(7), risk: '疑点发票' }),
      row({ number: digital(8), risk: '正常' }),
    ];
    expect(matchList(list(flagged), [], []).flags).toEqual([
      { code: null, number: digital(1), state: 'not-ticked' },
      { code: null, number: digital(2), state: 'voided' },
      { code: null, number: digital(3), state: 'turned-red' },
      { code: null, number: digital(4), state: 'partly-turned-red' },
      { code: null, number: digital(6), state: 'other-status', word: '失控' },
      { code: null, number: digital(7), state: 'risk', word: '疑点发票' },
    ]);
  });

  it('compares the deductible tax, and withholds what a rounded number may be', () => {
    const { differences } = matchList(list([row({ deductibleTax: 900 })]), [bookInvoice()], []);
    expect(differences).toMatchObject([{ field: 'deductibleTax', list: '9.00', ledger: '18.00' }]);
    const rounded = matchList(list([row({ number: null })]), [bookInvoice()], []);
    expect([rounded.unreadable, rounded.onlyInLedger]).toEqual([[2], []]);
  });

  it('does not report ordinary invoices as missing from a list of special ones', () => {
    const ordinary = bookInvoice({ kind: '32', number: digital(9) });
    const special = bookInvoice({ number: digital(8) });
    const rows = [row({ kind: '增值税专用发票' })];
    const found = matchList(list(rows, { kind: 'deduction' }), [ordinary, special], []);
    expect(found.onlyInLedger).toEqual([{ code: null, number: digital(8) }]);
    expect(matchList(list([row()], { kind: 'deduction' }), [ordinary], []).onlyInLedger).toHaveLength(1);
    // The full query includes every kind, so an invoice that is not in it is missing.
    expect(matchList(list(rows), [ordinary], []).onlyInLedger).toHaveLength(1);
  });

  it('does not report a sale as missing from a list of purchases, nor the other way round', () => {
    const [own, supplier, customer] = ['91110000000000001A', '91310000000000002B', '91440000000000003C'];
    const purchase = bookInvoice({ number: digital(7) });
    const sale = bookInvoice({
      number: digital(8),
      seller: party('北京买方有限公司', own),
      buyer: party('客户', customer),
    });
    const missing = (from: TaxList, mine: readonly { name: string; taxId: string }[] = []) =>
      matchList(from, [purchase, sale], [...mine]).onlyInLedger.map(({ number }) => number);
    const received = [
      row({ buyerTaxId: own, sellerTaxId: supplier }),
      row({ number: digital(1), buyerTaxId: own.toLowerCase(), sellerTaxId: customer }),
    ];
    expect(missing(list(received))).toEqual([digital(7)]);
    const issued = [
      row({ sellerTaxId: own, buyerTaxId: customer }),
      row({ number: digital(1), sellerTaxId: own, buyerTaxId: supplier }),
    ];
    expect(missing(list(issued))).toEqual([digital(8)]);
    // The list for deduction names no buyer, so the user's companies determine the sides.
    const deduction = list([row()], { kind: 'deduction' });
    expect(missing(deduction)).toEqual([digital(7), digital(8)]);
    expect(missing(deduction, [{ name: '', taxId: own }])).toEqual([digital(7)]);
  });

  it('lists rows without a readable number, and counts a repeated invoice once', () => {
    const found = matchList(list([row({ row: 7, number: null }), row()]), [bookInvoice(), bookInvoice()], []);
    expect(found).toMatchObject({ unreadable: [7], matched: 1 });
  });
});
