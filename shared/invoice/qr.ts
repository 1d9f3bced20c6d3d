import { isCalendarDay } from './dates.ts';
import { invoiceKey } from './invoice-key.ts';
import { decimalOf } from './money.ts';

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
};

/** Parses the text of a QR code, or the first of several; null if it is not that of a VAT invoice. */
export const parseQr = (text: string): InvoiceQr | null => {
  const [first = ''] = text.trim().split('\n', 1);
  const [version, kind = '', code = '', number = '', amount = '', date = '', checkCode = ''] = first
    .split(',')
    .map((part) => part.trim());
  if (version !== '01' || !/^\d{2}$/.test(kind)) return null;
  if (!/^\d{0,12}$/.test(code) || !/^\d{8,20}$/.test(number)) return null;
  return {
    kind,
    code: code || null,
    number,
    amount: amountOf(amount),
    amountIncludesTax: Number(kind) >= 30,
    issueDate: dateOf(date),
    checkCode: checkCode || null,
  };
};

/**
 * A text for each invoice. An invoice may have two codes, of which one lacks the invoice code: the other stays, since
 * it says more.
 */
const onePerInvoice = (texts: readonly string[]): readonly string[] => {
  const byKey = new Map(
    texts.flatMap((text) => {
      const qr = parseQr(text);
      return qr ? [[invoiceKey(qr.code, qr.number), text] as const] : [];
    }),
  );
  const coded = new Set([...byKey.keys()].map((key) => key?.match(/^\d+(\/\d+)$/u)?.[1]));
  return [...byKey].flatMap(([key, text]) => (key !== null && coded.has(key) ? [] : [text]));
};

/** The texts of the codes of all invoices on a picture, a line for each invoice; null if there is none. */
export const codesOfInvoices = (texts: readonly string[]): string | null => {
  const codes = onePerInvoice(texts.map((text) => text.trim().replaceAll(/\s*\n\s*/gu, ' ')));
  return codes.length === 0 ? null : codes.join('\n');
};

/** The numbers of the invoices whose codes are on a picture. */
export const numbersInCodes = (codes: string): readonly string[] =>
  onePerInvoice(codes.split('\n')).flatMap((text) => parseQr(text)?.number ?? []);

/** The code of the invoice with a number, among those of a picture; the first if it has none. */
export const codeWithNumber = (codes: string, number: string | null): string => {
  const all = codes.split('\n');
  return all.find((text) => number !== null && parseQr(text)?.number === number) ?? all[0] ?? codes;
};

const amountOf = (text: string): string | null => {
  const parts = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text);
  if (!parts) return null;
  const cents = Number(`${parts[2]}${(parts[3] ?? '').padEnd(2, '0')}`);
  return decimalOf(parts[1] === '-' ? -cents : cents);
};

const dateOf = (text: string): string | null => {
  const parts = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (!parts) return null;
  const [, year = '', month = '', day = ''] = parts;
  return isCalendarDay(Number(year), Number(month), Number(day)) ? `${year}-${month}-${day}` : null;
};
