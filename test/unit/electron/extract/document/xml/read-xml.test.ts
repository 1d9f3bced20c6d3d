import { checkGrossTotal } from '../../../../../../shared/invoice/checks/sums.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeDigitalInvoice } from '../../../../../../build/samples/digital/make-invoice.ts';
import {
  plainStyle,
  writeEInvoice,
  einvoiceNode,
} from '../../../../../../build/samples/digital/write-einvoice.ts';
import { writeDialect, writeLegacyInvoice } from '../../../../../../build/samples/digital/write-older.ts';
import {
  plainXbrl,
  writeAirInstance,
  writeBookingInstance,
  writeInvInstance,
  writeRailInstance,
} from '../../../../../../build/samples/digital/write-xbrl.ts';
import { node, writeXml, type Node } from '../../../../../../build/samples/digital/xml-text.ts';
import { seededRandom } from '../../../../../../build/samples/random.ts';
import { readXml } from '../../../../../../electron/extract/document/xml/read-xml.ts';
import { emptyInvoice, emptyLine } from '../../../../../../shared/invoice/empty-invoice.ts';
import type { InvoiceExtraction, Journey, Ticket } from '../../../../../../shared/invoice/extraction.ts';
import type { Invoice } from '../../../../../../shared/invoice/model.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

const readAll = (xml: string | Uint8Array): readonly InvoiceExtraction[] => {
  const read = readXml(typeof xml === 'string' ? bytesOf(xml) : xml);
  if (!read.ok) throw new Error(`${read.failure.reason} ${read.failure.detail ?? ''}`);
  return read.value;
};

const readOne = (xml: string | Uint8Array): InvoiceExtraction => {
  const [first, ...more] = readAll(xml);
  if (!first || more.length > 0) throw new Error(`${more.length + 1} invoices`);
  return first;
};

const made = (seed: number, options: Partial<Parameters<typeof makeDigitalInvoice>[1]> = {}): Invoice =>
  makeDigitalInvoice(seededRandom(seed), {
    lines: 3,
    isRed: false,
    hasSpecialCharacters: false,
    ...options,
  });

const cases = fc.record({
  seed: fc.nat(1_000_000),
  lines: fc.integer({ min: 1, max: 100 }),
  isRed: fc.boolean(),
  hasSpecialCharacters: fc.boolean(),
});

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

describe('a fully digital invoice', () => {
  it('is read exactly, for any version, order of elements and notation of rates', () => {
    fc.assert(
      fc.property(
        cases,
        fc.constantFrom('0.2' as const, '0.32' as const, '0.33' as const),
        fc.constantFrom('percent' as const, 'fraction' as const, 'long-fraction' as const),
        fc.boolean(),
        (options, version, rate, isReversed) => {
          const truth = made(options.seed, options);
          const order = (nodes: readonly Node[]) =>
            // Goods lines keep their order: it is the order of the paper.
            isReversed
              ? nodes.toSorted((one, other) => (one.name < other.name ? 1 : one.name > other.name ? -1 : 0))
              : nodes;
          const read = readOne(writeEInvoice(truth, { ...plainStyle, version, rate, order }));
          expect(read.invoice).toEqual(truth);
          expect(read.findings).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('keeps the element of each value', () => {
    const { origins } = readOne(writeEInvoice(made(1)));
    expect(origins['grossTotal']?.path).toBe(
      '/EInvoice[1]/EInvoiceData[1]/BasicInformation[1]/TotalTax-includedAmount[1]',
    );
    expect(origins['lines.1.amount']?.path).toBe(
      '/EInvoice[1]/EInvoiceData[1]/IssuItemInformation[2]/Amount[1]',
    );
    expect(origins['issueDate']).toMatchObject({ raw: expect.stringMatching(/ 10:12:13$/), quad: null });
  });

  it('has an unknown kind without labels, never a default', () => {
    expect(readOne(writeEInvoice(made(2), { ...plainStyle, hasLabels: false })).invoice.kind).toBe('99');
  });

  it('has a finding for labels that contradict each other', () => {
    const xml = writeEInvoice({ ...made(3), kind: '31' }).replace(
      '<LabelCode>01</LabelCode><LabelName>增值税专用发票',
      '<LabelCode>01</LabelCode><LabelName>普通发票',
    );
    const { invoice, findings } = readOne(xml);
    expect(invoice.kind).toBe('99');
    expect(findings.map(({ id }) => id)).toEqual(['kind-labels-differ']);
  });

  it('is not red because of a negative line without quantity and price', () => {
    const line = { ...emptyLine, name: '*文具*笔', amount: '100.00', taxRate: '13%', tax: '13.00' };
    const truth = {
      ...made(4),
      lines: [line, { ...line, amount: '-10.00', tax: '-1.30' }],
      total: '90.00',
      taxTotal: '11.70',
      grossTotal: '101.70',
      reverses: null,
    };
    const { invoice, findings } = readOne(writeEInvoice(truth));
    expect(invoice).toMatchObject({ reverses: null, lines: truth.lines });
    expect(findings).toEqual([]);
  });

  it('names the invoice that it reverses, by its own element or in its remark', () => {
    const red = made(5, { isRed: true });
    expect(readOne(writeEInvoice(red)).invoice.reverses).toBe(red.reverses);
    const { invoice, origins } = readOne(writeEInvoice({ ...red, reverses: null }));
    expect(invoice.reverses).toBe(red.reverses);
    expect(origins['reverses']?.path).toContain('Remark');
  });

  it('has a finding for a red invoice with a positive total', () => {
    const xml = writeEInvoice(made(6)).replace('<LabelCode>Y<', '<LabelCode>N<');
    expect(readOne(xml).findings.map(({ id }) => id)).toEqual(['red-invoice-sign']);
  });

  it('lists the journeys of passenger transport', () => {
    const journey: Journey = {
      passenger: '林知夏',
      passengerId: '330106199001011234',
      from: '杭州',
      to: '上海',
      date: '2025-03-04',
      class: '二等座',
      vehicle: '出租车',
    };
    const xml = writeEInvoice(made(7), { ...plainStyle, hasLabels: false }, [journey, journey]);
    expect(readOne(xml).journeys).toEqual([journey, journey]);
  });

  it('lists the passages of a toll', () => {
    const toll =
      '<Toll><PlateNumber>浙A12345</PlateNumber><VehicleType>客车</VehicleType><StartDatesOfPassage>20260227172851000</StartDatesOfPassage><EndDatesOfPassage>20260228</EndDatesOfPassage></Toll>';
    const xml = writeEInvoice(made(14)).replace('<SpecificInformation>', `<SpecificInformation>${toll}`);
    expect(readOne(xml).journeys).toEqual([
      {
        passenger: null,
        passengerId: null,
        from: null,
        to: null,
        vehicle: '浙A12345',
        class: '客车',
        date: '2026-02-27',
        until: '2026-02-28',
      },
    ]);
  });

  it('takes no field of the invoice from the blocks of special business, regardless of their number', () => {
    const names = ['Remark', 'Amount', 'BuyerName', 'SellerIdNum', 'InvoiceNumber', 'TotalTaxAm', 'Drawer'];
    const inner = names.map((name) => `<${name}>7</${name}>`).join('');
    const blocks = ['BuildingServices', 'FreightTransport', 'RealEstateLease', 'VehicleTax', 'RefinedOil']
      .map((name) => `<${name}>${inner}</${name}><${name}>${inner}</${name}>`)
      .join('');
    const truth = made(15);
    const xml = writeEInvoice(truth).replace('<SpecificInformation>', `<SpecificInformation>${blocks}`);
    const read = readOne(xml);
    expect(read.invoice).toEqual(truth);
    expect(read.findings).toEqual([]);
    expect(read.journeys).toBeUndefined();
    expect(read.special?.map(({ name, values }) => [name, values.length])).toEqual(
      ['BuildingServices', 'FreightTransport', 'RealEstateLease', 'VehicleTax', 'RefinedOil'].flatMap(
        (name) => [
          [name, names.length],
          [name, names.length],
        ],
      ),
    );
  });

  it.each(['0.2', '0.32', '0.33'] as const)(
    'lists the values of each special block under their elements, version %s',
    (version) => {
      const blocks =
        '<VehicleVesselTax><InsurancePolicyNumber>PDZA1</InsurancePolicyNumber><PlateNumber> 浙A12345 </PlateNumber><LateFee/></VehicleVesselTax><UsedVehicles><UsedVehicle><Mileage>1</Mileage></UsedVehicle><UsedVehicle><Mileage>2</Mileage></UsedVehicle></UsedVehicles>';
      const truth = made(16);
      const xml = writeEInvoice(truth, { ...plainStyle, version }).replace(
        '<SpecificInformation>',
        `<SpecificInformation>${blocks}<NameOfNewBusiness>新</NameOfNewBusiness>`,
      );
      const { invoice, special, origins } = readOne(xml);
      expect(invoice).toEqual(truth);
      expect(special).toEqual([
        { name: 'SpecificInformation', values: [{ name: 'NameOfNewBusiness', value: '新' }] },
        {
          name: 'VehicleVesselTax',
          values: [
            { name: 'InsurancePolicyNumber', value: 'PDZA1' },
            { name: 'PlateNumber', value: '浙A12345' },
          ],
        },
        { name: 'UsedVehicle', values: [{ name: 'Mileage', value: '1' }] },
        { name: 'UsedVehicle', values: [{ name: 'Mileage', value: '2' }] },
      ]);
      expect(origins['special.1.1.PlateNumber']?.path).toContain('VehicleVesselTax[1]/PlateNumber[1]');
    },
  );

  it('stops at two thousand values of special blocks', () => {
    const blocks = '<MotorVehicle><Model>1</Model></MotorVehicle>'.repeat(3000);
    const xml = writeEInvoice(made(17)).replace('<SpecificInformation>', `<SpecificInformation>${blocks}`);
    expect(readOne(xml).special).toHaveLength(2000);
  });

  it('uses neither of two different values of a field', () => {
    const xml = writeEInvoice(made(8)).replace(
      '<BasicInformation>',
      '<BasicInformation><TotalAmWithoutTax>1.00</TotalAmWithoutTax>',
    );
    const { invoice, findings } = readOne(xml);
    expect(invoice.total).toBeNull();
    expect(findings).toMatchObject([{ id: 'values-differ', fields: ['total'] }]);
  });

  it('does not guess an amount or a date that contains a letter', () => {
    const truth = { ...made(9), total: '1O0.00', issueDate: '2O25-03-04' };
    const { invoice, findings } = readOne(writeEInvoice(truth));
    expect([invoice.total, invoice.issueDate]).toEqual([null, null]);
    expect(findings.map(({ fields }) => fields[0])).toEqual(expect.arrayContaining(['total', 'issueDate']));
  });

  it('has a finding because its signature was not verified', () => {
    const xml = writeEInvoice(made(10)).replace(
      '</EInvoice>',
      '<TaxBureauSignature><SignatureValue>QUJD</SignatureValue></TaxBureauSignature></EInvoice>',
    );
    expect(readOne(xml).seal).toMatchObject({ state: 'unchecked', reason: 'form-unpublished' });
  });

  it('may be one of several in a file', () => {
    const truths = [made(11), made(12), made(13)];
    const xml = writeXml(
      node(
        'Invoices',
        truths.map((truth) => einvoiceNode(truth)),
      ),
    );
    expect(readAll(xml).map(({ invoice }) => invoice)).toEqual(truths);
  });
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

  it.each(['pinyin', 'chinese'] as const)('reads a dialect with %s names', (dialect) => {
    const truth = { ...older(made(21)), grossTotalWords: null, cipherArea: null };
    expect(readOne(writeDialect(truth, dialect)).invoice).toEqual(truth);
  });

  it('refuses an uncertain dialect, and reports what is missing', () => {
    const truth = older(made(22));
    const without = writeDialect({ ...truth, issueDate: null }, 'pinyin');
    const off = writeDialect({ ...truth, taxTotal: '1.00' }, 'chinese');
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

  it('reads an air e-ticket: the base of its tax is the fare with the fuel surcharge, its segments are tuples', () => {
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
    // The form prints the insurance in a field of its own, outside the total.
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
    const xml = writeBookingInstance(base).replaceAll('einv', 'bker');
    expect(readXml(bytesOf(xml))).toMatchObject({ ok: false, failure: { reason: 'no-invoice-data' } });
  });

  it('finds no invoice in an empty file of a known format', () => {
    expect(readXml(bytesOf('<EInvoice><Header/></EInvoice>'))).toMatchObject({ ok: false });
    expect(emptyInvoice.number).toBeNull();
  });
});
