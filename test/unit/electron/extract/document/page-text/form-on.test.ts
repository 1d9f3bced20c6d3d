import { describe, expect, it } from 'vitest';
import { formOn } from '../../../../../../electron/extract/document/page-text/fixed-form.ts';
import { paperIn } from '../../../../../../electron/extract/document/page-text/papers.ts';
import { makeSlip } from '../../../../../samples/digital/make-slip.ts';
import { pdf } from '../../../../../samples/digital/pdf-file.ts';
import { page, readOne } from '../../../../../helpers/printed-pdf.ts';

const rowsOf = (...texts: readonly string[]) => ({
  rows: texts.map((text, y) => ({ y, size: 9, glyphs: [], text })),
});

const titlePage = rowsOf('电子发票(普通发票)', '发票号码:26322000004470000100');
const heads = '项目名称规格型号单位数量单价金额税率/征收率税额';

describe('a VAT invoice that names a form on paper', () => {
  it.each([
    ['with its title', [rowsOf('电子发票(普通发票)', '长途汽车客票')]],
    ['on its second page', [titlePage, rowsOf('共2页第2页', '长途汽车客票张1050.00500.00')]],
    ['with its goods', [rowsOf('*运输服务*长途汽车客票张1050.00500.003%15.00')]],
    ['on a page with the heads of its table', [rowsOf(heads, '长途汽车客票张1050.00500.00')]],
    ['with a title that was not read', [rowsOf('电子发', '长途汽车客票', '价税合计(大写)伍佰圆整')]],
  ])('is none: %s', (_, pages) => {
    expect(formOn(pages)).toBeNull();
  });

  it('is the form without any of them', () => {
    expect(formOn([rowsOf('长途汽车客票')])?.ticket).toBe('coach');
  });

  it('leaves the forms that state taxes', () => {
    const sale = rowsOf('电子发票(机动车销售统一发票)', '价税合计(大写)壹万圆整(小写)¥10000.00');
    expect(formOn([sale])?.kind).toBe('03');
  });
});

it.each(['京站1'.repeat(40_000), '站'.repeat(100_000), '增值税专用发票('.repeat(12_000)])(
  'searches hostile rows in no time that grows with more than their length: %#',
  (text) => {
    const hostile = rowsOf('检票', text, text.slice(0, 119));
    expect(formOn([hostile])).toBeNull();
    expect(paperIn(hostile.rows)).toBeNull();
  },
);

type Change = (texts: readonly (readonly [string, number, number])[]) => typeof texts;

const changed = (form: 'taxi' | 'paperRail', change: Change) =>
  readOne(pdf([page([...change(makeSlip(form, 1).texts)])]));

describe('a form on paper', () => {
  it('takes no other number or code for its own', async () => {
    const { invoice } = await changed('taxi', (texts) => [
      ...texts.filter(([text], at) => {
        const isLabel = /发票(?:号码|代码)/u.test(text);
        return !isLabel && !/发票(?:号码|代码)[^\d]*$/u.test(texts[at - 1]?.[0] ?? '');
      }),
      ['电话号码：62345678', 20, 300],
      ['单位代码：132050000001', 20, 316],
    ]);
    expect([invoice.number, invoice.code]).toEqual([null, null]);
    const { invoice: partly } = await changed('taxi', (texts) => [
      ['电话号码：62345678', 20, 10],
      ...texts.map(([text, x, y]) => [text.replace('发票号码', '票号码'), x, y] as const),
    ]);
    expect(partly.number).toBe(makeSlip('taxi', 1).invoice.number);
  });

  it('takes no short number for a train', async () => {
    const { ticket } = await changed('paperRail', (texts) => [['0012', 150, 12], ['D12', 20, 12], ...texts]);
    expect(ticket?.vehicle).toBe(makeSlip('paperRail', 1).ticket?.vehicle);
    const { ticket: without } = await changed('paperRail', (texts) => [
      ['0012', 150, 12],
      ...texts.filter(([text]) => text !== makeSlip('paperRail', 1).ticket?.vehicle),
    ]);
    expect(without?.vehicle).toBeNull();
  });
});
