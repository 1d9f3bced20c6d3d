import type { Language } from '../language.ts';
import { kindNames, ticketNames } from '../texts/names.ts';
import { isDigitalNumber } from './codes.ts';
import type { InvoiceQr } from './qr.ts';

/** Sorted, because an object orders the key 10 before 01. */
export const kinds: readonly string[] = Object.keys(kindNames).toSorted();

export const unknownKind = '99';

/** E-tickets: separate kinds of document, named in their data. */
export const railKind = '51';
export const airKind = '61';

/** Forms on paper without digits of the tax bureau. */
export const formKinds = {
  taxi: 'taxi',
  coach: 'coach',
  ship: 'ship',
  paperRail: 'rail-paper',
  paperAir: 'air-paper',
  quota: 'quota',
  machinePrinted: 'machine-printed',
} as const;

/** The sales invoice of a used vehicle, which a market issues without tax. */
const usedVehicleKind = '15';

/** A roll (卷票) of ordinary VAT invoices. */
export const rollKind = '11';

const withoutTax = ['total', 'taxTotal', 'taxRate', 'tax'] as const;
const ofTravellers = [
  ...withoutTax,
  'buyer.name',
  'buyer.taxId',
  'seller.name',
  'seller.taxId',
  'lines',
] as const;

/** Values that the form of a kind never has. */
const notOnForm: Readonly<Record<string, readonly string[]>> = {
  [rollKind]: withoutTax,
  // A person who sells has no taxpayer ID.
  [usedVehicleKind]: [...withoutTax, 'seller.taxId', 'lines'],
  [formKinds.machinePrinted]: [...withoutTax, 'buyer.name', 'buyer.taxId', 'seller.taxId', 'lines'],
  [formKinds.quota]: [...ofTravellers, 'issueDate'],
  [formKinds.taxi]: ofTravellers,
  [formKinds.coach]: ofTravellers,
  [formKinds.ship]: ofTravellers,
  [formKinds.paperRail]: [...ofTravellers, 'code'],
  // Its net amount is the sum of fare and surcharge.
  [formKinds.paperAir]: [...ofTravellers.filter((name) => name !== 'total'), 'code'],
  [airKind]: ['code'],
};

/**
 * Whether the form of a kind has no place for a value, so that nothing is missing without it. The one place that knows.
 * @param name a path without the index of a line: `total`, `seller.taxId`, `taxRate`, or `lines` for all goods
 */
export const lacks = (kind: string, name: string): boolean => notOnForm[kind]?.includes(name) === true;

/** The name of a ticket in a list if its data names no seller; null for any other invoice. Forms that name no seller are named, too. */
export const ticketTitle = (kind: string | null, language: Language): string | null => {
  if (kind === railKind) return ticketNames.rail[language];
  if (kind === airKind) return ticketNames.air[language];
  const isForm = kind !== null && lacks(kind, 'seller.name');
  return isForm ? (kindNames[kind]?.[language] ?? null) : null;
};

/** Codes of the first electronic invoices, issued before their codes had a format of their own. */
const firstElectronicCodes = new Set(['144031539110', '131001570151', '133011501118', '111001571071']);

/** Codes of the blockchain e-invoices of Shenzhen, with the year of their issue. */
export const blockchainCode: RegExp = /^14403\d{2}09110$/;

/** Whether a code is that of a blockchain e-invoice of Shenzhen. */
export const isBlockchainCode = (code: string | null): boolean => code !== null && blockchainCode.test(code);

/** The check code of a blockchain e-invoice: five hexadecimal digits, of which some may be letters. */
export const blockchainCheckCode: RegExp = /^[0-9a-f]{5}$/i;

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

/** The kind implied by an invoice code; `99` if the code implies none. */
export const kindOfCode = (code: string): string => {
  if (/^\d{10}$/.test(code)) return kindByEighthDigit[code.charAt(7)] ?? unknownKind;
  if (!/^\d{12}$/.test(code)) return unknownKind;
  if (firstElectronicCodes.has(code) || isBlockchainCode(code)) return '10';
  if (code.startsWith('0')) return kindBySuffix[code.slice(10)] ?? unknownKind;
  return code.charAt(7) === '2' ? '03' : unknownKind;
};

/** Special invoices, whose tax the buyer deducts: they name the buyer with a taxpayer ID. */
export const isSpecialKind = (kind: string): boolean => kind === '01' || kind === '08' || kind === '31';

/** Whether the form of a fully digital invoice names its kind: special or ordinary. */
export const isNamedKind = (kind: string): boolean => kind === '31' || kind === '32';

/**
 * The kind of an invoice. A fully digital one has no code: only its title and the QR code name its kind. The title
 * wins, so that a check can tell that the code says something else.
 */
export const kindOfInvoice = (
  printed: { readonly code: string | null; readonly number: string | null; readonly title: string | null },
  qr: InvoiceQr | null,
): string => {
  if (printed.code !== null) return kindOfCode(printed.code);
  if (!isDigitalNumber(printed.number)) return unknownKind;
  if (printed.title?.includes('专用发票')) return '31';
  if (printed.title?.includes('普通发票')) return '32';
  if (qr?.number === printed.number && isNamedKind(qr.kind)) return qr.kind;
  if (printed.title?.includes('二手车销售')) return '15';
  return printed.title?.includes('机动车销售') ? '03' : unknownKind;
};
