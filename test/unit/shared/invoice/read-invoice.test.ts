import { describe, expect, it } from 'vitest';
import { emptyInvoice, emptyLine } from '../../../../shared/invoice/empty-invoice.ts';
import { checkInvoice } from '../../../../shared/invoice/check-invoice.ts';
import { readInvoice } from '../../../../shared/invoice/read-invoice.ts';
import type { DecodedInvoice } from '../../../../shared/services/regions.ts';
import { boxAt, lineAt, readingOf, extractionWith, regionOf } from '../../../helpers/made-extraction.ts';

/** The text of a special invoice in the older form, with one line at 17%. */
const specimen = extractionWith({
  'vat-invoice-daima': [['1100094140', 167, 41, 21]],
  'vat-invoice-haoma': [['87654321', 641, 40, 23]],
  'vat-invoice-daima-right-side': [['1100094140', 769, 49, 13]],
  'vat-invoice-haoma-right-side': [['87654321', 757, 66, 13]],
  'vat-invoice-issue-date': [['2010年11月18日', 712, 88]],
  'vat-invoice-payer-name': [['测试购方企业', 199, 119]],
  'vat-invoice-rate-payer-id': [['410305123456789', 216, 137]],
  'vat-invoice-payer-addr-tell': [['北京市海淀区知春路60号 81234567', 199, 158]],
  'vat-invoice-payer-bank-account': [['建行-0000123456789', 199, 179]],
  'cryptographic-area': [
    ['1*6<+81+574+9*2', 540, 120],
    ['-*0/968*624582>', 540, 139],
  ],
  'vat-invoice-goods-list': [['计算机', 82, 214]],
  'unit-price': [['5999.00', 516, 214]],
  'vat-invoice-price-list': [['5999.00', 632, 214]],
  'vat-invoice-tax-rate-list': [['17%', 693, 214]],
  'vat-invoice-tax-list': [['1019.83', 783, 214]],
  'vat-invoice-total': [['¥5999.00', 601, 345]],
  'vat-invoice-tax-total': [['¥1019.83', 752, 345]],
  'vat-invoice-total-cover-tax': [['⊗柒仟零壹拾捌圆捌角叁分', 296, 371]],
  'vat-invoice-total-cover-tax-digits': [['¥7018.83', 673, 373]],
  'vat-invoice-seller-name': [['测试销方企业', 199, 399]],
  'vat-invoice-seller-id': [['410305012345678', 219, 420]],
  'vat-invoice-seller-addr-tell': [['北京市海淀区知春路61号 68744498', 199, 440]],
  'vat-invoice-seller-bank-account': [['工行123455668-234222256111', 199, 455]],
});

const noContext = { today: '2026-01-01', confidenceLimit: 0.9, ownCompanies: [], qr: null, others: [] };

const severalIn = (second: string) =>
  readInvoice(
    readingOf([
      regionOf('vat-invoice-haoma', [lineAt(['12345678', 10, 10])]),
      regionOf('vat-invoice-haoma', [lineAt([second, 10, 900])]),
    ]),
    null,
  ).findings.filter(({ id }) => id === 'several-invoices');

describe('readInvoice on a whole invoice', () => {
  const { invoice, origins, findings } = readInvoice(specimen, null);

  it('reads every value', () => {
    expect(invoice).toEqual({
      ...emptyInvoice,
      kind: '01',
      code: '1100094140',
      number: '87654321',
      issueDate: '2010-11-18',
      checkCode: null,
      cipherArea: '1*6<+81+574+9*2\n-*0/968*624582>',
      buyer: {
        name: '测试购方企业',
        taxId: '410305123456789',
        addressPhone: '北京市海淀区知春路60号 81234567',
        bankAccount: '建行-0000123456789',
      },
      seller: {
        name: '测试销方企业',
        taxId: '410305012345678',
        addressPhone: '北京市海淀区知春路61号 68744498',
        bankAccount: '工行123455668-234222256111',
      },
      lines: [
        {
          ...emptyLine,
          name: '计算机',
          unitPrice: '5999.00',
          amount: '5999.00',
          taxRate: '17%',
          tax: '1019.83',
        },
      ],
      total: '5999.00',
      taxTotal: '1019.83',
      grossTotal: '7018.83',
      grossTotalWords: '⊗柒仟零壹拾捌圆捌角叁分',
    });
    expect(findings).toEqual([]);
  });

  it('keeps the origin of each value and its steps', () => {
    expect(origins['total']).toEqual({
      raw: '¥5999.00',
      score: 0.98,
      quad: specimen.regions.find(({ type }) => type === 'vat-invoice-total')?.quad,
      steps: [{ id: 'currency-sign-removed' }],
    });
    expect(origins['lines.0.amount']).toMatchObject({ raw: '5999.00', steps: [] });
    expect(Object.keys(origins)).toHaveLength(23);
  });

  it('leaves no findings', () => {
    const checks = checkInvoice({ invoice, origins, findings }, noContext);
    expect(checks.filter(({ level }) => level !== 'ok')).toEqual([]);
  });
});

describe('readInvoice on incomplete responses', () => {
  it('returns only nulls for an empty response', () => {
    const { invoice, origins, findings } = readInvoice(readingOf([]), null);
    expect(invoice).toMatchObject({ kind: '99', code: null, total: null, lines: [] });
    expect(origins).toEqual({});
    expect(findings).toEqual([]);
  });

  it('returns null for an element that was not recognized, regardless of its text', () => {
    const region = regionOf('vat-invoice-haoma', [lineAt(['87654321', 0, 0])]);
    const blocks = region.blocks.map((block) => ({ ...block, recognized: false }));
    expect(readInvoice(readingOf([{ ...region, blocks }]), null).invoice.number).toBeNull();
  });

  it("uses the block's element, or the region's if the block has none", () => {
    const region = regionOf('vat-invoice-haoma', [lineAt(['87654321', 0, 0])]);
    const unnamed = { ...region, blocks: region.blocks.map((block) => ({ ...block, key: 'text' })) };
    expect(readInvoice(readingOf([unnamed]), null).invoice.number).toBe('87654321');
    const other = { ...region, type: 'vat-invoice-daima' };
    expect(readInvoice(readingOf([other]), null).invoice).toMatchObject({ number: '87654321', code: null });
    const foreign = { ...unnamed, type: 'stamp' };
    expect(readInvoice(readingOf([foreign]), null).invoice.number).toBeNull();
  });

  it('uses the right-side copy if the main value was not read, with a step', () => {
    const { invoice, origins } = readInvoice(
      extractionWith({ 'vat-invoice-haoma-right-side': [['No 8765432l', 10, 10]] }),
      null,
    );
    expect(invoice.number).toBe('87654321');
    expect(origins['number']?.steps.map(({ id }) => id)).toEqual([
      'right-side-used',
      'label-removed',
      'character-read-as',
    ]);
  });

  it('joins a wrapped address in reading order, even if its lines are out of order', () => {
    const { invoice, origins } = readInvoice(
      extractionWith({
        'vat-invoice-payer-addr-tell': [
          ['路60号 81234567', 199, 178],
          ['北京市海淀区知春', 199, 158],
        ],
        'vat-invoice-payer-name': [['测试购方企业', 199, 119]],
      }),
      null,
    );
    expect(invoice.buyer.addressPhone).toBe('北京市海淀区知春路60号 81234567');
    expect(origins['buyer.addressPhone']?.raw).toBe('北京市海淀区知春\n路60号 81234567');
    expect(origins['buyer.addressPhone']?.steps).toEqual([{ id: 'lines-joined' }]);
  });

  it('reads a value without a list of lines', () => {
    const region = regionOf('vat-invoice-total', []);
    const blocks = [
      { key: 'vat-invoice-total', value: '￥300.00', recognized: true, quad: boxAt(1, 2, 30, 10), lines: [] },
    ];
    const { invoice, origins } = readInvoice(readingOf([{ ...region, blocks }]), null);
    expect(invoice.total).toBe('300.00');
    expect(origins['total']).toMatchObject({ score: null, quad: boxAt(1, 2, 30, 10) });
  });

  it('uses the lowest confidence of a value that was read from several lines', () => {
    const lines = [lineAt(['甲', 10, 10], 0.9), lineAt(['乙', 10, 30], 0.4), lineAt(['丙', 10, 50], null)];
    const { origins } = readInvoice(readingOf([regionOf('vat-invoice-seller-name', lines)]), null);
    expect(origins['seller.name']?.score).toBe(0.4);
  });

  it('chooses the plausible value and reports the other one', () => {
    const extraction = readingOf([
      regionOf('vat-invoice-issue-date', [lineAt(['日期', 10, 10])]),
      regionOf('vat-invoice-issue-date', [lineAt(['2024年5月28日', 10, 40])]),
    ]);
    const { invoice, origins } = readInvoice(extraction, null);
    expect(invoice.issueDate).toBe('2024-05-28');
    expect(origins['issueDate']?.steps.map(({ id }) => id)).toContain('another-value-ignored');
  });

  it.each([
    ['vat-invoice-haoma', 'number', '29988471', '12345678'],
    ['vat-invoice-total', 'total', '¥43807.80', '¥1.23'],
    ['vat-invoice-seller-name', 'seller.name', '甲公司', '乙公司'],
  ] as const)('reports contradictory values of %s', (element, path, one, other) => {
    const twice = (second: string) =>
      readInvoice(
        readingOf([
          regionOf(element, [lineAt([one, 10, 10])]),
          regionOf(element, [lineAt([second, 10, 40])]),
        ]),
        null,
      ).findings.filter(({ id }) => id === 'contradicting-readings');
    expect(twice(other)).toMatchObject([{ fields: [path] }]);
    expect(twice(one)).toEqual([]);
  });

  it('reports unreadable parts of the response, and several invoices', () => {
    const whole = extractionWith({ 'vat-invoice-total': [['300.00', 10, 10]] });
    expect(readInvoice({ ...whole, leftOut: ['region_list[3]'] }, null).findings).toMatchObject([
      { id: 'reply-incomplete', message: { en: expect.stringContaining('region_list[3]') } },
    ]);
    expect(readInvoice({ ...whole, targets: 2 }, null).findings).toMatchObject([{ id: 'several-invoices' }]);
  });

  it('reports a response with the numbers of two invoices, but not two readings of one number', () => {
    expect(severalIn('1234 5679')).toMatchObject([
      { fields: ['number'], message: { zh: expect.stringMatching(/12345678、12345679/u) } },
    ]);
    expect(severalIn('No 1234 5678')).toEqual([]);
    expect(severalIn('123456')).toEqual([]);
  });

  it('reports text that is present but unreadable', () => {
    const { invoice, origins, findings } = readInvoice(
      extractionWith({
        'vat-invoice-total': [['5x9.00', 10, 10]],
        'vat-invoice-issue-date': [['2024年2月30日', 10, 40]],
      }),
      null,
    );
    expect(invoice).toMatchObject({ total: null, issueDate: null });
    expect(origins['total']?.raw).toBe('5x9.00');
    expect(findings).toMatchObject([
      { id: 'value-unreadable', fields: ['issueDate'] },
      { id: 'value-unreadable', fields: ['total'] },
    ]);
  });

  it('reads the kind of a fully digital invoice from its QR code or its title', () => {
    const digital = { 'vat-invoice-haoma': [['24112000000048542163', 641, 40] as const] };
    const qr = '01,31,,24112000000048542163,4449.00,20240528,,B2B6';
    expect(readInvoice(extractionWith(digital), null).invoice.kind).toBe('99');
    expect(readInvoice(extractionWith(digital), qr).invoice.kind).toBe('31');
    expect(readInvoice(extractionWith(digital, '电子发票（普通发票）'), null).invoice.kind).toBe('32');
  });

  it('does not depend on the order of regions', () => {
    const turned: DecodedInvoice = { ...specimen, regions: specimen.regions.toReversed() };
    expect(readInvoice(turned, null).invoice).toEqual(readInvoice(specimen, null).invoice);
  });
});
