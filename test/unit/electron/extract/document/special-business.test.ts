import { describe, expect, it, test } from 'vitest';
import { businessOf } from '../../../../../shared/invoice/business.ts';
import { checkInvoice } from '../../../../../shared/invoice/check-invoice.ts';
import { emptyLine } from '../../../../../shared/invoice/empty-invoice.ts';
import { readOne as readXmlOne } from '../../../../helpers/digital-xml.ts';
import { readOne as readPdf } from '../../../../helpers/printed-pdf.ts';
import { readOfd } from '../../../../../electron/extract/document/ofd/read/read-ofd.ts';
import { readPdfInvoice } from '../../../../../electron/extract/document/pdf/read-pdf.ts';
import { specialForms, specialInvoice, specialOfd, specialPdf } from '../../../../helpers/special-invoice.ts';

const readers = [
  ['PDF', (form) => readPdfInvoice({ bytes: specialPdf(form), password: null }, {})],
  ['OFD', (form) => readOfd(specialOfd(form))],
] as const satisfies readonly (readonly [string, (form: (typeof specialForms)[string]) => unknown])[];

describe.each(Object.entries(specialForms))('an invoice of special business: %s', (_, form) => {
  it.each(readers)('is read exactly from the text of a %s', async (_name, read) => {
    const result = await read(form);
    if (!result.ok) throw new Error(result.failure.reason);
    const [extraction] = result.value;
    expect(extraction?.invoice).toEqual(specialInvoice(form));
    expect(extraction?.findings).toEqual([]);
    expect(extraction?.journeys).toEqual(form.journeys);
  });
});

const sale = (title: string, name: string, taxRate: string, tax: string, remark?: string) => ({
  title,
  columns: [
    { head: '项目名称', x: 45, valueX: 13, values: [name] },
    { head: '单 位', x: 240, values: ['批'] },
    { head: '金 额', x: 405, valueX: 433, isRight: true, values: ['100.00'] },
    { head: '税率/征收率', x: 446, valueX: 467, values: [taxRate] },
    { head: '税 额', x: 551, valueX: 581, isRight: true, values: [tax] },
  ],
  // The helper adds up what these state.
  lines: [{ ...emptyLine, name, amount: '100.00', taxRate, tax: tax === '***' ? '0.00' : tax }],
  ...(remark === undefined ? {} : { remark }),
});

test.each([
  ['farm-produce', sale('自产农产品销售', '*蔬菜*番茄', '免税', '***')],
  ['farm-produce', sale('农产品收购', '*谷物*小麦', '免税', '***')],
  ['farm-produce', sale('收购', '*谷物*小麦', '免税', '***')],
  ['exempt', sale('', '*蔬菜*番茄', '免税', '***')],
  ['exempt', sale('', '*蔬菜*番茄', '***', '***')],
  [null, sale('', '*蔬菜*自产农产品销售', '9%', '9.00')],
  ['real-estate', sale('不动产经营租赁服务', '*经营租赁*租金', '9%', '9.00')],
  [
    'real-estate',
    sale(
      '',
      '*经营租赁*租金',
      '9%',
      '9.00',
      '不动产地址：苏州市示例路1号；租赁期起止：2026-01-01至2026-12-31',
    ),
  ],
  [null, sale('', '*经营租赁*汽车租赁', '9%', '9.00')],
  ['freight', sale('货物运输服务', '*运输服务*国内道路运输', '9%', '9.00')],
  ['freight', sale('', '*运输服务*运费', '9%', '9.00', '起运地：苏州 到达地：上海 车种车号：货车 苏E12345')],
  ['vehicle', sale('机动车', '*机动车*轿车', '13%', '13.00')],
  ['refined-oil', sale('成品油', '*石油制品*92号', '13%', '13.00')],
  ['construction', sale('差额征税-全额开票', '*建筑服务*工程款', '3%', '1.00')],
  ['difference-taxed', sale('差额征税-全额开票', '*劳务*劳务派遣', '5%', '5.00')],
  ['difference-taxed', sale('差额征税－差额开票', '*劳务*劳务派遣', '***', '5.00')],
] as const)('the business %s is known by what the page prints', async (business, form) => {
  for (const [, read] of readers) {
    const result = await read(form);
    const [extraction] = result.ok ? result.value : [];
    expect(extraction && businessOf(extraction)).toBe(business);
  }
});

test.each(['差额征税-差额开票', ''])('a tax of a difference is one by its label: %s', async (title) => {
  const { invoice: sold, ...rest } = await readPdf(specialPdf(sale(title, '*建筑服务*工程款', '3%', '1.00')));
  const { origins, findings, special } = rest;
  const checks = checkInvoice(
    { invoice: sold, origins, findings, special },
    { today: '2026-11-27', confidenceLimit: 0.9, ownCompanies: [], qr: null, others: [] },
  );
  expect(checks.flatMap(({ id, level }) => (id === 'line-tax' ? [level] : []))).toEqual([
    title === '' ? 'warn' : 'info',
  ]);
});

const labelled = (name: string) =>
  readXmlOne(
    `<EInvoice><Header><EIid>26322000004470000012</EIid><UndefinedLabel><Label><LabelType>特定业务</LabelType><LabelName>${name}</LabelName></Label></UndefinedLabel></Header><EInvoiceData><BasicInformation><TotalTax-includedAmount>10.00</TotalTax-includedAmount><RequestTime>2026-05-20</RequestTime></BasicInformation></EInvoiceData></EInvoice>`,
  );

test('a label of an XML names the business', () => {
  expect(businessOf(labelled('自产农产品销售'))).toBe('farm-produce');
  expect(businessOf(labelled('网页开票'))).toBeNull();
});
