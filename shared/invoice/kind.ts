import type { Bilingual } from '../language.ts';
import { isDigitalNumber } from './codes.ts';
import type { InvoiceQr } from './qr.ts';

/** Kinds of invoice by their two digits. */
export const kindNames: Readonly<Record<string, Bilingual>> = {
  '01': { zh: '增值税专用发票', en: 'Special VAT invoice' },
  '02': { zh: '货物运输业增值税专用发票(停用)', en: 'Special VAT invoice for freight (discontinued)' },
  '03': { zh: '机动车销售统一发票', en: 'Motor vehicle sales invoice' },
  '04': { zh: '增值税普通发票', en: 'Ordinary VAT invoice' },
  '08': { zh: '增值税电子专用发票', en: 'Electronic special VAT invoice' },
  '10': { zh: '增值税电子普通发票', en: 'Electronic ordinary VAT invoice' },
  '11': { zh: '增值税普通发票(卷票)', en: 'Ordinary VAT invoice (roll)' },
  '14': { zh: '通行费增值税电子普通发票', en: 'Electronic ordinary VAT invoice for road tolls' },
  '15': { zh: '二手车销售统一发票', en: 'Used vehicle sales invoice' },
  '31': { zh: '电子发票(增值税专用发票)', en: 'Fully digital invoice (special)' },
  '32': { zh: '电子发票(普通发票)', en: 'Fully digital invoice (ordinary)' },
  '51': { zh: '电子发票(铁路电子客票)', en: 'Electronic rail ticket' },
  '61': { zh: '电子发票(航空运输电子客票行程单)', en: 'Electronic air ticket receipt' },
  '99': { zh: '未知', en: 'Unknown' },
};

/** In the order of their digits: an object puts 10 before 01. */
export const kinds: readonly string[] = Object.keys(kindNames).toSorted();

export const unknownKind = '99';

/** E-tickets: documents of their own kind, which their data names. */
export const railKind = '51';
export const airKind = '61';

/** Codes of the first electronic invoices, from before their codes had a form of their own. */
const firstElectronicCodes = new Set(['144031539110', '131001570151', '133011501118', '111001571071']);

/** Kind by the last two digits of a 12-digit code that starts with 0. */
const kindBySuffix: Readonly<Record<string, string>> = {
  '04': '04',
  '05': '04',
  '06': '11',
  '07': '11',
  '11': '10',
  '12': '14',
  '13': '08',
  '17': '15',
};

/** Kind by the eighth digit of a 10-digit code. */
const kindByEighthDigit: Readonly<Record<string, string>> = {
  '1': '01',
  '5': '01',
  '2': '02',
  '7': '02',
  '3': '04',
  '6': '04',
};

/** Kind from an invoice code; `99` where the code tells none. */
export const kindOfCode = (code: string): string => {
  if (/^\d{10}$/.test(code)) return kindByEighthDigit[code.charAt(7)] ?? unknownKind;
  if (!/^\d{12}$/.test(code)) return unknownKind;
  if (firstElectronicCodes.has(code)) return '10';
  if (code.startsWith('0')) return kindBySuffix[code.slice(10)] ?? unknownKind;
  return code.charAt(7) === '2' ? '03' : unknownKind;
};

/**
 * Kind of an invoice. A fully digital one has no code: its kind stands in the QR code or in the title that the
 * service names, and nowhere else.
 */
export const kindOfInvoice = (
  printed: { readonly code: string | null; readonly number: string | null; readonly title: string | null },
  qr: InvoiceQr | null,
): string => {
  if (printed.code !== null) return kindOfCode(printed.code);
  if (!isDigitalNumber(printed.number)) return unknownKind;
  if (qr?.number === printed.number && (qr.kind === '31' || qr.kind === '32')) return qr.kind;
  if (printed.title?.includes('专用发票')) return '31';
  return printed.title?.includes('普通发票') ? '32' : unknownKind;
};
