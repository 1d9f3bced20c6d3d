import { expect, it } from 'vitest';
import { page, read, readOne } from '../../../../../helpers/printed-pdf.ts';
import { pdf } from '../../../../../samples/digital/pdf-file.ts';

const number = '24112000000048542163';

type Text = readonly [text: string, x: number, y: number];

const rowsOf = (...texts: readonly string[]): readonly Text[] =>
  texts.map((text, at) => [text, 40, 40 + 20 * at]);

const sentences = [
  `我公司于2024年5月收到贵公司开具的增值税专用发票一份，发票号码：${number}，`,
  '因购买方名称有误，无法入账，请贵公司按规定开具红字信息表并重新开票。',
];

it.each([
  ['in sentences', ['尊敬的客户：', ...sentences, '开票日期：2024年05月28日'], 'other'],
  [
    'in rows of its own',
    ['关于发票开具有误的情况说明', `发票号码：${number}`, '开票日期：2024年05月28日', ...sentences],
    'other',
  ],
  [
    'in a contract',
    [
      '采购合同',
      '甲方：青禾公司，乙方：远山公司，双方经协商签订本合同。',
      `发票号码：${number}`,
      ...sentences,
    ],
    'contract',
  ],
])('a letter that names an invoice %s is no invoice', async (_, texts, type) => {
  const one = await readOne(pdf([page(rowsOf(...texts))]));
  expect(one.paper?.type).toBe(type);
  expect(one.invoice.number).toBeNull();
});

const numbers = [`发票号码：${number}`, '开票日期：2024年05月28日'];
const remarks = [
  '备注：本次服务已验收完成，合同编号为A-12，请妥善保管，',
  '如有疑问，请联系开票单位财务部，谢谢。',
];

it.each([
  ['a title', ['电子发票（增值税专用发票）', ...numbers, ...remarks]],
  ['a total', [...numbers, ...sentences, '（小写）¥100.00']],
  ['a number of its own', [...numbers, ...remarks]],
  ['no sentences', ['情况说明', ...numbers]],
])('what may be an invoice, with %s, stays one', async (_, texts) => {
  const found = await read(pdf([page(rowsOf(...texts))]));
  expect(found.map(({ paper, invoice }) => [paper, invoice.number])).toEqual([[undefined, number]]);
});

/** Texts of a row beside each other, from their places across. */
const row = (y: number, ...texts: readonly (readonly [text: string, x: number])[]): readonly Text[] =>
  texts.map(([text, x]) => [text, x, y]);

const priced = [
  ...row(100, ['品名', 40], ['规格', 140], ['数量', 240], ['单价', 320], ['金额', 420]),
  ...row(120, ['复印纸', 40], ['A4', 140], ['10', 240], ['25.00', 320], ['250.00', 420]),
  ...row(150, ['合计', 40], ['250.00', 420]),
];
const claimed = [
  ...row(100, ['费用项目', 40], ['摘要', 200], ['金额', 420]),
  ...row(120, ['住宿费', 40], ['北京酒店增值税普通发票', 200], ['760.00', 420]),
  ...row(150, ['合计', 40], ['760.00', 420]),
];

it.each([
  [
    'a claim that names an invoice in a line',
    '费用报销单',
    ['报销人：李四', '部门：财务部'],
    claimed,
    'other',
    '760.00',
  ],
  ['a statement', '对账单', ['客户名称：海棠商贸有限公司', '期末余额：250.00'], priced, 'other', '250.00'],
  ['a quotation', '启明纸业（苏州）有限公司报价单', ['报价日期：2026-03-05'], priced, 'other', '250.00'],
  [
    'a delivery note',
    '启明纸业（苏州）有限公司送货单',
    ['送货日期：2026-04-01'],
    priced,
    'goods-list',
    '250.00',
  ],
  ['a note of receipt', '材料入库单', ['供应商：启明纸业'], priced, 'goods-list', '250.00'],
])('%s is no invoice', async (_, title, heads, table, type, amount) => {
  const top = [title, ...heads].map((text, at): Text => [text, at === 0 ? 200 : 40, 40 + 18 * at]);
  const one = await readOne(pdf([page([...top, ...table])]));
  expect([one.paper?.type, one.paper?.amount]).toEqual([type, amount]);
});

it('a title of an invoice beside no amount stays one, above a line that looks like a claim', async () => {
  const texts: readonly Text[] = [
    ['北京增值税普通发票', 200, 40],
    ['报销单', 40, 60],
    ...numbers.map((text, at): Text => [text, 40, 75 + 12 * at]),
    ...claimed,
  ];
  const found = await read(pdf([page(texts)]));
  expect(found.map(({ paper, invoice }) => [paper, invoice.number])).toEqual([[undefined, number]]);
});
