import { describe, expect, it } from 'vitest';
import { writeEInvoice } from '../../../../../samples/digital/write-einvoice.ts';
import { readPdfInvoice } from '../../../../../../electron/extract/document/pdf/read-pdf.ts';
import { isComplete } from '../../../../../../shared/invoice/complete.ts';
import { emptyLine } from '../../../../../../shared/invoice/empty-invoice.ts';
import { makeInvoicePdf } from '../../../../../samples/digital/write-pdf.ts';
import { latinText, pdf } from '../../../../../samples/digital/pdf-file.ts';
import { compareRead } from '../../../../../helpers/compare-extraction.ts';
import {
  airReceipt,
  read,
  readOne,
  small,
  printed,
  page,
  shortTexts,
} from '../../../../../helpers/printed-pdf.ts';

describe('invoices printed as PDF', () => {
  it('are read exactly, or with findings', async () => {
    const wrong: string[] = [];
    let exact = 0;
    const count = 60;
    for (let seed = 1; seed <= count; seed += 1) {
      const { bytes, truth, form } = makeInvoicePdf(seed, seed % 15 === 0 ? 100 : 12);
      const found = compareRead(truth, await read(bytes));
      if (found.differing.length === 0) exact += 1;
      else if (!found.hasFindings) wrong.push(`${seed} ${form}: ${found.differing.slice(0, 3).join('; ')}`);
    }
    expect(wrong).toEqual([]);
    expect(exact).toBeGreaterThanOrEqual(count - 1);
  });

  it('include the position of each value', async () => {
    const { invoice, origins } = await readOne(printed({}, 'digital', 3));
    const { number, 'lines.0.amount': amount } = origins;
    expect(number?.quad?.[0].x).toBeCloseTo(478, 0);
    expect(number?.quad?.[0].y).toBeGreaterThan(28);
    expect(number?.quad?.[2].y).toBeLessThan(45);
    expect(amount?.raw).toBe('100.00');
    expect(amount?.quad?.[1].x).toBeCloseTo(427, 0);
    expect(invoice.seller.name).toBe('远山（虚构）科技有限公司');
  });

  it('keep both parties in either order', async () => {
    const names = new Set<string>();
    for (let seed = 1; seed <= 12; seed += 1) {
      const { invoice, origins } = await readOne(printed({}, 'digital', seed));
      expect([invoice.buyer.name, invoice.seller.name]).toEqual([
        '青禾（虚构）贸易有限公司',
        '远山（虚构）科技有限公司',
      ]);
      names.add((origins['buyer.name']?.quad?.[0].x ?? 0) < 300 ? 'left' : 'right');
    }
    expect([...names].toSorted()).toEqual(['left', 'right']);
  });

  it('have a finding if nothing on the page identifies the sides', async () => {
    const texts = [
      ['发票号码：24112000000048542163', 400, 40],
      ['开票日期：2024年05月28日', 400, 55],
      ['名称：甲公司', 28, 90],
      ['名称：乙公司', 320, 90],
      ['项目名称', 40, 140],
      ['金额', 380, 140],
      ['税率', 440, 140],
      ['税额', 540, 140],
      ['*食品*茶', 14, 155],
      ['100.00', 375, 155],
      ['13%', 442, 155],
      ['13.00', 545, 155],
      ['合计', 40, 180],
      ['¥100.00', 370, 180],
      ['¥13.00', 540, 180],
      ['价税合计（大写）', 20, 200],
      ['壹佰壹拾叁圆整', 140, 200],
      ['（小写）¥113.00', 430, 200],
    ] as const;
    const { invoice, findings } = await readOne(pdf([page(texts)]));
    expect(invoice).toMatchObject({ total: '100.00', grossTotal: '113.00', kind: '99' });
    expect(findings.map(({ id }) => id)).toContain('party-sides');
  });

  it('have a finding for figures that do not add up', async () => {
    const { findings } = await readOne(printed({ grossTotal: '107.00' }));
    expect(findings.map(({ id }) => id)).toContain('text-sums-differ');
    const lines = [
      {
        ...emptyLine,
        name: '*食品*茶',
        quantity: '3',
        unitPrice: '20.00',
        amount: '100.00',
        taxRate: '6%',
        tax: '6.00',
      },
    ];
    const odd = await readOne(printed({ lines }));
    expect(odd.findings.map(({ id }) => id)).toContain('text-product-differs');
  });

  it('keep a token printed instead of a tax, so that an exempt invoice is complete', async () => {
    const lines = [{ ...emptyLine, name: '*经营租赁*通行费', amount: '100.00', taxRate: '免税', tax: '***' }];
    const exempt = await readOne(
      printed({ lines, taxTotal: '***', grossTotal: '100.00', grossTotalWords: '壹佰圆整' }),
    );
    expect(exempt.invoice.lines[0]).toMatchObject({ taxRate: '免税', tax: '***' });
    expect(exempt.invoice.taxTotal).toBe('***');
    expect(exempt.origins['lines.0.tax']?.raw).toBe('***');
    expect(exempt.findings).toEqual([]);
    expect(isComplete(exempt)).toBe(true);
  });

  it('include the vehicle and the days of a toll', async () => {
    const lines = [{ ...emptyLine, name: '*经营租赁*通行费', amount: '100.00', taxRate: '3%', tax: '3.00' }];
    const { invoice, journeys } = await readOne(
      printed({ lines, total: '100.00', taxTotal: '3.00', grossTotal: '103.00' }, 'toll'),
    );
    expect(invoice.lines).toEqual(lines);
    expect(journeys).toMatchObject([
      { vehicle: '浙A12345', class: '客车', date: '2024-05-01', until: '2024-05-02' },
    ]);
  });

  it('keep figures of neighbouring columns separate, and report overlapping texts', async () => {
    const line = {
      ...emptyLine,
      name: '*餐饮服务*餐费',
      unit: '次',
      amount: '100.00',
      taxRate: '6%',
      tax: '6.00',
    };
    const close = [{ ...line, quantity: '0.265', unitPrice: '377.358490566038' }];
    const { invoice } = await readOne(printed({ lines: close }));
    expect(invoice.lines[0]).toMatchObject({ unit: '次', quantity: '0.265', unitPrice: '377.358490566038' });
    const over = await readOne(printed({ lines: [{ ...line, specification: 'ABC-123/456(大号加厚款)' }] }));
    expect(over.findings.map(({ id }) => id)).toContain('rows-settled');
  });

  it('accept names that begin like a label or a sum', async () => {
    const line = { ...emptyLine, amount: '50.00', taxRate: '6%', tax: '3.00' };
    const lines = ['合计费用', '*图书*名称：开票日期：发票号码：12345678'].map((name) =>
      Object.assign({}, line, { name }),
    );
    const { invoice, findings } = await readOne(printed({ lines }));
    expect(invoice.lines.map(({ name }) => name)).toEqual(lines.map(({ name }) => name));
    expect(invoice.number).toBe('24112000000048542163');
    expect(findings).toEqual([]);
  });

  it('include the pages on which their text continues', async () => {
    const pages = [
      shortTexts('24112000000048542163'),
      [['续页：补充说明', 100, 40]],
      shortTexts('24112000000048542164'),
    ] as const;
    const found = await readPdfInvoice({ bytes: pdf(pages.map((texts) => page(texts))), password: null }, {});
    expect(found.ok && found.value.map((one) => one.pages)).toEqual([[1, 2], [3]]);
  });

  it('use a file attached to a page as an annotation', async () => {
    const invoice = small();
    const file = { name: 'a.xml', bytes: Buffer.from(writeEInvoice(invoice)) };
    const annotation =
      '/Annots [ << /Type /Annot /Subtype /FileAttachment /Rect [9 9 20 20] /FS ' +
      '<< /Type /Filespec /F (a.xml) /EF << /F 8 0 R >> >> >> ]';
    const whole = pdf([page([['附件', 100, 40]], annotation)], undefined, [file]);
    // Not in the list of the document's files: the page alone has it.
    const bytes = Buffer.from(whole.toString('latin1').replace('/EmbeddedFiles', '/EmbeddedFilez'), 'latin1');
    const found = await readPdfInvoice({ bytes, password: null }, {});
    expect(found.ok && found.value.map((one) => one.invoice.number)).toEqual([invoice.number]);
  });

  it('read bold type that is drawn twice only once', async () => {
    const texts = [
      ['发票号码：24112000000048542163', 100, 40],
      ['发票号码：24112000000048542163', 100.3, 40],
      ['（小写）¥100.00', 100, 200],
      ['（小写）¥100.00', 100.3, 200],
    ] as const;
    const { invoice } = await readOne(pdf([page(texts)]));
    expect(invoice).toMatchObject({ number: '24112000000048542163', grossTotal: '100.00' });
  });

  it('accept radicals, empty bytes and texts outside the page', async () => {
    const texts = [
      ['发票号码：24112000000048542163', 400, 40],
      ['开票⽇期：2024年05⽉28⽇', 400, 55],
      ['购买⽅名称：⼈\u0000⺠公司', 28, 90],
      ['销售⽅名称：⼀⽅公司', 320, 90],
      ['价税合计（⼤写）壹佰圆⻆整', 20, 200],
      ['（小写）¥100.00', 430, 200],
      ['发票号码：99999999999999999999', 700, 40],
    ] as const;
    const { invoice } = await readOne(pdf([page(texts)]));
    expect(invoice).toMatchObject({
      number: '24112000000048542163',
      issueDate: '2024-05-28',
      buyer: { name: '人民公司' },
      seller: { name: '一方公司' },
      grossTotal: '100.00',
    });
  });

  it('are read from a rotated page', async () => {
    const upright = await readOne(printed());
    for (const entries of ['/Rotate 90', '/Rotate 180', '/Rotate 270']) {
      const texts = [
        ['发票号码：24112000000048542163', 100, 40],
        ['（小写）¥100.00', 100, 200],
      ] as const;
      const { invoice } = await readOne(pdf([page(texts, entries)]));
      expect(invoice).toMatchObject({ number: upright.invoice.number, grossTotal: '100.00' });
    }
  });

  it('are separated if a file has several', async () => {
    const first = [
      ['发票号码：24112000000048542163', 400, 40],
      ['（小写）¥1.00', 430, 200],
    ] as const;
    const second = [
      ['发票号码：24112000000048542164', 400, 40],
      ['（小写）¥2.00', 430, 200],
    ] as const;
    const found = await read(pdf([page(first), page(second)]));
    expect(found.map(({ invoice }) => [invoice.number, invoice.grossTotal])).toEqual([
      ['24112000000048542163', '1.00'],
      ['24112000000048542164', '2.00'],
    ]);
    expect(found[1]?.origins['number']?.page).toBe(2);
  });

  it('include the fields of an air ticket’s receipt', async () => {
    const { invoice, ticket, journeys, findings } = await readOne(pdf([page(airReceipt)]));
    expect(journeys).toBeUndefined();
    expect(invoice).toMatchObject({
      number: '24112000000048542163',
      total: '522.93',
      taxTotal: '47.07',
      grossTotal: '620.00',
    });
    expect(ticket).toMatchObject({
      passenger: '王某某',
      vehicle: 'CZ8866',
      date: '2021-07-27',
      from: '合肥 HFE',
      to: '广州 CAN',
      fund: '50.00',
    });
    expect(findings).toEqual([]);
  });

  it('include the number of an air ticket’s receipt at any length: the checks say that it is wrong', async () => {
    const odd = airReceipt.map(
      ([text, x, y]) => [text.replace('24112000000048542163', '9223372036854775807'), x, y] as const,
    );
    const { invoice, findings } = await readOne(pdf([page(odd)]));
    expect(invoice.number).toBe('9223372036854775807');
    expect(findings).toEqual([]);
  });

  it('include each segment of an air journey, with empty cells for a column that does not fit', async () => {
    const second = [
      ['自:', 24, 185],
      ['广州 CAN', 40, 185],
      ['2021-07-28', 262, 192],
      ['至:', 24, 200],
      ['北海 BHY', 40, 200],
      ['自:', 24, 215],
      ['至:', 24, 230],
      ['VOID', 40, 230],
    ] as const;
    const { ticket, journeys, origins } = await readOne(pdf([page([...airReceipt, ...second])]));
    expect(ticket).toMatchObject({ from: '合肥 HFE', to: '北海 BHY', date: '2021-07-27', vehicle: null });
    expect(journeys).toMatchObject([
      { from: '合肥 HFE', to: '广州 CAN', date: '2021-07-27', vehicle: null },
      { from: '广州 CAN', to: '北海 BHY', date: '2021-07-28', vehicle: null },
    ]);
    expect(origins['journeys.1.date']?.quad).not.toBeNull();
  });
});

const rail = `<?xml version="1.0" encoding="UTF-8"?><xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:rai="http://xbrl.mof.gov.cn/taxonomy/2023-01-01/rai">
<rai:ElectronicInvoiceRailwayETicketNumber>24112000000048542163</rai:ElectronicInvoiceRailwayETicketNumber>
<rai:DateOfIssue>2024-05-28</rai:DateOfIssue><rai:Fare>106.00</rai:Fare>
<rai:TotalAmountExcludingTax>97.25</rai:TotalAmountExcludingTax><rai:TaxAmount>8.75</rai:TaxAmount></xbrl>`;

describe('data embedded in a PDF', () => {
  it('takes precedence over the text, and is identified by content, not by name', async () => {
    const file = pdf([{ content: latinText('nothing of use', 50, 700, 12) }], undefined, [
      { name: 'notes.xml', bytes: Buffer.from('no xml at all') },
      { name: 'picture.png', bytes: Buffer.from(rail) },
    ]);
    const { reader, invoice } = await readOne(file);
    expect(reader).toBe('xml');
    expect(invoice).toMatchObject({ number: '24112000000048542163', grossTotal: '106.00' });
  });

  it('gets its positions from the text, and a finding if the page shows another value', async () => {
    const texts = [
      ['发票号码：24112000000048542163', 400, 40],
      ['（小写）¥999.00', 430, 200],
    ] as const;
    const { invoice, origins, findings } = await readOne(
      pdf([page(texts)], undefined, [{ name: 'a', bytes: Buffer.from(rail) }]),
    );
    expect(invoice.grossTotal).toBe('106.00');
    expect(origins['number']?.quad).not.toBeNull();
    expect(findings).toContainEqual(
      expect.objectContaining({ id: 'rendition-text-differs', fields: ['grossTotal'] }),
    );
  });
});
