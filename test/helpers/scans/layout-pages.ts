import { PDFDocument } from '@cantoo/pdf-lib';
import { qrSymbol, qrText, type QrSymbol } from '../../samples/qr.ts';
import { capitalWords, yuan } from '../../samples/amounts.ts';
import type { Invoice, InvoiceLine } from '../../../shared/invoice/model.ts';
import { centsOf } from '../../../shared/invoice/money.ts';
import { randomFrom, type Random } from '../random.ts';
import { makeContent, type ScanContent, type ScanForm } from './content.ts';
import { layOutDigitalForm, layOutVatForm } from './layout-forms.ts';
import { goodsOf, grossOf, headsOf, printedDate, remarkOf, rowsOfGoods, sumsOf } from './layout-parts.ts';
import { makeStyle, penOf, type Pen, type ScanStyle } from './layout-style.ts';
import { drawPrinted, requireScanFonts, type PrintedItem, type PrintedSheet } from './print.ts';

/**
 * How an invoice goes on over pages: with its header and the heads of columns on each, with them on the first one only, or as
 * a list of goods (销货清单) that the invoice refers to.
 */
export const continuations = ['headed', 'bare', 'list'] as const;
export type Continuation = (typeof continuations)[number];

const sumOf = ({ lines }: Invoice, key: 'amount' | 'tax'): number =>
  lines.reduce((sum, line) => sum + (centsOf(line[key]) ?? 0), 0);

/** An invoice with at least so many lines. */
const longContent = (random: Random, form: ScanForm, least: number): ScanContent => {
  const content = makeContent(random, form);
  const lines = [...content.invoice.lines];
  while (lines.length < least) lines.push(...makeContent(random, form).invoice.lines);
  const whole = { ...content.invoice, lines: lines.map(classed) };
  const [total, tax] = [sumOf(whole, 'amount'), sumOf(whole, 'tax')];
  const invoice: Invoice = {
    ...whole,
    total: yuan(total),
    taxTotal: yuan(tax),
    grossTotal: yuan(total + tax),
    grossTotalWords: capitalWords(total + tax),
  };
  return { ...content, invoice };
};

/** All names of an invoice have a class of goods. */
const classed = (line: InvoiceLine): InvoiceLine =>
  line.name === null || line.name.startsWith('*') ? line : { ...line, name: `*其他*${line.name}` };

const withLines = (invoice: Invoice, from: number, to: number): Invoice => ({
  ...invoice,
  lines: invoice.lines.slice(from, to),
});

const heads = ['项目名称', '规格型号', '单 位', '数 量', '单 价', '金 额', '税率/征收率', '税 额'];
const listHeads = ['货物（劳务）名称', '规格型号', '单位', '数量', '单价', '金额', '税率', '税额'];

type Part = { readonly items: readonly PrintedItem[]; readonly y: number };

/** Lines of goods from a height, below the heads of columns if there are any. */
const tableOf = (pen: Pen, style: ScanStyle, invoice: Invoice, names: readonly string[], y: number): Part => {
  const top = names.length > 0 ? y + 40 : y;
  return {
    items: [...(names.length > 0 ? headsOf(pen, style, names, y) : []), ...goodsOf(pen, style, invoice, top)],
    y: top + rowsOfGoods(invoice, style) * style.rowHeight,
  };
};

/** The sums of a page: 小计. */
const subtotalsOf = (pen: Pen, style: ScanStyle, invoice: Invoice, y: number, word = '小计') => [
  ...pen.spread(word, style.left + 60, y, 100),
  ...pen.value(`¥${yuan(sumOf(invoice, 'amount'))}`, (style.columns[6] ?? 0) - 10, y, { align: 'right' }),
  ...pen.value(`¥${yuan(sumOf(invoice, 'tax'))}`, (style.columns[8] ?? 0) - 10, y, { align: 'right' }),
];

const footOf = (pen: Pen, style: ScanStyle, invoice: Invoice, y: number): readonly PrintedItem[] => [
  ...sumsOf(pen, style, invoice, y + 10),
  ...grossOf(pen, style, invoice, y + 60, '⊗'),
  ...remarkOf(pen, invoice.remark, style.left + 58, y + 110, style.right - style.left - 80),
  pen.label('开票人：', style.left + 90, y + 200),
  ...pen.value(invoice.drawer, style.left + 176, y + 200),
];

const below = 60;

/** The head of a digital invoice, as each of its pages may have it: all above the goods of the whole form. */
const headOf = (sheet: PrintedSheet): Part => {
  const name = sheet.items.find((item) => item.kind === 'text' && item.text === heads[0]);
  const y = name?.kind === 'text' ? name.y : 0;
  const isAbove = (item: PrintedItem): boolean =>
    (item.kind === 'text' && item.y < y - 1) || item.kind === 'seal' || item.kind === 'qr';
  return { items: sheet.items.filter(isAbove), y };
};

const digitalPages = (
  random: Random,
  content: ScanContent,
  style: ScanStyle,
  sizes: readonly number[],
  isBare: boolean,
  symbol: QrSymbol,
): readonly PrintedSheet[] => {
  const pen = penOf(style);
  const { invoice } = content;
  const first = layOutDigitalForm(random, content, style, symbol);
  const head = headOf(first);
  let from = 0;
  return sizes.map((size, page) => {
    const own = withLines(invoice, from, from + size);
    from += size;
    const hasHead = page === 0 || !isBare;
    const table = tableOf(pen, style, own, hasHead ? heads : [], hasHead ? head.y : 120);
    const isLast = page === sizes.length - 1;
    const end = table.y + below;
    return {
      width: first.width,
      height: end + (isLast ? 260 : 120),
      items: [
        ...(hasHead ? head.items : []),
        pen.label(`共${sizes.length}页 第${page + 1}页`, style.right - 150, 40, { size: 16 }),
        ...table.items,
        ...(isLast ? footOf(pen, style, invoice, table.y + 20) : subtotalsOf(pen, style, own, table.y + 20)),
      ],
    };
  });
};

/** The list of goods of a paper invoice. */
const listPage = (
  content: ScanContent,
  style: ScanStyle,
  own: Invoice,
  page: number,
  pages: number,
): PrintedSheet => {
  const pen = penOf(style);
  const { invoice } = content;
  const { left, right } = style;
  const table = tableOf(pen, style, own, listHeads, 240);
  const isLast = page === pages;
  return {
    width: 1600,
    height: table.y + 240,
    items: [
      pen.label('销售货物或者提供应税劳务清单', 800, 70, { size: 34, align: 'center' }),
      pen.label('购买方名称：', left, 120),
      ...pen.value(invoice.buyer.name, left + 130, 120),
      pen.label('销售方名称：', left, 156),
      ...pen.value(invoice.seller.name, left + 130, 156),
      pen.label('所属增值税发票代码：', left, 192),
      ...pen.value(invoice.code, left + 210, 192),
      pen.label('号码：', left + 480, 192),
      ...pen.value(invoice.number, left + 550, 192),
      pen.label(`共 ${pages} 页 第 ${page} 页`, right - 200, 192),
      ...table.items,
      ...subtotalsOf(pen, style, own, table.y + 20),
      ...(isLast ? subtotalsOf(pen, style, invoice, table.y + 60, '总计') : []),
      pen.label('备注', left + 20, table.y + 110),
      pen.label('填开日期：', right - 420, table.y + 190),
      ...pen.value(printedDate(invoice.issueDate), right - 310, table.y + 190),
    ],
  };
};

/** The pages of one invoice, on paper; the same seed always gives the same ones. */
export const makePages = async (
  seed: number,
  kind: Continuation,
  pages = 2,
): Promise<{ readonly truth: Invoice; readonly sheets: readonly PrintedSheet[] }> => {
  requireScanFonts();
  const random = randomFrom(seed);
  const form = kind === 'list' ? 'paper' : 'digital';
  const content = longContent(random, form, 5 * pages);
  const style = makeStyle(random, form);
  const { invoice } = content;
  const symbol = await qrSymbol(qrText(invoice));
  const each = Math.ceil(invoice.lines.length / pages);
  const sizes = Array.from({ length: pages }, (_, page) =>
    Math.min(each, invoice.lines.length - page * each),
  );
  if (kind !== 'list')
    return { truth: invoice, sheets: digitalPages(random, content, style, sizes, kind === 'bare', symbol) };
  const whole = invoice.lines[0];
  const [total, tax] = [invoice.total, invoice.taxTotal];
  const reference = whole && {
    ...whole,
    name: '（详见销货清单）',
    specification: null,
    unit: null,
    quantity: null,
    unitPrice: null,
    amount: total,
    tax,
  };
  const front = { ...content, invoice: { ...invoice, lines: reference ? [reference] : [] } };
  const lists = sizes.slice(0, -1).map((_, page) => {
    const perList = Math.ceil(invoice.lines.length / (pages - 1));
    return listPage(
      content,
      style,
      withLines(invoice, page * perList, (page + 1) * perList),
      page + 1,
      pages - 1,
    );
  });
  return { truth: invoice, sheets: [layOutVatForm(random, front, style, symbol), ...lists] };
};

/** A scan of sheets in one PDF: each page is one picture. */
export const scanOfSheets = async (sheets: readonly PrintedSheet[]): Promise<Uint8Array> => {
  const file = await PDFDocument.create();
  for (const sheet of sheets) {
    const picture = await file.embedJpg(drawPrinted(sheet, 1.2).toBuffer('image/jpeg', 90));
    const page = file.addPage([picture.width / 2, picture.height / 2]);
    page.drawImage(picture, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() });
  }
  return file.save();
};
