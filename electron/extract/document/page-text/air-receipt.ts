import { emptyInvoice, emptyLine } from '../../../../shared/invoice/empty-invoice.ts';
import type { InvoiceExtraction, Ticket } from '../../../../shared/invoice/extraction.ts';
import { airKind } from '../../../../shared/invoice/kind.ts';
import type { Invoice } from '../../../../shared/invoice/model.ts';
import { centsOf, decimalOf } from '../../../../shared/invoice/money.ts';
import { missingFinding, sumsFinding } from './findings.ts';
import type { Notes, TextSource } from './note.ts';
import type { ReadPage } from './page.ts';
import { behind, below, wordsOf } from './receipt-words.ts';
import { readSegments } from './air-segments.ts';

export const isAirReceipt = (pages: readonly ReadPage[]): boolean =>
  pages.some(({ rows }) => rows.some(({ text }) => /航空运输电子客票行程单/u.test(text)));

const money = /^(?:CNY|¥|￥)?-?[\d,]+\.\d{2}$/u;
const anything = /./u;

/** Reads the receipt of an air e-ticket by its heads and labels. Missing values stay empty. */
export const readAirReceipt = (
  pages: readonly ReadPage[],
  notes: Notes,
): Pick<InvoiceExtraction, 'invoice' | 'ticket' | 'journeys'> => {
  const [page] = pages;
  if (!page) return { invoice: emptyInvoice, ticket: null };
  const words = wordsOf(page);
  const labelled = (path: string, label: RegExp, kind: 'text' | 'code' | 'date' | 'taxId'): string | null =>
    notes.read(path, behind(words, label, page), kind);
  const amount = (path: string, head: RegExp): string | null =>
    notes.read(path, below(words, head, page, money), 'money');
  const headed = (path: string, head: RegExp, form = anything): string | null =>
    notes.read(path, below(words, head, page, form), 'text');
  const segments = readSegments(words, page, notes);
  const [first] = segments;
  const ticket: Ticket = {
    type: 'air',
    number: labelled('ticket.number', /电子客票号码:/u, 'code'),
    passenger: headed('ticket.passenger', /^旅客姓名$/u),
    passengerId: headed('ticket.passengerId', /^有效身份证件号码$/u),
    from: first?.from ?? null,
    to: segments.at(-1)?.to ?? null,
    date: first?.date ?? null,
    vehicle: first?.vehicle ?? null,
    class: first?.class ?? null,
    fare: amount('ticket.fare', /^票价$/u),
    fuelSurcharge: amount('ticket.fuelSurcharge', /^燃油附加费$/u),
    fund: amount('ticket.fund', /^民航发展基金$/u),
    otherTaxes: amount('ticket.otherTaxes', /^其他税费$/u),
  };
  const fare = centsOf(ticket.fare);
  const total = fare === null ? null : decimalOf(fare + (centsOf(ticket.fuelSurcharge) ?? 0));
  noteSum(notes);
  const tax = amount('taxTotal', /^增值税税额$/u);
  const taxRate = notes.read('lines.0.taxRate', below(words, /^增值税税率$/u, page, /^\d{1,2}%$/u), 'rate');
  const invoice: Invoice = {
    ...emptyInvoice,
    kind: airKind,
    number: notes.read('number', digitsOf(behind(words, /发票号码:/u, page)), 'code'),
    issueDate: labelled('issueDate', /填开日期:/u, 'date'),
    checkCode: labelled('checkCode', /验证码:/u, 'code'),
    buyer: {
      ...emptyInvoice.buyer,
      name: labelled('buyer.name', /购买方名称:/u, 'text'),
      taxId: labelled('buyer.taxId', /纳税人识别号:/u, 'taxId'),
    },
    seller: { ...emptyInvoice.seller, name: labelled('seller.name', /填开单位:/u, 'text') },
    lines: total === null ? [] : [{ ...emptyLine, amount: total, taxRate, tax }],
    total,
    taxTotal: tax,
    grossTotal: amount('grossTotal', /^合计$/u),
  };
  checkEquation(invoice, ticket, notes);
  return { invoice, ticket, ...(segments.length > 1 ? { journeys: segments } : {}) };
};

/** The net amount is the base of the tax: the fare and the fuel surcharge. */
const noteSum = ({ origins }: Notes): void => {
  const { 'ticket.fare': fare, 'ticket.fuelSurcharge': surcharge } = origins;
  if (!fare) return;
  const raw = surcharge ? `${fare.raw} + ${surcharge.raw}` : fare.raw;
  const steps = surcharge ? [...fare.steps, { id: 'fare-and-surcharge-added' }] : fare.steps;
  for (const path of ['total', 'lines.0.amount']) origins[path] = { ...fare, raw, steps };
};

const digitsOf = (source: TextSource | null): TextSource | null =>
  source && /^\d{8,20}$/u.test(source.text) ? source : null;

/**
 * Fare and surcharge, tax, fund and other taxes add up to the total; with a missing figure there is no check.
 */
const checkEquation = (invoice: Invoice, ticket: Ticket, notes: Notes): void => {
  const parts = [invoice.total, invoice.taxTotal, ticket.fund, ticket.otherTaxes].map(
    (value) => centsOf(value) ?? 0,
  );
  const gross = centsOf(invoice.grossTotal);
  const missing = (['number', 'issueDate', 'total', 'grossTotal'] as const).filter(
    (key) => invoice[key] === null,
  );
  if (missing.length > 0) notes.findings.push(missingFinding(missing));
  if (gross !== null && parts.reduce((one, next) => one + next, 0) !== gross)
    notes.findings.push(sumsFinding(['total', 'taxTotal', 'grossTotal', 'ticket.fund', 'ticket.otherTaxes']));
};
