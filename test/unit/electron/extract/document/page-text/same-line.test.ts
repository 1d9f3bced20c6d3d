import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pdf } from '../../../../../samples/digital/pdf-file.ts';
import { page, readOne } from '../../../../../helpers/printed-pdf.ts';
import { invoiceTexts } from '../../../../../helpers/two-invoices.ts';

type Text = readonly [text: string, x: number, y: number];

const size = 9;

const head: readonly Text[] = [
  ['电子发票（普通发票）', 200, 30],
  ['发票号码：24112000000048542163', 400, 40],
  ['开票日期：2024年05月28日', 400, 55],
  ['购买方名称：甲公司', 28, 90],
  ['销售方名称：乙公司', 320, 90],
  ['项目名称', 40, 140],
  ['金额', 380, 140],
  ['税率', 440, 140],
  ['税额', 540, 140],
];

const goods = (name: string, amount: string, tax: string, y: number): readonly Text[] => [
  [name, 14, y],
  [amount, 375, y],
  ['13%', 442, y],
  [tax, 545, y],
];

const sums = (label: string, amount: string, tax: string, y: number, raised: number): readonly Text[] => [
  [label, 40, y],
  [`¥${amount}`, 370, y - raised],
  [`¥${tax}`, 540, y - raised],
];

const gross = (words: string, amount: string, y: number, raised = 0): readonly Text[] => [
  ['价税合计（大写）', 20, y],
  [words, 140, y - raised],
  ['（小写）', 430, y],
  [`¥${amount}`, 475, y - raised],
];

const offsets = fc.double({ min: -0.75, max: 0.75, noNaN: true }).map((share) => share * size);

it('sums a little above or below their label are sums, and no line of goods', async () => {
  await fc.assert(
    fc.asyncProperty(offsets, offsets, async (raised, other) => {
      const texts = [
        ...head,
        ...goods('*食品*茶', '100.00', '13.00', 155),
        ...sums('合 计', '100.00', '13.00', 180, raised),
        ...gross('壹佰壹拾叁圆整', '113.00', 205, other),
      ];
      const { invoice, findings } = await readOne(pdf([page(texts)]));
      expect(invoice).toMatchObject({ total: '100.00', taxTotal: '13.00', grossTotal: '113.00' });
      expect(invoice.lines).toMatchObject([{ name: '*食品*茶', amount: '100.00', tax: '13.00' }]);
      expect(findings).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

it.each([0, 4, 6.5])(
  'a subtotal and the sums below it, both raised by %d points, keep their figures',
  async (raised) => {
    const first = [
      ...head,
      ...goods('*食品*茶', '100.00', '13.00', 155),
      ...sums('小 计', '100.00', '13.00', 180, raised),
    ];
    const last = [
      ...head,
      ...goods('*食品*米', '200.00', '26.00', 155),
      ...sums('小 计', '200.00', '26.00', 180, raised),
      ...sums('合 计', '300.00', '39.00', 192, raised),
      ...gross('叁佰叁拾玖圆整', '339.00', 215),
    ];
    const { invoice, findings } = await readOne(pdf([page(first), page(last)]));
    expect(invoice).toMatchObject({ total: '300.00', taxTotal: '39.00', grossTotal: '339.00' });
    expect(invoice.lines.map(({ amount }) => amount)).toEqual(['100.00', '200.00']);
    expect(findings).toEqual([]);
  },
);

it('figures of goods that stand close above the sums stay with the goods', async () => {
  const texts = [
    ...head,
    ...goods('*食品*茶', '60.00', '7.80', 155),
    ...goods('*食品*米', '40.00', '5.20', 173.5),
    ...sums('合 计', '100.00', '13.00', 180, 0),
    ...gross('壹佰壹拾叁圆整', '113.00', 205),
  ];
  const { invoice, findings } = await readOne(pdf([page(texts)]));
  expect(invoice.lines.map(({ amount }) => amount)).toEqual(['60.00', '40.00']);
  expect(invoice).toMatchObject({ total: '100.00', taxTotal: '13.00' });
  expect(findings).toEqual([]);
});

it('a blank that is printed between Chinese words stays', async () => {
  const texts = [
    ...head.filter(([text]) => !text.startsWith('购买方')),
    ['购买方名称：甲公司 苏州分公司', 28, 90] as const,
    ...goods('*食品*茶', '100.00', '13.00', 155),
    ...sums('合 计', '100.00', '13.00', 180, 0),
    ...gross('壹佰壹拾叁圆整', '113.00', 205),
  ];
  const { invoice } = await readOne(pdf([page(texts)]));
  expect(invoice.buyer.name).toBe('甲公司 苏州分公司');
});

const exempt = invoiceTexts.map(([text, x, y]): Text => [
  text === '¥0.00' ? '¥***' : text === '0.00' ? '***' : text === '0%' ? '免税' : text,
  x,
  y,
]);

const below = (buyer: string): readonly Text[] => [
  ...exempt,
  ['购买方纳税人识别号：', 20, 100],
  ['销售方纳税人识别号：', 200, 100],
  [buyer, 20, 111],
  ['91350100M000100Y43', 200, 111],
];

describe('what stands instead of a figure or below its label', () => {
  it('is no reason to lose the other sum', async () => {
    const { invoice, findings } = await readOne(pdf([page(exempt)]));
    expect(invoice).toMatchObject({ total: '100.00', taxTotal: '***', grossTotal: '100.00' });
    expect(findings.map(({ id }) => id)).not.toContain('text-sums-differ');
  });

  it('is a taxpayer ID, and nothing else', async () => {
    const { invoice } = await readOne(pdf([page(below('91310110666007217T'))]));
    expect([invoice.buyer.taxId, invoice.seller.taxId]).toEqual(['91310110666007217T', '91350100M000100Y43']);
    const other = await readOne(pdf([page(below('地址'))]));
    expect([other.invoice.buyer.taxId, other.invoice.seller.taxId]).toEqual([null, '91350100M000100Y43']);
  });
});
