import { formatCapitalAmount } from '../../../shared/invoice/capital-amount.ts';
import { emptyInvoice, emptyLine } from '../../../shared/invoice/empty-invoice.ts';
import type { Invoice, InvoiceLine, Party } from '../../../shared/invoice/model.ts';
import { decimalOf, timesFraction } from '../../../shared/invoice/money.ts';
import * as companies from '../parties.ts';
import { between, digits, pick, type Random } from '../random.ts';

// All names, numbers and addresses are fictional.

export type DigitalOptions = {
  /** From 1 to 100. */
  readonly lines: number;
  readonly isRed: boolean;
  /** Names with characters that are special in XML and spreadsheets. */
  readonly hasSpecialCharacters: boolean;
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

const rates = [
  ['13%', 1300],
  ['9%', 900],
  ['6%', 600],
  ['3%', 300],
  ['1%', 100],
] as const;

type Made = { readonly line: InvoiceLine; readonly cents: number; readonly taxCents: number };

const made = (
  line: Omit<InvoiceLine, 'amount' | 'taxRate' | 'tax'>,
  cents: number,
  [rate, basisPoints]: readonly [string, number | null],
): Made => {
  const taxCents = basisPoints === null ? 0 : timesFraction(cents, basisPoints, 10_000);
  // Printed instead of the tax if there is none.
  const tax = basisPoints === null ? '***' : decimalOf(taxCents);
  return { line: { ...line, amount: decimalOf(cents), taxRate: rate, tax }, cents, taxCents };
};

/** A line, sometimes followed by a discount, which has neither quantity nor price. */
const goodsLines = (random: Random, { isRed, hasSpecialCharacters }: DigitalOptions): readonly Made[] => {
  const [plain, specification, unit] = pick(random, goods);
  const name = hasSpecialCharacters && random() < 0.5 ? pick(random, special) : plain;
  const rate = random() < 0.08 ? (['免税', null] as const) : pick(random, rates);
  const quantity = between(random, 1, 400);
  const price = between(random, 1, 900_000);
  const sign = isRed ? -1 : 1;
  const cents = sign * quantity * price;
  const isBare = random() < 0.15;
  const line = made(
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
  if (isRed || random() > 0.15) return [line];
  return [line, made({ ...emptyLine, name }, -timesFraction(cents, between(random, 1, 30), 100), rate)];
};

const partyOf = ({ name, taxId, addressPhone, bankAccount }: (typeof sellers)[number]): Party => ({
  name,
  taxId,
  addressPhone: addressPhone || null,
  bankAccount: bankAccount || null,
});

/** A fictional fully digital invoice with correct sums. */
export const makeDigitalInvoice = (random: Random, options: DigitalOptions): Invoice => {
  const lines: Made[] = [];
  while (lines.length < options.lines)
    lines.push(...goodsLines(random, options).slice(0, options.lines - lines.length));
  const sum = (key: 'cents' | 'taxCents'): number => lines.reduce((total, line) => total + line[key], 0);
  const [total, tax] = [sum('cents'), sum('taxCents')];
  const isTaxFree = lines.every(({ line }) => line.tax === '***');
  const original = `24${digits(random, 18)}`;
  return {
    ...emptyInvoice,
    kind: pick(random, ['31', '32']),
    number: `25${digits(random, 18)}`,
    issueDate: `2025-${String(between(random, 1, 12)).padStart(2, '0')}-${String(between(random, 1, 28)).padStart(2, '0')}`,
    remark: options.isRed ? `被红冲蓝字数电发票号码：${original}` : pick(random, [null, '合同编号 HT-2025-0117', '第一批']),
    drawer: companies.staff.issuer,
    reverses: options.isRed ? original : null,
    buyer: partyOf(companies.ownCompany),
    seller: partyOf(pick(random, sellers)),
    lines: lines.map(({ line }) => line),
    total: decimalOf(total),
    taxTotal: isTaxFree ? '***' : decimalOf(tax),
    grossTotal: decimalOf(total + tax),
    grossTotalWords: formatCapitalAmount(total + tax),
  };
};
