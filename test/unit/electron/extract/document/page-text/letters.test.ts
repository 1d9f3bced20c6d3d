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
