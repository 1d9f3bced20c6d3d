import { describe, expect, it } from 'vitest';
import { readOfd } from '../../../../../../electron/extract/document/ofd/read/read-ofd.ts';
import { emptyInvoice, emptyLine } from '../../../../../../shared/invoice/empty-invoice.ts';
import { checkInvoice } from '../../../../../../shared/invoice/check-invoice.ts';
import type { InvoiceExtraction } from '../../../../../../shared/invoice/extraction.ts';
import type { Invoice } from '../../../../../../shared/invoice/model.ts';
import { ofdInvoiceParts, type OfdInvoiceOptions } from '../../../../../samples/digital/write-ofd.ts';
import { plainStyle, writeEInvoice } from '../../../../../samples/digital/write-einvoice.ts';
import { writeLegacyInvoice } from '../../../../../samples/digital/write-older.ts';
import { quiet } from '../../../../../helpers/checked-invoice.ts';
import { ofd, packOfd, textObject } from '../../../../../samples/digital/ofd-file.ts';

const invoice: Invoice = {
  ...emptyInvoice,
  kind: '32',
  number: '24112000000048542163',
  issueDate: '2024-05-28',
  buyer: { name: '北京云帆科技有限公司', taxId: '91110108690017781B', addressPhone: null, bankAccount: null },
  seller: {
    name: '上海海棠商贸有限公司',
    taxId: '91310108690017781C',
    addressPhone: null,
    bankAccount: null,
  },
  lines: [
    { ...emptyLine, name: '*餐饮服务*餐费', unit: '次', amount: '100.00', taxRate: '6%', tax: '6.00' },
    { ...emptyLine, name: '*餐饮服务*餐费', amount: '-10.00', taxRate: '6%', tax: '-0.60' },
  ],
  total: '90.00',
  taxTotal: '5.40',
  grossTotal: '95.40',
  grossTotalWords: '玖拾伍圆肆角整',
  drawer: '于俪',
};

type Change = (parts: Record<string, string | Buffer>) => void;
const read = async (options: OfdInvoiceOptions, change: Change = () => {}, printed: Invoice = invoice) => {
  const parts = ofdInvoiceParts(printed, options);
  change(parts);
  const result = await readOfd(packOfd(parts));
  if (!result.ok) throw new Error(`${result.failure.reason}: ${result.failure.detail}`);
  const [extraction] = result.value;
  if (!extraction) throw new Error('nothing');
  return extraction;
};

const replaceIn =
  (path: string, from: string | RegExp, to: string): Change =>
  (parts) => {
    const before = String(parts[path]);
    const after = before.replace(from, to);
    if (after === before) throw new Error(`nothing to replace in ${path}`);
    parts[path] = after;
  };

const page = 'Doc_0/Pages/Page_0/Content.xml';

describe('the sources of an OFD', () => {
  it('are ordered by trust: the attachment comes first, and a different tag or text is a finding', async () => {
    const { invoice: found, findings } = await read(
      { attachment: true, tags: true },
      replaceIn('Doc_0/Attachs/original_invoice.xml', '>95.40<', '>95.41<'),
    );
    expect(found.grossTotal).toBe('95.41');
    expect(findings.map(({ id, fields }) => [id, fields])).toEqual([
      ['sources-differ', ['grossTotal']],
      ['sources-differ', ['grossTotal']],
    ]);
  });

  const noted: Invoice = { ...invoice, remark: '合同 7' };
  const attached = async (change: Partial<Invoice>): Promise<InvoiceExtraction> =>
    read(
      { attachment: true },
      (parts) => {
        parts['Doc_0/Attachs/original_invoice.xml'] = writeLegacyInvoice({ ...noted, ...change });
      },
      noted,
    );
  const [meal = emptyLine, discount = emptyLine] = invoice.lines;

  it.each<readonly [string, Partial<Invoice>]>([
    ['remark', { remark: '请付至账户 6222000000000000' }],
    ['drawer', { drawer: '赵六' }],
    ['lines.0.name', { lines: [{ ...meal, name: '*珠宝*黄金' }, discount] }],
    ['lines.0.unit', { lines: [{ ...meal, unit: '箱' }, discount] }],
    ['lines.0.taxRate', { lines: [{ ...meal, taxRate: '13%' }, discount] }],
  ])('are compared in each field: attached data with another %s', async (path, change) => {
    const { findings } = await attached(change);
    expect(findings).toContainEqual(expect.objectContaining({ id: 'sources-differ', fields: [path] }));
  });

  it('are not compared where only one of data and page says something', async () => {
    const { findings } = await attached({ drawer: null, machineNumber: '661234567890' });
    expect(findings).toEqual([
      expect.objectContaining({ id: 'not-compared', fields: ['machineNumber', 'drawer'] }),
    ]);
  });

  it('are a warning if the page has no text of an invoice: it may be a picture of another one', async () => {
    for (const options of [{ attachment: true }, { customData: true, attachment: true }]) {
      const extraction = await read(options, replaceIn(page, /<ofd:TextObject.*<\/ofd:TextObject>/su, ''));
      expect(checkInvoice(extraction, quiet)).toContainEqual(
        expect.objectContaining({ id: 'not-compared', level: 'warn' }),
      );
    }
  });

  it('give a finding for different custom data, whose 合计金额 is the amount without tax', async () => {
    const { invoice: found, findings } = await read(
      { tags: true, customData: true },
      replaceIn('OFD.xml', '>90.00<', '>95.40<'),
    );
    expect(found.total).toBe('90.00');
    expect(findings).toMatchObject([{ id: 'sources-differ', fields: ['total'] }]);
  });

  it('include the text if the attachment is damaged or not an invoice', async () => {
    for (const attachment of ['<other/>', '<eInvoice', '']) {
      const { invoice: found, findings } = await read({ attachment: true }, (parts) => {
        parts['Doc_0/Attachs/original_invoice.xml'] = attachment;
      });
      expect(found).toEqual(invoice);
      expect(findings).toEqual([]);
    }
  });

  it('include malformed tags', async () => {
    const { invoice: found } = await read({ tags: true }, (parts) => {
      const tags = String(parts['Doc_0/Tags/CustomTag.xml']);
      parts['Doc_0/Tags/CustomTag.xml'] = tags
        .replace(/<ofd:root[^>]*>/, '<:eInvoice xmlns:="">')
        .replace('</ofd:root>', '</:eInvoice>');
    });
    expect(found).toEqual(invoice);
  });

  it('include the tags of fully digital invoices, some of which refer only to the currency sign', async () => {
    const tags =
      /(?<=<ofd:TaxInclusiveTotalAmount>.*?<\/ofd:ObjectRef>)<ofd:ObjectRef.*?(?=<\/ofd:TaxInclusive)/;
    const { invoice: found, findings } = await read({ tags: true }, (parts) => {
      const path = 'Doc_0/Tags/CustomTag.xml';
      replaceIn(path, tags, '')(parts);
      const named = String(parts[path])
        .replaceAll('ofd:InvoiceNo>', 'ofd:EIid>')
        .replaceAll('ofd:BuyerTaxID>', 'ofd:BuyerIdNum>')
        .replaceAll('ofd:TaxInclusiveTotalAmount>', 'ofd:TotalTax-includedAmount>')
        .replaceAll('ofd:TaxExclusiveTotalAmount>', 'ofd:TotalAmWithoutTax>')
        .replaceAll('ofd:Item>', 'ofd:ItemName>');
      const number = /<ofd:EIid>.*<\/ofd:EIid>/.exec(named)?.[0] ?? '';
      const again = number.replaceAll('ofd:EIid', 'ofd:InvoiceNumber');
      const line =
        '<ofd:IssuItemInformation><ofd:TotaltaxIncludedAmount><ofd:ObjectData>1.00</ofd:ObjectData></ofd:TotaltaxIncludedAmount></ofd:IssuItemInformation>';
      const remark = '<ofd:Remark><ofd:ObjectData>合同一</ofd:ObjectData></ofd:Remark>';
      parts[path] = named.replace('</ofd:root>', `${line}${again}${remark}</ofd:root>`);
    });
    expect(found).toEqual({ ...invoice, remark: '合同一' });
    expect(findings).toEqual([]);
  });

  it('include custom data, ignoring the case of its elements', async () => {
    const { findings } = await read({ tags: true, customData: true }, (parts) => {
      replaceIn('OFD.xml', '>90.00<', '>95.40<')(parts);
      parts['OFD.xml'] = String(parts['OFD.xml'])
        .replaceAll('CustomDatas', 'CustomDATAs')
        .replaceAll('ofd:CustomData ', 'ofd:customData ')
        .replaceAll('/ofd:CustomData>', '/ofd:customData>');
    });
    expect(findings).toMatchObject([{ id: 'sources-differ', fields: ['total'] }]);
  });

  it('include an attachment that is in no list', async () => {
    const { invoice: found } = await read({ attachment: true }, (parts) => {
      parts['Doc_0/Attachs/rai_issuer.xml'] = String(parts['Doc_0/Attachs/original_invoice.xml']).replaceAll(
        '>95.40<',
        '>95.41<',
      );
      delete parts['Doc_0/Attachs/original_invoice.xml'];
    });
    expect(found.grossTotal).toBe('95.41');
  });

  it('include the journeys of an attachment', async () => {
    const journey = { passenger: '林知夏', passengerId: null, from: '杭州', to: '上海', date: '2024-05-27' };
    const trip = { ...journey, class: '二等座', vehicle: '出租车' };
    const { journeys } = await read({ attachment: true }, (parts) => {
      parts['Doc_0/Attachs/original_invoice.xml'] = writeEInvoice(invoice, plainStyle, [trip]);
    });
    expect(journeys).toEqual([trip]);
  });

  it('exclude a tag of text outside the page', async () => {
    const { invoice: found } = await read({ tags: true }, (parts) => {
      const outside = textObject({ id: 9000, x: 20, y: 290, text: '别人' });
      replaceIn(page, '</ofd:Layer>', `${outside}</ofd:Layer>`)(parts);
      replaceIn(
        'Doc_0/Tags/CustomTag.xml',
        '</ofd:InvoiceClerk>',
        '<ofd:ObjectRef PageRef="100">9000</ofd:ObjectRef></ofd:InvoiceClerk>',
      )(parts);
    });
    expect(found.drawer).toBe('于俪');
  });
});

describe('uncertain data', () => {
  it('leaves a number with an extra digit empty, and is reported', async () => {
    const { invoice: found, findings } = await read(
      {},
      replaceIn(page, '24112000000048542163', '241120000000485421631'),
    );
    expect(found.number).toBeNull();
    expect(findings).toContainEqual(expect.objectContaining({ id: 'value-unreadable', fields: ['number'] }));
  });

  it('includes a year in the number that differs from the date', async () => {
    const { findings } = await read({}, replaceIn(page, '24112000000048542163', '23112000000048542163'));
    expect(findings.map(({ id }) => id)).toContain('number-year');
  });

  it('includes amounts of lines that do not add up to the total', async () => {
    const { findings } = await read({}, replaceIn(page, '>100.00<', '>101.00<'));
    expect(findings.map(({ id }) => id)).toContain('rows-settled');
  });

  it('includes damaged XML of the page', async () => {
    const { invoice: found, findings } = await read({}, replaceIn(page, '</ofd:Content>', ''));
    expect(found.number).toBe(invoice.number);
    expect(findings.map(({ id }) => id)).toContain('file-damaged');
  });

  it('excludes a watermark in the page’s text from the number', async () => {
    const glued = textObject({ x: 170.5 + 20 * 1.5875, y: 14, text: '下载次数：1' });
    const { invoice: found } = await read({}, replaceIn(page, '</ofd:Layer>', `${glued}</ofd:Layer>`));
    expect(found.number).toBe(invoice.number);
  });

  it('excludes labels without a colon from the values', async () => {
    const { invoice: found, findings } = await read({}, (parts) => {
      const path = 'Doc_0/Tpls/Tpl_1/Content.xml';
      replaceIn(path, /(?<=名称|纳税人识别号)：/gu, '')(parts);
    });
    expect(found).toEqual(invoice);
    expect(findings).toEqual([]);
  });

  it('unifies ideographs that were written as radicals', async () => {
    const { invoice: found } = await read({}, replaceIn(page, '玖拾伍圆肆角整', '玖拾伍圆肆⻆整'));
    expect(found.grossTotalWords).toBe('玖拾伍圆肆角整');
  });
});

describe('an invoice of two pages', () => {
  const heads = ['项目名称', '单位', '数量', '单价', '金额', '税率', '税额'];
  const columns = [20, 70, 95, 120, 145, 165, 195];
  const row = (y: number, cells: readonly string[]): string =>
    cells.map((text, index) => (text === '' ? '' : textObject({ x: columns[index] ?? 0, y, text }))).join('');
  const table = row(56, heads);
  const line = (y: number, name: string, amount: string, tax: string): string =>
    row(y, [name, '', '', '', amount, '6%', tax]);

  it('contains the lines of both pages, without their subtotals', async () => {
    const first = [
      textObject({ x: 60, y: 12, text: '电子发票（普通发票）', size: 6 }),
      textObject({ x: 150, y: 14, text: '发票号码：24112000000048542163' }),
      textObject({ x: 150, y: 20, text: '开票日期：2024年05月28日' }),
      ...['购', '买', '方'].map((text, index) => textObject({ x: 6, y: 36 + index * 4, text })),
      ...['销', '售', '方'].map((text, index) => textObject({ x: 106, y: 36 + index * 4, text })),
      textObject({ x: 12, y: 37, text: '名称：北京云帆科技有限公司' }),
      textObject({ x: 112, y: 37, text: '名称：上海海棠商贸有限公司' }),
      table,
      line(61, '*餐饮服务*餐费', '100.00', '6.00'),
      line(66, '小计', '100.00', '6.00'),
    ].join('');
    const second = [
      table,
      line(61, '*餐饮服务*茶水', '50.00', '3.00'),
      textObject({ x: 20, y: 95, text: '合计' }),
      textObject({ x: 143, y: 95, text: '¥150.00' }),
      textObject({ x: 193, y: 95, text: '¥9.00' }),
      textObject({ x: 20, y: 101, text: '价税合计（大写）' }),
      textObject({ x: 63, y: 101, text: '壹佰伍拾玖圆整' }),
      textObject({ x: 143, y: 101, text: '（小写）¥159.00' }),
    ].join('');
    const result = await readOfd(ofd({ pages: [{ objects: first }, { objects: second }] }));
    if (!result.ok) throw new Error(result.failure.reason);
    const [extraction] = result.value;
    expect(extraction?.findings).toEqual([]);
    expect(extraction?.invoice).toMatchObject({
      kind: '32',
      number: '24112000000048542163',
      buyer: { name: '北京云帆科技有限公司' },
      seller: { name: '上海海棠商贸有限公司' },
      total: '150.00',
      taxTotal: '9.00',
      grossTotal: '159.00',
      lines: [
        { name: '*餐饮服务*餐费', amount: '100.00', tax: '6.00' },
        { name: '*餐饮服务*茶水', amount: '50.00', tax: '3.00' },
      ],
    });
    expect(extraction?.origins['lines.1.amount']?.page).toBe(2);
    expect(extraction?.origins['lines.0.amount']?.page).toBeUndefined();
  });
});
