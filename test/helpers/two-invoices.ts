import { invoiceText, pdf } from '../samples/digital/pdf-file.ts';

type Text = readonly [text: string, x: number, y: number];

export const twoNumbers = ['24112000000048542163', '24112000000048542164'] as const;

/** A small invoice whose every value belongs to it alone. */
const invoiceAt = (which: 0 | 1, left: number, top: number): readonly Text[] => {
  const texts: readonly Text[] = [
    ['电子发票（普通发票）', 130, 30],
    [`发票号码：${twoNumbers[which]}`, 250, 45],
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

/** The texts of the first of the two, on a page of its own. */
export const invoiceTexts = invoiceAt(0, 0, 0);

const pageOf = (texts: readonly Text[], width: number, height: number) => ({
  content: texts.map(([text, x, y]) => invoiceText(text, x, height - y, 9)).join('\n'),
  box: [0, 0, width, height] as const,
});
const drawn = (texts: readonly Text[], width: number, height: number): Buffer =>
  pdf([pageOf(texts, width, height)]);

/** A PDF of two pages with an invoice each. */
export const twoOnTwoPages = (): Buffer =>
  pdf([pageOf(invoiceAt(0, 0, 0), 420, 270), pageOf(invoiceAt(1, 0, 0), 420, 270)]);

type Layout = {
  readonly isBeside?: boolean;
  /** Texts of the second invoice that are left out. */
  readonly without?: RegExp;
  readonly more?: readonly Text[];
};

/** A PDF of one page with two invoices, one above the other or side by side. */
export const twoOnOnePage = ({ isBeside = false, without, more = [] }: Layout = {}): Buffer => {
  const [left, top] = isBeside ? [430, 0] : [0, 270];
  const second = invoiceAt(1, left, top).filter(([text]) => without?.test(text) !== true);
  return drawn([...invoiceAt(0, 0, 0), ...second, ...more], 420 + left, 270 + top);
};

/** A PDF with copies of one invoice: on one page, one above the other or side by side, or on two pages. */
export const sameTwice = (place: 'above' | 'beside' | 'pages', more: readonly Text[] = []): Buffer => {
  const copy = (left: number, top: number): readonly Text[] => [
    ...invoiceAt(0, left, top),
    ...more.map(([text, x, y]): Text => [text, x + left, y + top]),
  ];
  if (place === 'pages') return pdf([pageOf(copy(0, 0), 420, 270), pageOf(copy(0, 0), 420, 270)]);
  const [left, top] = place === 'beside' ? [430, 0] : [0, 270];
  return drawn([...copy(0, 0), ...copy(left, top)], 420 + left, 270 + top);
};

/** A PDF of one page with two invoices, head to head: the second is upside down. */
export const headToHead = (): Buffer => {
  const [first, second] = [0, 1].map(
    (which) => pageOf(invoiceAt(which === 0 ? 0 : 1, 0, 0), 420, 540).content,
  );
  // Both hang from the top edge, one of them after half a turn.
  return pdf([
    { content: `${first ?? ''}\nq -1 0 0 -1 420 540 cm\n${second ?? ''}\nQ`, box: [0, 0, 420, 540] },
  ]);
};

export const oneInvoice = (more: readonly Text[]): Buffer =>
  drawn([...invoiceAt(0, 0, 0), ...more], 420, 270);

/** A PDF of one page with an invoice and other texts below it. */
export const invoiceAbove = (below: readonly Text[]): Buffer =>
  drawn([...invoiceAt(0, 0, 0), ...below.map(([text, x, y]): Text => [text, x, y + 270])], 620, 690);
