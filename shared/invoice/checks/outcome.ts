import type { Bilingual } from '../../language.ts';
import { same } from '../../texts/findings.ts';
import type { Finding } from '../finding.ts';
import { fieldOf } from '../fields.ts';
import type { Ticket } from '../extraction.ts';
import type { CheckLevel, FieldPath, Invoice, Origins } from '../model.ts';
import type { Doubt } from '../read-lines.ts';

/** What is checked: an invoice as read or corrected, where its values came from, and what the reading left open. */
export type CheckSubject = {
  readonly invoice: Invoice;
  /** Of a rail or air e-ticket. */
  readonly ticket?: Ticket | null;
  readonly origins: Origins;
  readonly doubts: readonly Doubt[];
};

/** One of the user's own companies; an empty text is one that the user did not give. */
export type OwnCompany = { readonly name: string; readonly taxId: string };

/** The header of another invoice, for duplicates. */
export type OtherInvoice = {
  /** How the user knows it: the file's name and page. */
  readonly label: string;
  readonly code: string | null;
  readonly number: string | null;
  readonly issueDate: string | null;
  readonly sellerName: string | null;
  readonly sellerTaxId: string | null;
  readonly grossTotal: string | null;
};

/** What the checks need to know from outside. */
export type CheckContext = {
  /** ISO 8601 calendar date. */
  readonly today: string;
  /** Values read with less confidence (0 to 1) are doubtful. */
  readonly confidenceLimit: number;
  readonly ownCompanies: readonly OwnCompany[];
  /** Text of the QR code on the picture; null where none was found. */
  readonly qr: string | null;
  readonly others: readonly OtherInvoice[];
};

/** A check of its own: nothing where it could not be made. */
export type Checking = (subject: CheckSubject, context: CheckContext) => readonly Finding[];

/** A check that needs the figures alone. */
export type Reckoning = (subject: Pick<CheckSubject, 'invoice' | 'ticket'>) => readonly Finding[];

export const outcome = (
  id: string,
  level: CheckLevel,
  fields: readonly FieldPath[],
  message: Bilingual,
): Finding => ({ id, level, message, fields });

/** A field's name in both languages; the path itself where it names none. */
export const labelOf = (path: FieldPath): Bilingual => fieldOf(path)?.label ?? same(path);

/** Some fields' names in a row. */
export const labelsOf = (paths: readonly FieldPath[]): Bilingual => ({
  zh: paths.map((path) => labelOf(path).zh).join('、'),
  en: paths.map((path) => labelOf(path).en).join(', '),
});
