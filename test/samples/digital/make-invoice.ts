import { formatCapitalAmount } from '../format-capital-amount.ts';
import { emptyInvoice, emptyLine } from '../../../shared/invoice/empty-invoice.ts';
import type { Invoice, InvoiceLine, Party } from '../../../shared/invoice/model.ts';
import { decimalOf, timesFraction } from '../../../shared/invoice/money.ts';
import * as companies from '../parties.ts';
import { between, chance, cipherLines, digits, pick, type Random } from '../random.ts';

// All names, numbers and addresses are fictional.

/** A fully digital invoice, an older VAT e-invoice, or the e-invoice of a toll road. */
export type InvoiceForm = 'digital' | 'vat' | 'toll';

type DigitalOptions = {
  /** From 1 to 100. */
  readonly lines: number;
  readonly isRed: boolean;
  /** Names with characters that are special in XML and spreadsheets. */
  readonly hasSpecialCharacters: boolean;
  /** Fully digital if left out. */
  readonly form?: InvoiceForm;
  /** The print of a fully digital invoice has no room for addresses and banks; data has, unless this is false. */
  readonly hasAddresses?: boolean;
};

const sellers = [
  companies.stationer,
  companies.caterer,
  companies.clothier,
  companies.hotel,
  companies.integrator,
  companies.consultant,
  companies.farm,
  companies.furniture,
  companies.carrier,
  companies.school,
  companies.importer,
];

const goods = [
  ['*纸制品*复印纸', 'A4 70g', '箱'],
  ['*文具*签字笔', '0.5mm', '支'],
  ['*餐饮服务*餐费', null, '次'],
  ['*服装*工作服', 'XL', '件'],
  ['*住宿服务*住宿费', null, '天'],
  ['*信息技术服务*软件开发费', null, '项'],
  ['*家具*办公桌', '1200×600', '张'],
  ['*运输服务*货物运输', null, null],
  ['*谷物*大米', '10kg', '袋'],
] as const;

const special = ['*家具*柜<大>', '*文具*“笔”&纸', "*电子元件*M2.5'螺丝\"", '*服装*=1+1', '*化学品*乙醇 ≥99.5%', '*橡胶*𠮷字𬬭件'];

/** Parts of names without spaces or word breaks, which are printed in several pieces. */
const nameParts = ['技术服务费', '打印纸', 'A4', 'ThinkPad-X1', '硒鼓', '(16GB/512GB)', '±5%', '椅子', '70g', '咨询'];
const classes = ['信息技术服务', '办公用品', '电子计算机', '食品', '经营租赁', '运输服务'];

const composedName = (random: Random): string =>
  `*${pick(random, classes)}*${Array.from({ length: between(random, 1, 4) }, () => pick(random, nameParts)).join('')}`;

const tollName = '*经营租赁*通行费';

const rates = [
  ['13%', 1300],
  ['9%', 900],
  ['6%', 600],
  ['3%', 300],
  ['1%', 100],
] as const;

/** A line item with its figures as numbers. */
export type PricedLine = { readonly line: InvoiceLine; readonly cents: number; readonly taxCents: number };

/** A line item with its tax; a rate without basis points is a token, and there is no tax. */
export const priced = (
  line: Omit<InvoiceLine, 'amount' | 'taxRate' | 'tax'>,
  cents: number,
  [rate, basisPoints]: readonly [string, number | null],
): PricedLine => {
  const taxCents = basisPoints === null ? 0 : timesFraction(cents, basisPoints, 10_000);
  // Printed instead of the tax if there is none.
  const tax = basisPoints === null ? '***' : decimalOf(taxCents);
  return { line: { ...line, amount: decimalOf(cents), taxRate: rate, tax }, cents, taxCents };
};

const nameOf = (random: Random, plain: string, { form, hasSpecialCharacters }: DigitalOptions): string => {
  if (form === 'toll') return tollName;
  if (hasSpecialCharacters && chance(random, 0.5)) return pick(random, special);
  return chance(random, 0.5) ? plain : composedName(random);
};

/** A line, sometimes followed by a discount, which has neither quantity nor price. */
const goodsLines = (random: Random, options: DigitalOptions): readonly PricedLine[] => {
  const { isRed, form } = options;
  const [plain, specification, unit] = pick(random, goods);
  const name = nameOf(random, plain, options);
  const rate = chance(random, 0.08) ? (['免税', null] as const) : pick(random, rates);
  const quantity = between(random, 1, 400);
  const price = between(random, 1, 900_000);
  const sign = isRed ? -1 : 1;
  const cents = sign * quantity * price;
  if (form === 'toll') return [priced({ ...emptyLine, name }, cents, rate)];
  const isBare = chance(random, 0.15);
  const line = priced(
    {
      ...emptyLine,
      name,
      specification,
      unit,
      quantity: isBare ? null : String(sign * quantity),
      unitPrice: isBare ? null : decimalOf(price),
    },
    cents,
    rate,
  );
  if (isRed || chance(random, 0.85)) return [line];
  return [line, priced({ ...emptyLine, name }, -timesFraction(cents, between(random, 1, 30), 100), rate)];
};

export const partyOf = (
  { name, taxId, addressPhone, bankAccount }: (typeof sellers)[number],
  hasAddresses: boolean,
): Party => ({
  name,
  taxId,
  addressPhone: (hasAddresses && addressPhone) || null,
  bankAccount: (hasAddresses && bankAccount) || null,
});

type Head = Pick<Invoice, 'kind' | 'number'> & Partial<Invoice>;

/** The values that only one form has. */
const headOf = (random: Random, form: InvoiceForm, year: number): Head => {
  if (form === 'digital')
    return { kind: pick(random, ['31', '32']), number: `${year % 100}${digits(random, 18)}` };
  return {
    kind: form === 'toll' ? '14' : '10',
    code: `0${digits(random, 9)}${form === 'toll' ? '12' : '11'}`,
    number: digits(random, 8),
    checkCode: digits(random, 20),
    machineNumber: digits(random, 12),
    cipherArea: cipherLines(random).join(''),
    payee: companies.staff.payee,
    reviewer: companies.staff.reviewer,
  };
};

type Sums = Pick<Invoice, 'lines' | 'total' | 'taxTotal' | 'grossTotal' | 'grossTotalWords'>;

export const sumsOf = (lines: readonly PricedLine[]): Sums => {
  const sum = (key: 'cents' | 'taxCents'): number => lines.reduce((total, line) => total + line[key], 0);
  const [total, tax] = [sum('cents'), sum('taxCents')];
  const isTaxFree = lines.every(({ line }) => line.tax === '***');
  return {
    lines: lines.map(({ line }) => line),
    total: decimalOf(total),
    taxTotal: isTaxFree ? '***' : decimalOf(tax),
    grossTotal: decimalOf(total + tax),
    grossTotalWords: formatCapitalAmount(total + tax),
  };
};

const remarks = [null, '合同编号 HT-2025-0117', '第一批', '第一行\n第二行', '收款人:周晓岚; 复核人:陈以恒;'];

/** A fictional invoice with correct sums, as data and prints state it. The same source gives the same invoice. */
export const makeDigitalInvoice = (random: Random, options: DigitalOptions): Invoice => {
  const { form = 'digital', isRed, hasAddresses = true } = options;
  const lines: PricedLine[] = [];
  while (lines.length < options.lines)
    lines.push(...goodsLines(random, options).slice(0, options.lines - lines.length));
  const original = isRed && form === 'digital' ? `24${digits(random, 18)}` : null;
  const year = form === 'digital' ? 2025 : between(random, 2018, 2023);
  return {
    ...emptyInvoice,
    ...headOf(random, form, year),
    issueDate: `${year}-${String(between(random, 1, 12)).padStart(2, '0')}-${String(between(random, 1, 28)).padStart(2, '0')}`,
    remark: original === null ? pick(random, remarks) : `被红冲蓝字数电发票号码：${original}`,
    drawer: companies.staff.issuer,
    reverses: original,
    buyer: partyOf(companies.ownCompany, hasAddresses),
    seller: partyOf(pick(random, sellers), hasAddresses),
    ...sumsOf(lines),
  };
};
