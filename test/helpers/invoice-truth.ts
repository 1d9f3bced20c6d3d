import { formatCapitalAmount } from '../samples/format-capital-amount.ts';
import { emptyInvoice } from '../../shared/invoice/empty-invoice.ts';
import type { Invoice, InvoiceLine } from '../../shared/invoice/model.ts';
import { decimalOf, timesFraction } from '../../shared/invoice/money.ts';
import type { Random } from './random.ts';

/** The print of a generated invoice; a name is in the lines that it wraps into. */
type PrintedLine = {
  readonly nameLines: readonly string[];
  readonly cells: Omit<InvoiceLine, 'name'>;
};
export type PrintedInvoice = { readonly invoice: Invoice; readonly lines: readonly PrintedLine[] };

export type TruthOptions = {
  readonly maxLines: number;
  /** Probability that a cell other than name and amount is missing. */
  readonly missing: number;
};

const categories = [
  '电子计算机',
  '餐饮服务',
  '办公用品',
  '信息技术服务',
  '食品',
  '运输服务',
  '橡胶制品',
  '家具',
];
const hanParts =
  '笔记本电脑服务费技术咨询打印纸硒鼓办公桌椅食品饮料运输轮胎软件开发维护升级模块零件材料'.split('');
const latinParts = ['ThinkPad', 'X1', 'A4', 'M2.5', '(16GB/512GB)', '3#', 'USB-C', '70g', '±5%', 'kg'];
const taxable = [
  ['13%', 1300],
  ['9%', 900],
  ['6%', 600],
  ['3%', 300],
  ['1%', 100],
] as const;

const name = (random: Random): string => {
  const length = random.pick([4, 6, 8, 10, 14, 20, 26, 32]);
  const isPlain = random.chance(0.3);
  let text = isPlain ? '' : `*${random.pick(categories)}*`;
  while (text.length < length) text += random.chance(0.12) ? random.pick(latinParts) : random.pick(hanParts);
  return text;
};

/** Wraps by width like a printer, with Latin letters at half width; at most three lines. */
const wrap = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let [line, used] = ['', 0];
  for (const character of text) {
    const advance = character.charCodeAt(0) < 0x2000 ? 0.5 : 1;
    if (used + advance > width && lines.length < 2) {
      lines.push(line);
      [line, used] = ['', 0];
    }
    line += character;
    used += advance;
  }
  return [...lines, line];
};

const goodsLine = (random: Random, width: number, { missing }: TruthOptions): PrintedLine[] => {
  const nameLines = wrap(name(random), width);
  const quantity = random.whole(1, 40);
  const price = random.whole(100, random.pick([5_000, 90_000, 4_000_000]));
  const cents = price * quantity;
  const isExempt = random.chance(0.05);
  const [rate, basisPoints] = random.pick(taxable);
  const lose = (value: string): string | null => (random.chance(missing) ? null : value);
  const line = (amount: number, unitPrice: string | null): PrintedLine => ({
    nameLines,
    cells: {
      specification: null,
      unit: null,
      quantity: null,
      unitPrice,
      amount: decimalOf(amount),
      taxRate: lose(isExempt ? '免税' : rate),
      tax: lose(isExempt ? '***' : decimalOf(timesFraction(amount, basisPoints, 10_000))),
    },
  });
  const lines = [line(cents, random.chance(0.2) ? null : lose(decimalOf(price)))];
  if (random.chance(0.12)) lines.push(line(-timesFraction(cents, random.whole(1, 30), 100), null));
  return lines;
};

/** Generates the print of an invoice; `width` is that of the name column, in full-width characters. */
export const makePrintedInvoice = (random: Random, width: number, options: TruthOptions): PrintedInvoice => {
  const wanted = random.whole(1, options.maxLines);
  const lines: PrintedLine[] = [];
  while (lines.length < wanted)
    lines.push(...goodsLine(random, width, options).slice(0, wanted - lines.length));
  let total = 0;
  let taxTotal = 0;
  for (const { cells } of lines) {
    const cents = Math.round(Number(cells.amount) * 100);
    total += cents;
    const rate = taxable.find(([printed]) => printed === cells.taxRate)?.[1] ?? 0;
    taxTotal += timesFraction(cents, rate, 10_000);
  }
  const digits = (count: number) => Array.from({ length: count }, () => random.whole(0, 9)).join('');
  const isDigital = random.chance(0.3);
  const invoice: Invoice = {
    ...emptyInvoice,
    kind: isDigital ? '99' : '10',
    code: isDigital ? null : `0${digits(9)}11`,
    number: isDigital ? digits(20) : digits(8),
    issueDate: `20${random.whole(18, 25)}-0${random.whole(1, 9)}-${random.whole(10, 28)}`,
    checkCode: isDigital ? null : digits(20),
    cipherArea: isDigital ? null : [0, 1, 2, 3].map(() => `0${digits(26)}`).join('\n'),
    buyer: {
      name: '青禾（虚构）贸易有限公司',
      taxId: '91310110666007217T',
      addressPhone: '虚构市示例路60号 81234567',
      bankAccount: '示例银行虚构支行 6200000000000001',
    },
    seller: {
      name: '远山（虚构）科技有限公司',
      taxId: '91350100M000100Y43',
      addressPhone: '虚构市样本街8号 87654321',
      bankAccount: '样本银行虚构支行 6200000000000002',
    },
    lines: lines.map(({ nameLines, cells }) => ({ name: nameLines.join(''), ...cells })),
    total: decimalOf(total),
    taxTotal: decimalOf(taxTotal),
    grossTotal: decimalOf(total + taxTotal),
    grossTotalWords: `⊗${formatCapitalAmount(total + taxTotal)}`,
  };
  return { invoice, lines };
};
