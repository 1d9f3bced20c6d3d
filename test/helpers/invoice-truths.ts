import { formatCapitalAmount } from '../../shared/invoice/capital-amount.ts';
import { emptyInvoice, emptyLine } from '../../shared/invoice/empty-invoice.ts';
import type { Invoice, InvoiceLine } from '../../shared/invoice/model.ts';
import { decimalOf, timesFraction } from '../../shared/invoice/money.ts';
import type { Random } from './random.ts';

export type Form = 'digital' | 'vat' | 'toll';

const classes = ['信息技术服务', '办公用品', '餐饮服务', '电子计算机', '食品', '经营租赁', '运输服务'];
const words = [
  '技术服务费',
  '打印纸',
  'A4',
  '笔记本电脑',
  'ThinkPad-X1',
  '硒鼓',
  '(16GB/512GB)',
  '维护',
  '±5%',
  '椅子',
  '70g',
  '咨询',
];
const units = ['台', '箱', '次', 'kg', '项', '个'];
const specifications = ['A4-70g', 'X1 Carbon', '500', 'M2.5', '红色', '3#'];
const rates = [
  ['13%', 1300],
  ['9%', 900],
  ['6%', 600],
  ['3%', 300],
  ['1%', 100],
] as const;
const companies = [
  '青禾（虚构）贸易有限公司',
  '远山（虚构）科技有限公司',
  '云栖样本咨询中心',
  '示例市第一小学',
  'ABC Trading (Test) Co., Ltd.',
];

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.whole(0, 9)).join('');

const nameOf = (random: Random): string =>
  `*${random.pick(classes)}*${Array.from({ length: random.whole(1, 4) }, () => random.pick(words)).join('')}`;

const lineOf = (random: Random, sign: 1 | -1, form: Form): readonly InvoiceLine[] => {
  const name = form === 'toll' ? '*经营租赁*通行费' : nameOf(random);
  const quantity = random.whole(1, 40);
  const price = random.whole(100, random.pick([5_000, 90_000, 4_000_000]));
  const amount = sign * price * quantity;
  const isExempt = random.chance(0.1);
  const [rate, basisPoints] = random.pick(rates);
  const taxOf = (cents: number): string | null =>
    isExempt ? null : decimalOf(timesFraction(cents, basisPoints, 10_000));
  const line = { ...emptyLine, name, taxRate: isExempt ? '免税' : rate };
  const plain = { ...line, amount: decimalOf(amount), tax: taxOf(amount) };
  if (form === 'toll') return [plain];
  const full = {
    ...plain,
    specification: random.chance(0.4) ? random.pick(specifications) : null,
    unit: random.chance(0.8) ? random.pick(units) : null,
    ...(random.chance(0.9) ? { quantity: String(sign * quantity), unitPrice: decimalOf(price) } : {}),
  };
  if (!random.chance(0.12)) return [full];
  const discount = -sign * timesFraction(Math.abs(amount), random.whole(1, 30), 100);
  return [full, { ...line, amount: decimalOf(discount), tax: taxOf(discount) }];
};

const partyOf = (random: Random, form: Form) => ({
  name: random.pick(companies),
  taxId: `91${digits(random, 6)}MA${digits(random, 7)}${random.pick(['A', '3', 'X'])}`,
  addressPhone:
    form === 'digital' ? null : `虚构市示例路${random.whole(1, 200)}号 0571-8${digits(random, 7)}`,
  bankAccount: form === 'digital' ? null : `示例银行虚构支行 62${digits(random, 14)}`,
});

const cents = (value: string | null): number => Math.round(Number(value ?? 0) * 100);

/**
 * An invoice as one of the forms prints it: with discounts, exempt lines, red invoices, special characters.
 */
export const makeTruth = (random: Random, form: Form, maxLines: number): Invoice => {
  const sign = random.chance(0.08) ? -1 : 1;
  const wanted = random.whole(1, maxLines);
  const lines: InvoiceLine[] = [];
  while (lines.length < wanted) lines.push(...lineOf(random, sign, form));
  const total = lines.reduce((sum, { amount }) => sum + cents(amount), 0);
  const tax = lines.reduce((sum, line) => sum + cents(line.tax), 0);
  const isSpecial = random.chance(0.5);
  const isTaxed = lines.some((line) => line.tax !== null);
  const original = digits(random, 20);
  const isRed = sign < 0 && form === 'digital';
  const digital = { kind: isSpecial ? '31' : '32', number: `2${digits(random, 19)}` };
  const older = {
    kind: form === 'toll' ? '14' : '10',
    code: `0${digits(random, 9)}${form === 'toll' ? '12' : '11'}`,
    number: digits(random, 8),
    checkCode: digits(random, 20),
    machineNumber: digits(random, 12),
    cipherArea: Array.from({ length: 4 }, () => `0${digits(random, 20)}<+-*/>`).join(''),
    payee: '张三',
    reviewer: '李四',
  };
  return {
    ...emptyInvoice,
    ...(form === 'digital' ? digital : older),
    issueDate: `20${random.whole(18, 25)}-${String(random.whole(1, 12)).padStart(2, '0')}-${String(random.whole(1, 28)).padStart(2, '0')}`,
    buyer: partyOf(random, form),
    seller: partyOf(random, form),
    lines,
    total: decimalOf(total),
    taxTotal: isTaxed ? decimalOf(tax) : null,
    grossTotal: decimalOf(total + tax),
    grossTotalWords: formatCapitalAmount(total + tax),
    remark: isRed
      ? `被红冲蓝字数电票号码：${original}`
      : random.pick([null, '合同号 HT-2024-001', '第一行\n第二行', '收款人:张三; 复核人:李四;']),
    reverses: isRed ? original : null,
    drawer: '王五',
  };
};
