import { exactValue } from './exact-value.ts';
import { invoiceKey } from './invoice-key.ts';
import { centsOf, decimalOf } from './money.ts';

/** The contents of a VAT invoice's QR code: `01,kind,code,number,amount,yyyymmdd,checkcode,crc`. */
export type InvoiceQr = {
  readonly kind: string;
  readonly code: string | null;
  readonly number: string | null;
  /** Decimal string with two digits. */
  readonly amount: string | null;
  /** Below kind 30 the amount is without tax; fully digital invoices (31, 32) state it with tax. */
  readonly amountIncludesTax: boolean;
  /** ISO 8601 calendar date. */
  readonly issueDate: string | null;
  readonly checkCode: string | null;
  /** The texts of amount and date that are none, and so can't be compared; left out if there are none. */
  readonly unread?: readonly string[];
};

/** Parses the text of a QR code, or the first of several; null if it is not that of a VAT invoice. */
export const parseQr = (text: string): InvoiceQr | null => {
  const [first = ''] = text.trim().split('\n', 1);
  const [version, kind = '', code = '', number = '', amount = '', date = '', checkCode = ''] = first
    .split(',')
    .map((part) => part.trim());
  if (version !== '01' || !/^\d{2}$/.test(kind)) return null;
  if (!/^\d{0,12}$/.test(code) || !/^\d{8,20}$/.test(number)) return null;
  const [cents, issueDate] = [centsOf(exactValue(amount, 'money').value), exactValue(date, 'date').value];
  const unread = [cents === null ? amount : '', issueDate === null ? date : ''].filter((one) => one !== '');
  return {
    kind,
    code: code || null,
    number,
    amount: cents === null ? null : decimalOf(cents),
    amountIncludesTax: Number(kind) >= 30,
    issueDate,
    checkCode: checkCode || null,
    ...(unread.length > 0 ? { unread } : {}),
  };
};

const compared = ['kind', 'code', 'amount', 'issueDate', 'checkCode'] as const;

/** Whether a code states nothing of its invoice that another one does not state alike. */
const saysNoMore = (one: InvoiceQr, other: InvoiceQr): boolean =>
  one.number === other.number &&
  compared.every((key) => one[key] === null || one[key] === other[key]) &&
  (one.unread ?? []).every((text) => other.unread?.includes(text));

const contradict = (one: InvoiceQr, other: InvoiceQr): boolean =>
  compared.some((key) => one[key] !== null && other[key] !== null && one[key] !== other[key]);

type Code = { readonly text: string; readonly qr: InvoiceQr };

const withText = (texts: readonly string[]): readonly Code[] =>
  texts.flatMap((text) => {
    const qr = parseQr(text);
    return qr ? [{ text, qr }] : [];
  });

/**
 * The texts of the codes of all invoices on a picture, a line for each; null if there is none. An invoice may have several
 * codes: those that say no more than another one are left out.
 */
export const codesOfInvoices = (texts: readonly string[]): string | null => {
  const codes: Code[] = [];
  for (const one of withText(texts.map((text) => text.trim().replaceAll(/\s*\n\s*/gu, ' ')))) {
    if (codes.some(({ qr }) => saysNoMore(one.qr, qr))) continue;
    const at = codes.findIndex(({ qr }) => saysNoMore(qr, one.qr));
    if (at < 0) codes.push(one);
    else codes[at] = one;
  }
  return codes.length === 0 ? null : codes.map(({ text }) => text).join('\n');
};

/** The numbers of the invoices whose codes are on a picture. Of two codes of one invoice, one may lack the invoice code. */
export const numbersInCodes = (codes: string): readonly string[] => {
  const byKey = new Map(
    withText(codes.split('\n')).map(({ qr }) => [invoiceKey(qr.code, qr.number), qr.number] as const),
  );
  const coded = new Set([...byKey.keys()].map((key) => key?.match(/^\d+(\/\d+)$/u)?.[1]));
  return [...byKey].flatMap(([key, number]) => (key !== null && coded.has(key) ? [] : (number ?? [])));
};

/**
 * The codes of the invoice with a number, among those of a picture; the first one if it has none.
 * @param code the invoice code: invoices of two rolls may have the same number
 */
export const codesWithNumber = (
  codes: string,
  number: string | null,
  code: string | null = null,
): readonly string[] => {
  const all = codes.split('\n');
  const own = withText(all).filter(({ qr }) => number !== null && qr.number === number);
  const ofRoll = own.filter(({ qr }) => qr.code === code);
  const chosen =
    code === null || ofRoll.length === 0 ? own : own.filter(({ qr }) => qr.code === code || qr.code === null);
  return chosen.length > 0 ? chosen.map(({ text }) => text) : [all[0] ?? codes];
};

/** The code of the invoice with a number, among those of a picture. Null if its codes contradict each other: they prove nothing. */
export const provingCode = (codes: string, number: string | null): Code | null => {
  const [first, ...others] = withText(codesWithNumber(codes, number));
  return !first || others.some(({ qr }) => contradict(first.qr, qr)) ? null : first;
};
