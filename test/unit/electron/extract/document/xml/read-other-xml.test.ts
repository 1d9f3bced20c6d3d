import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeDialect, writeLegacyInvoice } from '../../../../../samples/digital/write-older.ts';
import {
  plainXbrl,
  writeAirInstance,
  writeBookingInstance,
  writeInvInstance,
  writeRailInstance,
} from '../../../../../helpers/write-xbrl.ts';
import { readXml } from '../../../../../../electron/extract/document/xml/read-xml.ts';
import { checkGrossTotal } from '../../../../../../shared/invoice/checks/sums.ts';
import { emptyInvoice } from '../../../../../../shared/invoice/empty-invoice.ts';
import type { Ticket } from '../../../../../../shared/invoice/extraction.ts';
import type { Invoice } from '../../../../../../shared/invoice/model.ts';
import { bytesOf, cases, made, readOne } from '../../../../../helpers/digital-xml.ts';

/** An invoice of a kind before the fully digital ones. */
const older = (invoice: Invoice): Invoice => ({
  ...invoice,
  kind: '10',
  code: '033002300111',
  number: '01234567',
  checkCode: '12345678901234567890',
  machineNumber: '661619906445',
  payee: '周晓岚',
  reviewer: '陈以恒',
  remark: '合同',
  reverses: null,
});

describe('other formats', () => {
  it('reads the attached eInvoice of a VAT e-invoice', () => {
    fc.assert(
      fc.property(cases, (options) => {
        const truth = { ...older(made(options.seed, options)), grossTotalWords: null };
        expect(readOne(writeLegacyInvoice(truth)).invoice).toEqual(truth);
      }),
      { numRuns: 20 },
    );
  });

  it('reads an instance of inv, with or without prefix, with CDATA, of any edition', () => {
    fc.assert(
      fc.property(cases, fc.boolean(), fc.boolean(), (options, hasPrefix, isCdata) => {
        const truth = older(made(options.seed, options));
        const lines = truth.lines.map((line) => ({
          ...line,
          specification: null,
          unit: null,
          quantity: null,
        }));
        const style = { edition: '2021-11-30', hasPrefix, isCdata };
        expect(readOne(writeInvInstance(truth, style)).invoice).toEqual({ ...truth, lines });
      }),
      { numRuns: 20 },
    );
  });

  const written = { ...older(made(21)), grossTotalWords: null, cipherArea: null };

  it.each(['pinyin', 'chinese'] as const)('reads a dialect with %s names', (dialect) => {
    expect(readOne(writeDialect(written, dialect)).invoice).toEqual(written);
  });

  it('reads a dialect that groups the values of a party, and the totals', () => {
    const xml = writeDialect(written, 'chinese')
      .replaceAll(/<(\/?)(购买方|销售方)(.+?)>/gu, (_, slash: string, party: string, value: string) =>
        slash === '' ? `<${party}信息><${value}>` : `</${value}></${party}信息>`,
      )
      .replaceAll(/<合计(金额|税额)>(.*?)<\/合计\1>/gu, '<合计><$1>$2</$1></合计>');
    expect(readOne(xml).invoice).toEqual(written);
  });

  it('reads the names of another billing program', () => {
    const xml = writeDialect(written, 'pinyin')
      .replaceAll('GMF_', 'GHF')
      .replaceAll('XSF_', 'XHF_')
      .replaceAll('HJJE>', 'HJBHSJE>')
      .replaceAll('JSHJ>', 'KPHJJE>');
    expect(readOne(xml).invoice).toEqual(written);
  });

  it.each([
    ['a quantity that looks like a rate', '0.5', '200.00', { quantity: '0.5', taxRate: null }],
    ['a quantity', '3', '33.333', { quantity: '3', taxRate: null }],
    ['a rate', '0.06', '200.00', { quantity: null, taxRate: '6%' }],
    ['neither, without any certainty', '0.5', '', { quantity: null, taxRate: null }],
  ])('decides by the unit price whether `SL` is %s', (_, sl, price, line) => {
    const item = `<XMMC>笔</XMMC><XMJE>100.00</XMJE><DJ>${price}</DJ><SL>${sl}</SL><SE>6.00</SE>`;
    const xml = writeDialect({ ...written, lines: [] }, 'pinyin').replace(
      /<COMMON_FPKJ_XMXXS.*?(?:\/>|<\/COMMON_FPKJ_XMXXS>)/su,
      `<COMMON_FPKJ_XMXX>${item}</COMMON_FPKJ_XMXX>`,
    );
    expect(readOne(xml).invoice.lines).toMatchObject([line]);
  });

  it('refuses an uncertain dialect, and reports what is missing', () => {
    const without = writeDialect({ ...written, issueDate: null }, 'pinyin');
    const off = writeDialect({ ...written, taxTotal: '1.00' }, 'chinese');
    for (const [xml, detail] of [
      [without, 'issueDate'],
      [off, 'total + taxTotal'],
      ['<a><b>1</b></a>', '<a>'],
    ] as const)
      expect(readXml(bytesOf(xml))).toMatchObject({
        ok: false,
        failure: { kind: 'input', reason: 'no-invoice-data', detail: expect.stringContaining(detail) },
      });
  });

  const ticket: Ticket = {
    type: 'rail',
    number: '1234567890123456789012',
    passenger: '林知夏',
    passengerId: '3301061990****1234',
    from: '杭州东站',
    to: '上海虹桥站',
    date: '2025-03-04',
    vehicle: 'G7302',
    class: '二等座',
    fare: '73.00',
    fuelSurcharge: null,
    fund: null,
    otherTaxes: null,
  };
  const base = made(30);

  it('reads a rail e-ticket: its fare is the total with tax', () => {
    const truth = { ...base, total: '66.97', taxTotal: '6.03' };
    const read = readOne(writeRailInstance(truth, ticket));
    expect(read.ticket).toEqual(ticket);
    expect(read.invoice).toMatchObject({
      kind: '51',
      number: base.number,
      issueDate: base.issueDate,
      total: '66.97',
      taxTotal: '6.03',
      grossTotal: '73.00',
      lines: [{ amount: '66.97', taxRate: '9%', tax: '6.03' }],
      buyer: { name: base.buyer.name, taxId: base.buyer.taxId },
    });
  });

  it('reads an air e-ticket: segments are tuples, and tax is on fare and fuel surcharge', () => {
    const air: Ticket = {
      ...ticket,
      type: 'air',
      from: '杭州',
      to: '成都',
      vehicle: 'CA1701',
      class: 'Y',
      fare: '1000.00',
      fuelSurcharge: '50.00',
      fund: '50.00',
      otherTaxes: '0.00',
    };
    const segment = { passenger: null, passengerId: null, date: air.date, class: 'Y' };
    const segments = [
      { ...segment, from: '杭州', to: '北京', vehicle: 'CA1701' },
      { ...segment, from: '北京', to: '成都', vehicle: 'CA4102' },
    ];
    const truth = { ...base, taxTotal: '94.50', grossTotal: '1194.50' };
    const read = readOne(writeAirInstance(truth, air, segments, { ...plainXbrl, isCdata: true }));
    expect(read.ticket).toEqual(air);
    expect(read.journeys).toEqual(segments);
    expect(read.invoice).toMatchObject({
      kind: '61',
      total: '1050.00',
      taxTotal: '94.50',
      grossTotal: '1194.50',
      lines: [{ amount: '1050.00', taxRate: '9%', tax: '94.50' }],
    });
    expect(read.origins['total']).toMatchObject({ raw: '1000.00 + 50.00' });
  });

  it('uses the business of a rail e-ticket as its remark, unless it is a sale', () => {
    const xml = writeRailInstance(base, ticket);
    expect(readOne(xml).invoice.remark).toBeNull();
    expect(readOne(xml.replace('>售<', '>退<')).invoice.remark).toBe('退');
  });

  it('reads the check code of an air e-ticket, and a total with insurance only if it is printed', () => {
    const air = { ...ticket, type: 'air' as const, fare: '100.00', fuelSurcharge: '0.00', fund: '50.00' };
    const xml = writeAirInstance({ ...base, taxTotal: '9.00', grossTotal: '159.00' }, air, []).replace(
      '</xbrli:xbrl>',
      '<atr:VerificationCode contextRef="now">7890</atr:VerificationCode><atr:Insurance contextRef="now">20.00</atr:Insurance></xbrli:xbrl>',
    );
    const { invoice, ticket: read } = readOne(xml);
    expect(invoice).toMatchObject({ checkCode: '7890', grossTotal: '159.00', total: '100.00' });
    expect(read).toMatchObject({ passengerId: '3301061990****1234', from: null, vehicle: null });
    // The form prints the insurance in a separate field, outside the total.
    expect(checkGrossTotal({ invoice, ticket: read })).toMatchObject([{ id: 'air-equation', level: 'ok' }]);
    const insured = { ...invoice, grossTotal: '179.00' };
    expect(checkGrossTotal({ invoice: insured, ticket: read })).toMatchObject([{ level: 'error' }]);
  });

  it('reads facts with an undeclared prefix, in any order of contexts', () => {
    const xml = writeRailInstance({ ...base, total: '66.97', taxTotal: '6.03' }, ticket)
      .replace(/ xmlns:rai="[^"]*"/u, '')
      .replace(/(<xbrli:context .*?<\/xbrli:context>)(.*)(<\/xbrli:xbrl>)/su, '$2$1$3');
    expect(readOne(xml)).toMatchObject({ invoice: { kind: '51', grossTotal: '73.00' }, ticket });
  });

  it('identifies the receiver’s record of a fully digital invoice', () => {
    const read = readOne(writeBookingInstance(base));
    expect(read.invoice).toMatchObject({ number: base.number, grossTotal: base.grossTotal, lines: [] });
    expect(read.findings.map(({ id }) => id)).toEqual(['booking-record']);
  });

  it('refuses an instance of another taxonomy', () => {
    const xml = writeBookingInstance(base).replaceAll('einv', 'other');
    expect(readXml(bytesOf(xml))).toMatchObject({ ok: false, failure: { reason: 'no-invoice-data' } });
  });

  it('finds no invoice in an empty file of a known format', () => {
    expect(readXml(bytesOf('<EInvoice><Header/></EInvoice>'))).toMatchObject({ ok: false });
    expect(emptyInvoice.number).toBeNull();
  });
});
