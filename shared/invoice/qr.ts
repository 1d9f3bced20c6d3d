import { isCalendarDay } from './dates.ts';
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

/** Parses the text of a QR code; null if it is not that of a VAT invoice. */
export const parseQr = (text: string): InvoiceQr | null => {
  const [version, kind = '', code = '', number = '', amount = '', date = '', checkCode = ''] = text
    .trim()
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
