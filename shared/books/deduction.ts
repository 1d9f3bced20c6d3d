import { businessOfGoods, soldNames, type Business } from '../invoice/business.ts';
import { taxCents } from '../invoice/checks/tax-cents.ts';
import { airKind, formKinds, railKind } from '../invoice/kind.ts';
import type { Invoice } from '../invoice/model.ts';
import { centsOf, type Cents } from '../invoice/money.ts';
import { goodsClassOf } from './voucher-rules.ts';

/** Types of tickets that carry deductible tax. */
export type TicketType = 'rail' | 'air' | 'coach' | 'ship' | 'taxi';

/** Why input tax is deducted, or why not; `deductionLaws` of the texts names the law. */
export const deductionBases = [
  'special',
  'vehicle',
  'toll',
  'passenger',
  'ticket-printed',
  'ticket-9',
  'ticket-3',
  'farm-produce',
  'rule',
  'none-kind',
  'none-goods',
  'none-wholesale',
  'none-rule',
] as const;
export type DeductionBasis = (typeof deductionBases)[number];

export type Deduction = {
  /** The tax that is deducted, in cents. */
  readonly tax: Cents;
  readonly basis: DeductionBasis;
  /** The rate that the tax was computed with, in percent; null if it is the printed one. */
  readonly rate: number | null;
};

/** What an invoice, or one of its lines, is deducted by. */
export type DeductionSubject = {
  readonly invoice: Pick<Invoice, 'kind' | 'seller'>;
  readonly business: Business | null;
  readonly ticket: TicketType | null;
  /** The name of a line; null for the whole invoice. */
  readonly goods: string | null;
  /** The rate of the line as printed; null for the whole invoice. */
  readonly taxRate: string | null;
  readonly net: Cents;
  readonly tax: Cents;
};

export type DeductionOptions = {
  /** Of bought farm produce, in percent: 9, or 10 if it is processed into goods taxed at 13 %. */
  readonly farmProduceRate: 9 | 10;
  /** What the user's rule says; undefined leaves it to the law. */
  readonly deductible: boolean | undefined;
};

/** Special invoices, old and digital; with the sales of motor vehicles (03). */
const specialKinds = new Set(['01', '03', '08', '31']);

/** Ordinary ones. They carry no input tax of a vehicle, which has a form of its own (国家税务总局公告 2020 年第 23 号). */
const ordinaryKinds = new Set(['04', '10', '11', '32']);

/** 餐饮、居民日常、娱乐、贷款服务: their input tax is never deducted (财税〔2016〕36 号, article 27). */
const neverDeducted = /^(?:餐饮服务|居民日常服务|娱乐服务|贷款服务)$/u;
/** International transport is taxed at zero, and a ticket for it carries no input tax. */
const international = /国际(?:旅客)?(?:运输|航线|机票)/u;

/** The part of an amount with tax that is tax at a rate in percent, to the cent. */
const taxIn = (gross: Cents, percent: number): Cents =>
  Math.sign(gross) * Math.round((Math.abs(gross) * percent) / (100 + percent));

/** A percentage of an amount, to the cent. */
const shareOf = (amount: Cents, percent: number): Cents =>
  Math.sign(amount) * Math.round((Math.abs(amount) * percent) / 100);

const none = (basis: DeductionBasis): Deduction => ({ tax: 0, basis, rate: null });

const ofTicket = (
  type: TicketType,
  { kind }: DeductionSubject['invoice'],
  net: Cents,
  tax: Cents,
): Deduction => {
  if (type === 'taxi') return none('none-kind');
  if (tax !== 0 || (kind === airKind && net !== 0)) return { tax, basis: 'ticket-printed', rate: null };
  const rate = type === 'rail' || type === 'air' ? 9 : 3;
  return { tax: taxIn(net + tax, rate), basis: rate === 9 ? 'ticket-9' : 'ticket-3', rate };
};

/**
 * Produce bought from those who grew it is exempt, and carries 9 % of its price. What wholesalers and retailers sell
 * with an exemption carries nothing, and has no block of special business.
 */
const ofFarmProduce = ({ invoice, taxRate, net, tax }: DeductionSubject, percent: number): Deduction => {
  // A special invoice at 3 % of a small taxpayer carries the rate of produce, too.
  if (specialKinds.has(invoice.kind) && tax !== 0 && taxRate !== '3%')
    return { tax, basis: 'special', rate: null };
  if (!specialKinds.has(invoice.kind) && tax !== 0) return none('none-kind');
  return { tax: shareOf(net, percent), basis: 'farm-produce', rate: percent };
};

const byLaw = (subject: DeductionSubject, percent: number): Deduction => {
  const { invoice, ticket, goods, net, tax } = subject;
  // Goods of several kinds name no business of the invoice, but a fare beside a fee for the booking is still one.
  const business = subject.business ?? businessOfGoods(goods);
  const printed = (basis: DeductionBasis): Deduction => ({ tax, basis, rate: null });
  const name = goods ?? '';
  if (neverDeducted.test(goodsClassOf(name) ?? '') || international.test(name)) return none('none-goods');
  if (ticket !== null) return ofTicket(ticket, invoice, net, tax);
  if (business === 'farm-produce') return ofFarmProduce(subject, percent);
  if (business === 'vehicle' && !ordinaryKinds.has(invoice.kind)) return printed('vehicle');
  if (specialKinds.has(invoice.kind)) return printed('special');
  if (business === 'toll') return tax === 0 ? none('none-kind') : printed('toll');
  if (business === 'passenger-transport') return printed('passenger');
  if (business === 'exempt') return none('none-wholesale');
  return none('none-kind');
};

/**
 * The input tax of a purchase, or of one of its lines, that is deducted. The user's rule may refuse it, or allow the
 * printed tax of an invoice that carries none by law.
 */
export const deductionOf = (
  subject: DeductionSubject,
  { farmProduceRate, deductible }: DeductionOptions,
): Deduction => {
  if (deductible === false) return none('none-rule');
  const found = byLaw(subject, farmProduceRate);
  if (deductible === undefined || found.tax !== 0 || subject.tax === 0) return found;
  return { tax: subject.tax, basis: 'rule', rate: null };
};

/**
 * The input tax of a purchase that is deducted by law, in cents, whatever the user's rules say; null if its amounts
 * are unknown.
 */
export const lawfulDeduction = (
  invoice: Invoice,
  business: Business | null,
  ticket: TicketType | null,
): Cents | null => {
  const options = { farmProduceRate: 9, deductible: undefined } as const;
  const of = (goods: string | null, taxRate: string | null, net: Cents, tax: Cents): Cents =>
    deductionOf({ invoice, business, ticket, goods, taxRate, net, tax }, options).tax;
  const names = soldNames(invoice.lines);
  const lines = invoice.lines.flatMap(({ taxRate, amount, tax }, index) => {
    const net = centsOf(amount);
    return net === null ? [] : [of(names[index] ?? null, taxRate, net, taxCents(tax) ?? 0)];
  });
  if (lines.length > 0 && lines.length === invoice.lines.length)
    return lines.reduce((sum, one) => sum + one, 0);
  const [gross, tax] = [centsOf(invoice.grossTotal), taxCents(invoice.taxTotal) ?? 0];
  const net = centsOf(invoice.total) ?? (gross === null ? null : gross - tax);
  const [first = null] = invoice.lines;
  return net === null ? null : of(first?.name ?? null, first?.taxRate ?? null, net, tax);
};

const typeOfKind: Readonly<Record<string, TicketType>> = {
  [railKind]: 'rail',
  [airKind]: 'air',
  [formKinds.paperRail]: 'rail',
  [formKinds.paperAir]: 'air',
  [formKinds.coach]: 'coach',
  [formKinds.ship]: 'ship',
  [formKinds.taxi]: 'taxi',
};

/**
 * The type of a ticket by which its tax is deducted, from its own data or the kind of its invoice. A coach or ship ticket
 * that does not name the traveller carries no more input tax than a taxi receipt (财政部 税务总局 海关总署公告 2019 年第 39 号,
 * article 6).
 */
export const ticketTypeOf = (
  ticket: { readonly type: TicketType; readonly passenger: string | null } | null,
  { kind }: Pick<Invoice, 'kind'>,
): TicketType | null => {
  const type = ticket?.type ?? typeOfKind[kind] ?? null;
  const needsName = type === 'coach' || type === 'ship';
  return needsName && (ticket?.passenger ?? null) === null ? 'taxi' : type;
};
