import { expect, it } from 'vitest';
import { checkInvoice } from '../../../../../../shared/invoice/check-invoice.ts';
import { invoiceText, pdf } from '../../../../../samples/digital/pdf-file.ts';
import { readOne } from '../../../../../helpers/printed-pdf.ts';

type Text = readonly [text: string, x: number, y: number];

const numbers = ['24112000000048542163', '24112000000048542164'] as const;

/** A small invoice whose every value belongs to it alone. */
const invoiceAt = (which: 0 | 1, left: number, top: number): readonly Text[] => {
  const texts: readonly Text[] = [
    ['电子发票（普通发票）', 130, 30],
    [`发票号码：${numbers[which]}`, 250, 45],
    [`开票日期：2024年05月2${which}日`, 250, 60],
    [`购买方名称：买方${which}公司`, 20, 90],
    [`销售方名称：卖方${which}公司`, 200, 90],
    ['项目名称', 20, 120],
    ['金额', 150, 120],
    ['税率', 230, 120],
    ['税额', 320, 120],
    [`*食品*货${which}`, 14, 140],
    [`10${which}.00`, 145, 140],
    ['0%', 232, 140],
    ['0.00', 320, 140],
    ['合计', 20, 170],
    [`¥10${which}.00`, 140, 170],
    ['¥0.00', 315, 170],
    ['价税合计（大写）', 14, 190],
    [which === 0 ? '壹佰圆整' : '壹佰零壹圆整', 100, 190],
    ['（小写）', 210, 190],
    [`¥10${which}.00`, 250, 190],
    ['开票人：王五', 20, 240],
  ];
  return texts.map(([text, x, y]) => [text, x + left, y + top]);
};

const drawn = (texts: readonly Text[], width: number, height: number): Buffer =>
  pdf([
    {
      content: texts.map(([text, x, y]) => invoiceText(text, x, height - y, 9)).join('\n'),
      box: [0, 0, width, height],
    },
  ]);

it.each([
  ['one above the other', 0, 270],
  ['side by side', 430, 0],
])('of two invoices %s, no value mixes both, and an error names both numbers', async (_, left, top) => {
  const texts = [...invoiceAt(0, 0, 0), ...invoiceAt(1, left, top)];
  const { invoice, ticket, origins, findings } = await readOne(drawn(texts, 420 + left, 270 + top));
  expect(invoice).toMatchObject({
    number: numbers[0],
    issueDate: '2024-05-20',
    buyer: { name: '买方0公司' },
    seller: { name: '卖方0公司' },
    lines: [{ name: '*食品*货0', amount: '100.00' }],
    total: '100.00',
    grossTotal: '100.00',
  });
  const checks = checkInvoice(
    { invoice, ticket, origins, findings },
    { today: '2026-11-27', confidenceLimit: 0.9, ownCompanies: [], qr: null, codeInFile: null, others: [] },
  );
  const several = checks.find(({ id }) => id === 'several-invoices');
  expect(several?.level).toBe('error');
  for (const number of numbers) expect(several?.message.zh).toContain(number);
});

it('one invoice is no two, even with a second number in its remark', async () => {
  const texts = [...invoiceAt(0, 0, 0), [`原发票号码：${numbers[1]}`, 60, 215] as const];
  const { findings } = await readOne(drawn(texts, 420, 270));
  expect(findings.map(({ id }) => id)).not.toContain('several-invoices');
});
