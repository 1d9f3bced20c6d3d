import type { Invoice, InvoiceLine } from '../../../shared/invoice/model.ts';
import { isRateToken } from '../../../shared/invoice/characters.ts';
import { darkBoxes, type QrSymbol } from '../qr.ts';
import { filledBox, invoiceText, pdf } from './pdf-file.ts';
import { between, chance, pick, seededRandom, shuffle, type Random } from '../random.ts';
import { makeDigitalInvoice, type InvoiceForm as Form } from './make-invoice.ts';

/** A text at a position in points, y down. */
type Item = { readonly text: string; readonly x: number; readonly y: number; readonly size: number };

type MadePdf = { readonly bytes: Buffer; readonly truth: Invoice; readonly form: Form };

const width = 609;
const height = 394;

/** Latin characters that the font sets as wide as Chinese ones. */
const wideLatin = new Set(['±', '¥']);

export const widthOf = (text: string, size: number): number => {
  let sum = 0;
  for (const character of text)
    sum += character.charCodeAt(0) < 0x2000 && !wideLatin.has(character) ? size / 2 : size;
  return sum;
};

type Habits = {
  /** Draws labels character by character, dates in parts, and ¥ separately. */
  readonly inPieces: boolean;
  readonly isSwapped: boolean;
  readonly order: 'labels-first' | 'shuffled' | 'as-is';
  readonly offset: number;
  readonly yen: '¥' | '￥';
  /** Gap from the label's end to its value; some start within the blank part of a full-width colon. */
  readonly gap: number;
};

const habitsOf = (random: Random): Habits => ({
  inPieces: chance(random, 0.5),
  isSwapped: chance(random, 0.3),
  order: pick(random, ['labels-first', 'shuffled', 'as-is'] as const),
  offset: pick(random, [0, 0, 0.6]),
  yen: pick(random, ['¥', '￥'] as const),
  gap: pick(random, [4, 4, -3]),
});

type Page = {
  readonly label: (text: string, x: number, y: number, size?: number) => void;
  readonly value: (text: string, x: number, y: number, size?: number) => void;
  readonly items: () => readonly Item[];
};

const newPage = (random: Random, { inPieces, order, offset }: Habits): Page => {
  const labels: Item[] = [];
  const values: Item[] = [];
  return {
    label: (text, x, y, size = 9) => {
      if (!inPieces) labels.push({ text, x, y, size });
      else
        for (const [index, character] of Array.from(text).entries())
          labels.push({
            text: character,
            x: x + widthOf(Array.from(text).slice(0, index).join(''), size),
            y,
            size,
          });
    },
    value: (text, x, y, size = 9) => void values.push({ text, x, y: y + offset, size }),
    items: () => {
      const all = [...labels, ...values];
      return order === 'shuffled' ? shuffle(random, all) : all;
    },
  };
};

const stack = (page: Page, word: string, x: number, y: number, step: number): void => {
  for (const [index, character] of Array.from(word).entries()) page.label(character, x, y + index * step);
};

type Edge = {
  readonly key: keyof InvoiceLine | 'plate' | 'vehicle' | 'from' | 'until';
  readonly head: string;
  readonly left: number;
  readonly right: number;
  readonly align: 'left' | 'center' | 'right';
};

const edge = (key: Edge['key'], head: string, left: number, right: number, align: Edge['align']): Edge => ({
  key,
  head,
  left,
  right,
  align,
});

const goodsColumns = (nameHead: string): readonly Edge[] => [
  edge('name', nameHead, 12, 140, 'left'),
  edge('specification', '规格型号', 140, 200, 'left'),
  edge('unit', '单 位', 200, 232, 'center'),
  edge('quantity', '数 量', 232, 282, 'right'),
  edge('unitPrice', '单 价', 282, 350, 'right'),
  edge('amount', '金 额', 350, 430, 'right'),
  edge('taxRate', '税率/征收率', 430, 490, 'center'),
  edge('tax', '税 额', 490, 597, 'right'),
];

const tollColumns: readonly Edge[] = [
  edge('name', '项目名称', 12, 130, 'left'),
  edge('plate', '车牌号', 130, 200, 'center'),
  edge('vehicle', '类型', 200, 240, 'center'),
  edge('from', '通行日期起', 240, 300, 'center'),
  edge('until', '通行日期止', 300, 360, 'center'),
  edge('amount', '金 额', 360, 430, 'right'),
  edge('taxRate', '税率', 430, 490, 'center'),
  edge('tax', '税 额', 490, 597, 'right'),
];

const columnsOf = (form: Form): readonly Edge[] => {
  if (form === 'toll') return tollColumns;
  return goodsColumns(form === 'vat' ? '货物或应税劳务、服务名称' : '项目名称');
};

const wrap = (text: string, room: number, size: number): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const character of text) {
    if (widthOf(line + character, size) > room) {
      lines.push(line);
      line = '';
    }
    line += character;
  }
  // No producer ends or starts a line with a blank that belongs to the text.
  return [...lines, line];
};

const put = (page: Page, text: string, { left, right, align }: Edge, y: number, size = 9): void => {
  const own = widthOf(text, size);
  const x = { left: left + 2, center: (left + right - own) / 2, right: right - 3 - own }[align];
  page.value(text, x, y, size);
};

const cellsOf = (line: InvoiceLine): Readonly<Record<string, string | null>> => ({
  ...line,
  plate: '浙A12345',
  vehicle: '客车',
  from: '20240501',
  until: '20240502',
});

const linePitch = 11;

/** Places lines from y on; returns the y below them. */
const putLines = (
  page: Page,
  lines: readonly InvoiceLine[],
  columns: readonly Edge[],
  from: number,
): number => {
  let y = from;
  for (const line of lines) {
    const texts = cellsOf(line);
    const [nameColumn] = columns;
    if (!nameColumn) throw new Error('No columns');
    const names = wrap(line.name ?? '', nameColumn.right - nameColumn.left - 4, 9);
    for (const [index, part] of names.entries()) page.value(part, nameColumn.left + 2, y + index * 10);
    for (const column of columns.slice(1)) {
      const text = texts[column.key];
      if (text !== null && text !== undefined) put(page, text, column, y);
    }
    y += linePitch + (names.length - 1) * 10;
  }
  return y;
};

const putDate = (page: Page, date: string, x: number, y: number, habits: Habits): void => {
  const [year = '', month = '', day = ''] = date.split('-');
  if (!habits.inPieces) {
    page.value(`${year}年${month}月${day}日`, x, y);
    return;
  }
  let at = x;
  for (const part of [year, '年', month, '月', day, '日']) {
    page.value(part, at, y);
    at += widthOf(part, 9) + 1;
  }
};

const putMoney = (page: Page, value: string | null, right: number, y: number, habits: Habits): void => {
  const text = value ?? '';
  const x = right - widthOf(text, 9);
  if (isRateToken(text)) page.value(text, x, y);
  else if (habits.inPieces) {
    page.value(habits.yen, x - 10, y);
    page.value(text, x, y);
  } else page.value(`${habits.yen}${text}`, x - widthOf(habits.yen, 9), y);
};

const putParty = (
  page: Page,
  gap: number,
  x: number,
  rows: readonly (readonly [string, string | null, number])[],
): void => {
  for (const [label, value, y] of rows) {
    page.label(label, x, y);
    if (value !== null) page.value(value, x + widthOf(label, 9) + gap, y);
  }
};

const digitalParty = ({ name, taxId }: Invoice['buyer']) =>
  [
    ['名称：', name, 88],
    ['统一社会信用代码/纳税人识别号：', taxId, 114],
  ] as const;

const olderParty = ({ name, taxId, addressPhone, bankAccount }: Invoice['buyer'], y: number) =>
  [
    ['名    称：', name, y],
    ['纳税人识别号：', taxId, y + 13],
    ['地 址、电 话：', addressPhone, y + 26],
    ['开户行及账号：', bankAccount, y + 39],
  ] as const;

const putDigitalHead = (page: Page, truth: Invoice, habits: Habits): void => {
  page.label(truth.kind === '31' ? '电子发票（增值税专用发票）' : '电子发票（普通发票）', 190, 42, 17);
  page.label('发票号码：', 430, 40);
  page.value(truth.number ?? '', 478, 40);
  page.label('开票日期：', 430, 58);
  putDate(page, truth.issueDate ?? '', 478, 58, habits);
  const [left, right] = habits.isSwapped ? (['seller', 'buyer'] as const) : (['buyer', 'seller'] as const);
  const word = { buyer: '购买方信息', seller: '销售方信息' };
  stack(page, word[left], 14, 80, 10);
  stack(page, word[right], 306, 80, 10);
  putParty(page, habits.gap, 28, digitalParty(truth[left]));
  putParty(page, habits.gap, 320, digitalParty(truth[right]));
};

const putOlderHead = (page: Page, truth: Invoice, habits: Habits): void => {
  page.label(truth.kind === '14' ? '浙江通行费增值税电子普通发票' : '浙江增值税电子普通发票', 200, 30, 15);
  page.label('机器编号：', 20, 58);
  page.value(truth.machineNumber ?? '', 70, 58);
  const rows = [
    ['发票代码：', truth.code, 20],
    ['发票号码：', truth.number, 34],
  ] as const;
  for (const [label, value, y] of rows) {
    page.label(label, 430, y);
    page.value(value ?? '', 482, y);
  }
  page.label('开票日期：', 430, 48);
  putDate(page, truth.issueDate ?? '', 482, 48, habits);
  page.label('校 验 码：', 430, 62);
  page.value((truth.checkCode ?? '').replace(/(\d{5})(?=\d)/gu, '$1 '), 482, 62);
  stack(page, '购买方', 16, 84, 16);
  putParty(page, habits.gap, 30, olderParty(truth.buyer, 80));
  stack(page, '密码区', 340, 84, 16);
  for (const [row, text] of ((truth.cipherArea ?? '').match(/.{1,27}/gu) ?? []).entries())
    page.value(text, 360, 80 + row * 13);
};

const putFoot = (page: Page, truth: Invoice, form: Form, y: number, habits: Habits): void => {
  page.label('合', 40, y);
  page.label('计', 90, y);
  putMoney(page, truth.total, 427, y, habits);
  putMoney(page, truth.taxTotal, 594, y, habits);
  page.label('价税合计（大写）', 20, y + 20);
  page.value(`${habits.inPieces ? '' : '⊗'}${truth.grossTotalWords ?? ''}`, 150, y + 20);
  page.label('（小写）', 430, y + 20);
  putMoney(page, truth.grossTotal, 560, y + 20, habits);
  const remark = (truth.remark ?? '').split('\n');
  const below = y + 40;
  if (form === 'digital') {
    stack(page, '备注', 16, below + 6, 16);
    for (const [row, text] of remark.entries()) if (text) page.value(text, 40, below + row * 12);
    page.label('开票人：', 60, below + 60);
    page.value(truth.drawer ?? '', 100, below + 60);
    return;
  }
  stack(page, '销售方', 16, below + 4, 16);
  putParty(page, habits.gap, 30, olderParty(truth.seller, below));
  stack(page, '备注', 340, below + 6, 18);
  for (const [row, text] of remark.entries()) if (text) page.value(text, 360, below + row * 12);
  for (const [label, value, x] of [
    ['收款人：', truth.payee, 40],
    ['复核：', truth.reviewer, 180],
    ['开票人：', truth.drawer, 320],
  ] as const) {
    page.label(label, x, below + 60);
    page.value(value ?? '', x + widthOf(label, 9) + 2, below + 60);
  }
  page.label('销售方：（章）', 460, below + 60);
};

const linesToPage = 9;

/** Drawings on the page, which no reader needs. */
type PdfMarks = {
  /** Draws the lines of a fully digital invoice's form. */
  readonly rules: boolean;
  /** Draws this code in the top left corner of the first page. */
  readonly qr: QrSymbol | null;
  readonly embedded?: Parameters<typeof pdf>[2];
  /** Prints the header and the heads of the columns on the first page only. */
  readonly headOnce?: boolean;
};

const noMarks: PdfMarks = { rules: false, qr: null };

/** Operators that draw the frame and the dividers of the form; `bottom` is the end of the goods. */
const ruledForm = (bottom: number, tall: number): string => {
  const [left, right, top, head] = [10, 599, 68, 134];
  const [sums, words, end] = [bottom + 6, bottom + 26, bottom + 108];
  const lines = [
    ...[top, head, sums, words, end].map((y) => [left, y, right, y] as const),
    ...[left, right].map((x) => [x, top, x, end] as const),
    ...[26, 302, 318].map((x) => [x, top, x, head] as const),
    [30, words, 30, end] as const,
  ];
  const drawn = lines.map(([x1, y1, x2, y2]) => `${x1} ${tall - y1} m ${x2} ${tall - y2} l S`);
  return ['0.5 0 0 RG 0.6 w', ...drawn].join('\n');
};

const rounded = (value: number): number => Number(value.toFixed(2));

const drawnCode = (symbol: QrSymbol, tall: number): string =>
  darkBoxes(symbol, 22, 10, 52)
    .map(({ x, y, w, h }) => filledBox(rounded(x), rounded(tall - y - h), rounded(w), rounded(h)))
    .join('\n');

/** Prints an invoice like PDF producers: on one page, or its lines on several with the header on each. */
export const printInvoice = (truth: Invoice, form: Form, random: Random, marks: PdfMarks = noMarks): Buffer => {
  const habits = habitsOf(random);
  const columns = columnsOf(form);
  const pages: { page: Page; bottom: number }[] = [];
  const chunks: InvoiceLine[][] = [];
  for (let at = 0; at < truth.lines.length; at += linesToPage)
    chunks.push(truth.lines.slice(at, at + linesToPage));
  for (const [index, lines] of chunks.entries()) {
    const page = newPage(random, habits);
    const isBare = marks.headOnce === true && index > 0;
    if (!isBare && form === 'digital') putDigitalHead(page, truth, habits);
    else if (!isBare) putOlderHead(page, truth, habits);
    for (const column of isBare ? [] : columns) {
      const size = column.key === 'name' && form === 'vat' ? 8 : 9;
      page.label(column.head, (column.left + column.right - widthOf(column.head, size)) / 2, 146, size);
    }
    const bottom = putLines(page, lines, columns, 160) + 6;
    if (index === chunks.length - 1) putFoot(page, truth, form, bottom, habits);
    else {
      page.label('小', 40, bottom);
      page.label('计', 90, bottom);
      page.value('0.01', 390, bottom);
    }
    pages.push({ page, bottom });
  }
  return pdf(
    pages.map(({ page, bottom }, index) => {
      const tall = Math.max(height, bottom + 120);
      const texts = page.items().map(({ text, x, y, size }) => invoiceText(text, x, tall - y, size));
      const rules = marks.rules ? [ruledForm(bottom, tall)] : [];
      const code = marks.qr && index === 0 ? [drawnCode(marks.qr, tall)] : [];
      return { box: [0, 0, width, tall] as const, content: [...rules, ...code, ...texts].join('\n') };
    }),
    undefined,
    marks.embedded,
  );
};

const forms: readonly Form[] = ['digital', 'digital', 'vat', 'toll'];

/** An invoice and its print; deterministic for a seed. */
export const makeInvoicePdf = (seed: number, maxLines = 20): MadePdf => {
  const random = seededRandom(seed);
  const form = pick(random, forms);
  const truth = makeDigitalInvoice(random, {
    form,
    lines: between(random, 1, maxLines),
    isRed: chance(random, 0.08),
    hasSpecialCharacters: false,
    hasAddresses: form !== 'digital',
  });
  return { bytes: printInvoice(truth, form, random), truth, form };
};
