import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import type { ArchivedInvoice } from '../../../../electron/books/archive/archived-invoices.ts';
import { receiverInstance } from '../../../../electron/books/archive/receiver-instance.ts';
import type { Ticket } from '../../../../shared/invoice/extraction.ts';
import { bookInvoice, party } from '../../../helpers/book-invoice.ts';
import { madeArchived } from '../../../helpers/made-archive.ts';

const xbrli = 'http://www.xbrl.org/2003/instance';
const entity = { name: '北京买方有限公司', taxId: '91110000000000001A' };

/** An element as an XML parser with namespaces sees it. */
type Node = {
  readonly uri: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
  text: string;
};

/** Parses strictly: what is not well-formed, or has a prefix that is not declared, throws. */
const parse = (xml: string): Node => {
  const root: Node = { uri: '', name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const values = Object.values(attributes).map((each) => [each.local, each.value]);
    const node: Node = {
      uri,
      name: local,
      attributes: Object.fromEntries(values),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('text', (text) => {
    const last = open.at(-1);
    if (last) last.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  const [whole] = root.children;
  if (!whole) throw new Error('no root');
  return whole;
};

const below = (node: Node): readonly Node[] => node.children.flatMap((child) => [child, ...below(child)]);
const named = (node: Node, name: string) => below(node).filter((each) => each.name === name);
const textOf = (node: Node, name: string) => named(node, name)[0]?.text;

const inTaxonomy = (node: Node) => node.uri.startsWith('http://xbrl.mof.gov.cn/');

/** The type of every name that Vouch writes, as the data standard gives it. */
const types: Readonly<Record<string, 'text' | 'amount' | 'day' | 'month' | 'boolean' | 'tuple'>> = {
  // einv: fully digital invoices.
  InvoiceNumber: 'text',
  SellerName: 'text',
  SellerIdNum: 'text',
  RequestTime: 'day',
  TotalAmWithoutTax: 'amount',
  TotalTaxAm: 'amount',
  'TotalTax-includedAmount': 'amount',
  WhetherEinvoiceIsRedEinvoice: 'boolean',
  WhetherEinvoiceHasBeenBooked: 'boolean',
  WhetherEinvoiceHasBeenChecked: 'boolean',
  // inv: VAT invoices with a code.
  UniqueCodeOfInvoice: 'text',
  CodeOfInvoice: 'text',
  NumberOfInvoice: 'text',
  NameOfSeller: 'text',
  TaxpayerIdentificationNumberUnifiedSocialCreditCodeOfSeller: 'text',
  DateOfIssue: 'day',
  TotalAmountExcludingTax: 'amount',
  TotalTaxAmount: 'amount',
  TaxIncludedAmountInFigures: 'amount',
  WhetherInvoiceIsRedInvoice: 'boolean',
  WhetherInvoiceHasBeenBooked: 'boolean',
  WhetherInvoiceHasBeenChecked: 'boolean',
  // rai, atr: tickets.
  ElectronicInvoiceRailwayETicketNumber: 'text',
  TaxAmount: 'amount',
  Fare: 'amount',
  ElectronicInvoiceAirTransportReceiptNumber: 'text',
  ETicketNumber: 'text',
  IssueDate: 'day',
  FuelSurcharge: 'amount',
  VatTaxAmount: 'amount',
  CivilAviationDevelopmentFund: 'amount',
  OtherTaxes: 'amount',
  TotalAmount: 'amount',
  // The receiver's side of all.
  UnifiedSocialCreditCodeOfAccountingEntity: 'text',
  NameOfAccountingEntity: 'text',
  InformationOfAccountingDocumentsTuple: 'tuple',
  NumberOfAccountingDocuments: 'text',
  PostingDate: 'day',
  AccountingPeriod: 'month',
  SummaryOfAccountingDocuments: 'text',
  InformationOfDebitAndCreditEntryTuple: 'tuple',
  DebitOrCredit: 'text',
  NameOfGeneralLedgerSubject: 'text',
  NameOfSubsidiaryLedgerSubject: 'text',
  RecordedAmount: 'amount',
};

const forms = {
  text: /^[^]*$/,
  amount: /^-?\d+\.\d{2}$/,
  day: /^\d{4}-\d{2}-\d{2}$/,
  month: /^\d{4}-\d{2}$/,
  boolean: /^(?:true|false)$/,
  tuple: /^\s*$/,
} as const;

/** Parses an instance and checks it against the rules of XBRL 2.1 and to the names of the standard. */
const held = (archived: ArchivedInvoice, taxonomy: string, schema: string): Node => {
  const root = parse(receiverInstance(archived, entity)?.xml ?? '');
  expect([root.uri, root.name]).toEqual([xbrli, 'xbrl']);
  const [link, ...rest] = root.children;
  expect(link).toMatchObject({ name: 'schemaRef', attributes: { type: 'simple' } });
  expect(link?.attributes['href']).toMatch(
    new RegExp(`^http://xbrl\\.mof\\.gov\\.cn/taxonomy/[\\d-]+/${taxonomy}/${schema}_[\\d-]+\\.xsd$`, 'u'),
  );
  const [context, unit] = rest;
  expect(context).toMatchObject({ uri: xbrli, name: 'context' });
  expect(context?.children.map(({ name }) => name)).toEqual(['entity', 'period']);
  expect(context && named(context, 'identifier')[0]).toMatchObject({ text: entity.taxId });
  expect(unit).toMatchObject({ uri: xbrli, name: 'unit' });
  expect(unit && textOf(unit, 'measure')).toBe('iso4217:CNY');
  const facts = below(root).filter(inTaxonomy);
  for (const fact of facts) {
    expect(fact.uri.split('/').at(-1), fact.name).toBe(taxonomy);
    const type = types[fact.name];
    if (type === undefined) throw new Error(`The standard has no ${fact.name}`);
    expect(fact.text, fact.name).toMatch(forms[type]);
    const { contextRef, unitRef, decimals } = fact.attributes;
    const isAmount = type === 'amount';
    // A tuple has no context; an amount has a unit and a precision, and nothing else has.
    expect([contextRef, unitRef, decimals], fact.name).toEqual([
      type === 'tuple' ? undefined : context?.attributes['id'],
      isAmount ? unit?.attributes['id'] : undefined,
      isAmount ? '2' : undefined,
    ]);
    expect(fact.children.length === 0, fact.name).toBe(type !== 'tuple');
  }
  // One fact of a name, besides the entries.
  const own = root.children.filter(inTaxonomy).map(({ name }) => name);
  expect(new Set(own).size).toBe(own.length);
  return root;
};

const entry = (name: string, debit: number, credit: number) => ({
  summary: '餐费',
  account: { code: '1001', name },
  debit,
  credit,
});
const booked = {
  booking: { word: '记', number: 12, date: '2024-05-31', period: '2024-05' },
  entries: [
    entry('管理费用_业务招待费', 30_000, 0),
    entry('应交税费_应交增值税_进项税额', 1800, 0),
    entry('应付账款', 0, 31_800),
  ],
} as const;

const ticket = (over: Partial<Ticket>): Ticket => ({
  type: 'air',
  number: '7812345678901',
  passenger: '测试旅客',
  passengerId: null,
  from: '甲',
  to: '乙',
  date: '2024-05-28',
  vehicle: 'CA1234',
  class: 'Y',
  fare: '280.00',
  fuelSurcharge: '20.00',
  fund: '50.00',
  otherTaxes: '0.00',
  ...over,
});

describe('the metadata of an archive', () => {
  it('includes how a fully digital invoice was booked, in einv', () => {
    const root = held(madeArchived(1, booked), 'einv', 'einv_spcl_receiver');
    expect(textOf(root, 'InvoiceNumber')).toBe('24312000000000000001');
    expect(textOf(root, 'TotalTax-includedAmount')).toBe('318.00');
    expect(textOf(root, 'NumberOfAccountingDocuments')).toBe('记-12');
    const entries = named(root, 'InformationOfDebitAndCreditEntryTuple').map((tuple) => [
      textOf(tuple, 'DebitOrCredit'),
      textOf(tuple, 'NameOfGeneralLedgerSubject'),
      textOf(tuple, 'NameOfSubsidiaryLedgerSubject'),
      textOf(tuple, 'RecordedAmount'),
    ]);
    expect(entries).toEqual([
      ['借方', '管理费用', '业务招待费', '300.00'],
      ['借方', '应交税费', '应交增值税_进项税额', '18.00'],
      ['贷方', '应付账款', undefined, '318.00'],
    ]);
    expect(textOf(root, 'WhetherEinvoiceHasBeenBooked')).toBe('true');
  });

  it('contains nothing about goods or buyer', () => {
    const invoice = bookInvoice({ buyer: party('另一个买方', '92') });
    const root = held(madeArchived(1, { invoice, ...booked }), 'einv', 'einv_spcl_receiver');
    for (const { text } of below(root)) expect(text).not.toMatch(/另一个买方|餐饮服务/u);
  });

  it('identifies an invoice with a code in inv, and marks a red one', () => {
    const invoice = bookInvoice({
      kind: '10',
      code: '031001900111',
      number: '12345678',
      total: '-300.00',
      taxTotal: '***',
      grossTotal: '-300.00',
    });
    const root = held(madeArchived(1, { invoice }), 'inv', 'inv_ord_receiver');
    expect(textOf(root, 'UniqueCodeOfInvoice')).toBe('03100190011112345678');
    expect(textOf(root, 'NameOfSeller')).toBe('上海卖方有限公司');
    expect([textOf(root, 'TotalTaxAmount'), textOf(root, 'TaxIncludedAmountInFigures')]).toEqual([
      '0.00',
      '-300.00',
    ]);
    expect(textOf(root, 'WhetherInvoiceIsRedInvoice')).toBe('true');
    expect(named(root, 'InformationOfAccountingDocumentsTuple')).toEqual([]);
  });

  it('lists the parts of a ticket separately, and their sum as its total', () => {
    const invoice = bookInvoice({ kind: '61', lines: [], grossTotal: '368.00' });
    const air = held(madeArchived(1, { invoice, ticket: ticket({}) }), 'atr', 'atr_receiver');
    expect(textOf(air, 'ElectronicInvoiceAirTransportReceiptNumber')).toBe(invoice.number);
    expect(textOf(air, 'ETicketNumber')).toBe('7812345678901');
    const parts = ['Fare', 'FuelSurcharge', 'VatTaxAmount', 'CivilAviationDevelopmentFund', 'OtherTaxes'];
    const sum = parts.reduce((total, name) => total + Number(textOf(air, name)), 0);
    expect(sum).toBe(Number(textOf(air, 'TotalAmount')));
    const rail = held(
      madeArchived(1, { invoice: bookInvoice({ kind: '51' }), ticket: ticket({ type: 'rail' }) }),
      'rai',
      'rai_receiver',
    );
    expect([
      textOf(rail, 'TotalAmountExcludingTax'),
      textOf(rail, 'TaxAmount'),
      textOf(rail, 'Fare'),
    ]).toEqual(['300.00', '18.00', '318.00']);
  });

  it.each([
    ['a special paper invoice', { kind: '01' }, {}],
    ['an ordinary paper invoice', { kind: '04' }, {}],
    ['a digital vehicle invoice', { kind: '03' }, {}],
    ['an unknown kind', { kind: '99' }, {}],
    [
      'a paper rail ticket',
      { kind: '51', number: 'A123456' },
      { reader: 'local', ticket: ticket({ type: 'rail' }) },
    ],
    [
      'a coach ticket',
      { kind: '99', number: null },
      { ticket: { ...ticket({}), type: 'coach' } as unknown as Ticket },
    ],
    [
      'a taxi receipt',
      { kind: '99', code: '1' },
      { ticket: { ...ticket({}), type: 'taxi' } as unknown as Ticket },
    ],
  ] as const)('is not made for %s', (_, invoice, over) => {
    expect(receiverInstance(madeArchived(1, { invoice: bookInvoice(invoice), ...over }), entity)).toBeNull();
  });

  it('is well-formed for any invoice, and leaves out unknown values', () => {
    const any = fc.option(fc.string({ unit: 'binary' }), { nil: null });
    const fields = fc.record({ name: any, taxId: any, number: any, total: any, taxTotal: any });
    fc.assert(
      fc.property(fields, ({ name, taxId, number, total, taxTotal }) => {
        const invoice = bookInvoice({
          kind: '10',
          code: '1',
          number,
          total,
          taxTotal,
          issueDate: null,
          seller: party(name, taxId),
        });
        const root = held(madeArchived(1, { invoice, ...booked }), 'inv', 'inv_ord_receiver');
        if (name === null) expect(named(root, 'NameOfSeller')).toEqual([]);
        expect(named(root, 'DateOfIssue')).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
