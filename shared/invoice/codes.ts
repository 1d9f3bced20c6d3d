import {
  digitLookAlikes,
  foldNoted,
  removeLabel,
  replaceLookAlikes,
  replaceNoted,
  trimNoted,
  unchanged,
  unreadable,
  type Normalized,
} from './characters.ts';
import type { Step } from './model.ts';

/** Codes and numbers have only digits, so any letter was misread. */
const codeLookAlikes: Readonly<Record<string, string>> = { ...digitLookAlikes, S: '5', Z: '2', B: '8' };

/**
 * Reads an invoice code, an invoice number or a check code. Other characters are kept and reported by a
 * check.
 */
export const readCode = (raw: string): Normalized => {
  if (/^\d+$/.test(raw)) return unchanged(raw);
  const steps: Step[] = [];
  let text = foldNoted(trimNoted(raw, steps), steps);
  text = removeLabel(text, steps);
  text = replaceNoted(text, /[\s\-.:]+/g, '', 'spaces-removed', steps);
  if (/\d/.test(text)) text = replaceLookAlikes(text, codeLookAlikes, steps);
  return text === '' ? unreadable : { value: text, steps };
};

/** Codes have 10 or 12 digits. */
export const isInvoiceCode = (text: string): boolean => /^(\d{10}|\d{12})$/.test(text);

/** Numbers have 8 digits, those of fully digital invoices 20. */
export const isInvoiceNumber = (text: string): boolean => /^(\d{8}|\d{20})$/.test(text);

/** A fully digital invoice has a number of 20 digits and no code. */
export const isDigitalNumber = (text: string | null): boolean => text !== null && /^\d{20}$/.test(text);
