import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainStyle, writeEInvoice, einvoiceNode } from '../../../../../samples/digital/write-einvoice.ts';
import { node, writeXml, type Node } from '../../../../../samples/digital/xml-text.ts';
import { emptyLine } from '../../../../../../shared/invoice/empty-invoice.ts';
import type { Journey } from '../../../../../../shared/invoice/extraction.ts';
import { cases, made, readAll, readOne } from '../../../../../helpers/digital-xml.ts';

/** The text in full-width characters, as an input method writes them. */
const wide = (text: string | null) =>
  (text ?? '').replace(/[!-~]/gu, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0));

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
            // Line items keep their order: it is the order of the paper.
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

  it('reads no field of the invoice from the blocks of special business', () => {
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

  it('joins a wrapped name, but keeps the lines of the remark', () => {
    const truth = { ...made(18), remark: '第一行\n第二行' };
    const name = truth.lines[0]?.name ?? '';
    const xml = writeEInvoice(truth).replace(`>${name}<`, `>${name.slice(0, 3)}\r\n      ${name.slice(3)}<`);
    const { invoice, origins } = readOne(xml);
    expect(invoice).toEqual(truth);
    expect(origins['lines.0.name']?.steps).toEqual([{ id: 'lines-joined' }]);
  });

  it('reads full-width digits, letters and percent signs', () => {
    const truth = made(19);
    const line = truth.lines.map((one) => ({ ...one, taxRate: wide(one.taxRate), amount: wide(one.amount) }));
    const { number, buyer } = truth;
    const written = {
      ...truth,
      number: wide(number),
      buyer: { ...buyer, taxId: wide(buyer.taxId) },
      lines: line,
    };
    expect(readOne(writeEInvoice(written)).invoice).toEqual(truth);
  });

  it.each([
    '2025-03-04+08:00',
    '2025-03-04Z',
    '2025-03-03T16:00:00.000Z',
    '2025-03-04T00:00:00+08:00',
    '20250304000000',
  ])('reads the day of %s', (time) => {
    const xml = writeEInvoice(made(20)).replace(/(<RequestTime>)[^<]*/u, `$1${time}`);
    expect(readOne(xml).invoice.issueDate).toBe('2025-03-04');
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
