import { isDigitalNumber } from '../invoice/codes.ts';
import type { FieldPath, Invoice } from '../invoice/model.ts';
import type { Bilingual } from '../language.ts';
import { verificationInputNames } from '../texts/verification.ts';

/** The tax authority's platform for verifying an invoice; a person solves its captcha. */
export const verificationPlatform = 'https://inv-veri.chinatax.gov.cn/';

/** One value that the platform asks for; `value` is null if the invoice has none. */
export type VerificationInput = {
  readonly id: 'code' | 'number' | 'date' | 'net' | 'gross' | 'vehicle-price' | 'check-code';
  readonly label: Bilingual;
  readonly field: FieldPath;
  /**
   * In the format of the form: dates as `20240528`, amounts as `300.00`, of a check code the last six digits.
   */
  readonly value: string | null;
};

type InputId = VerificationInput['id'];

/** The fourth input differs by kind: an amount or a part of the check code. */
const fourthByKind: Readonly<Record<string, InputId>> = {
  '01': 'net',
  '02': 'net',
  '03': 'net',
  '08': 'net',
  '15': 'vehicle-price',
  '04': 'check-code',
  '10': 'check-code',
  '11': 'check-code',
  '14': 'check-code',
};

const lastSix = (checkCode: string | null): string | null => {
  const digits = (checkCode ?? '').replace(/\D/g, '');
  return digits.length < 6 ? null : digits.slice(-6);
};

type InputRule = {
  readonly field: FieldPath;
  readonly of: (invoice: Invoice) => string | null;
};

const inputRules: Readonly<Record<InputId, InputRule>> = {
  code: { field: 'code', of: ({ code }) => code },
  number: { field: 'number', of: ({ number }) => number },
  date: {
    field: 'issueDate',
    of: ({ issueDate }) => issueDate?.replaceAll('-', '') ?? null,
  },
  net: {
    field: 'total',
    of: ({ total }) => total,
  },
  gross: {
    field: 'grossTotal',
    of: ({ grossTotal }) => grossTotal,
  },
  'vehicle-price': {
    field: 'grossTotal',
    of: ({ grossTotal }) => grossTotal,
  },
  'check-code': {
    field: 'checkCode',
    of: ({ checkCode }) => lastSix(checkCode),
  },
};

const inputOf = (id: InputId, invoice: Invoice): VerificationInput => {
  const { field, of } = inputRules[id];
  return { id, label: verificationInputNames[id], field, value: of(invoice) };
};

/**
 * The values that the platform requires for this invoice, in the order of its form. Null if the kind is
 * unknown, because the form depends on it. A fully digital invoice is identified by its number, regardless of
 * its kind.
 */
export const verificationInputs = (invoice: Invoice): readonly VerificationInput[] | null => {
  const ids: readonly InputId[] | null = isDigitalNumber(invoice.number)
    ? ['number', 'date', 'gross']
    : legacyInputs(invoice.kind);
  return ids?.map((id) => inputOf(id, invoice)) ?? null;
};

const legacyInputs = (kind: string): readonly InputId[] | null => {
  const fourth = fourthByKind[kind];
  return fourth === undefined ? null : ['code', 'number', 'date', fourth];
};

/** Why the invoice cannot be verified today. */
type VerificationBar = 'kind-unknown' | 'value-missing' | 'not-yet-issued' | 'too-old';

/**
 * Why this invoice cannot be verified today; null if it can. The platform covers the last five years.
 * @param today ISO calendar date
 */
export const verificationBar = (invoice: Invoice, today: string): VerificationBar | null => {
  const inputs = verificationInputs(invoice);
  if (inputs === null) return 'kind-unknown';
  if (inputs.some(({ value }) => value === null)) return 'value-missing';
  const issued = invoice.issueDate ?? '';
  if (issued > today) return 'not-yet-issued';
  const oldest = `${String(Number(today.slice(0, 4)) - 5)}${today.slice(4)}`;
  return issued < oldest ? 'too-old' : null;
};

/** The platform's response, as noted by a person. */
export const verificationResults = [
  'consistent',
  'inconsistent',
  'not-found',
  'voided',
  'turned-red',
] as const;
export type VerificationResult = (typeof verificationResults)[number];

/** The platform's result file, saved in the data folder by its digest. */
export type VerificationAttachment = {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
};

/** A result and the day it was obtained (ISO date). */
export type Verification = {
  readonly result: VerificationResult;
  readonly day: string;
  readonly attachment?: VerificationAttachment;
};

/**
 * The text of a QR code for these values, in the format of printed invoices: kind, code, number, amount,
 * date, check code. Null if the number or the date is missing.
 */
export const qrTextOf = (invoice: Invoice): string | null => {
  const { kind, code, number, issueDate, checkCode } = invoice;
  if (number === null || issueDate === null) return null;
  const digital = isDigitalNumber(number);
  const amount = (digital || kind === '15' ? invoice.grossTotal : invoice.total) ?? '';
  const check = digital ? '' : (checkCode ?? '').replace(/\D/g, '');
  return `01,${kind},${digital ? '' : (code ?? '')},${number},${amount},${issueDate.replaceAll('-', '')},${check},,`;
};
