import { findingTexts } from '../../texts/findings.ts';
import type { Finding } from '../finding.ts';
import { fold } from '../characters.ts';
import { isDigitalNumber } from '../codes.ts';
import type { Invoice } from '../model.ts';
import { outcome, type InvoiceCheck, type OtherInvoice } from './outcome.ts';

/** Finds another invoice with the same number or, with a milder finding, the same seller, amount and day. */
export const checkDuplicates: InvoiceCheck = ({ invoice }, { others }) => {
  const checks: Finding[] = [];
  const twins = others.filter((other) => isSameInvoice(invoice, other));
  if (twins.length > 0) checks.push(duplicate(twins));
  const lookAlikes = others.filter((other) => !twins.includes(other) && isSimilar(invoice, other));
  if (lookAlikes.length > 0) checks.push(similar(lookAlikes));
  if (checks.length > 0 || others.length === 0 || invoice.number === null) return checks;
  return [outcome('duplicate', 'ok', ['code', 'number'], findingTexts.duplicates.none)];
};

/** The same number; of an older invoice the same code, too. */
export const isSameInvoice = (
  { code, number }: Pick<Invoice, 'code' | 'number'>,
  other: Pick<OtherInvoice, 'code' | 'number'>,
): boolean => {
  if (number === null || number !== other.number) return false;
  return isDigitalNumber(number) || (code !== null && code === other.code);
};

const isSimilar = ({ seller, issueDate, grossTotal }: Invoice, other: OtherInvoice): boolean => {
  if (issueDate === null || issueDate !== other.issueDate) return false;
  if (grossTotal === null || grossTotal !== other.grossTotal) return false;
  if (seller.taxId !== null && other.sellerTaxId !== null) return seller.taxId === other.sellerTaxId;
  return seller.name !== null && other.sellerName !== null && fold(seller.name) === fold(other.sellerName);
};

const namesOf = (others: readonly OtherInvoice[], separator: string): string => {
  const shown = others.slice(0, 5).map(({ label }) => label);
  return others.length > shown.length ? `${shown.join(separator)} …` : shown.join(separator);
};

const duplicate = (twins: readonly OtherInvoice[]): Finding =>
  outcome(
    'duplicate',
    'error',
    ['code', 'number'],
    findingTexts.duplicates.same(namesOf(twins, '、'), namesOf(twins, ', ')),
  );

const similar = (others: readonly OtherInvoice[]): Finding =>
  outcome(
    'duplicate-similar',
    'warn',
    ['seller.name', 'grossTotal', 'issueDate'],
    findingTexts.duplicates.similar(namesOf(others, '、'), namesOf(others, ', ')),
  );
