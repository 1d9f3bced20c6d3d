import type { Bilingual } from '../../language.ts';
import { same } from '../../texts/findings.ts';
import type { Finding } from '../finding.ts';
import { fieldOf } from '../fields.ts';
import type { SpecialBlock, Ticket } from '../extraction.ts';
import type { CheckLevel, FieldPath, Invoice, Origins } from '../model.ts';
import type { ReaderFinding } from '../read-lines.ts';
import { joinItems } from '../../texts/phrases.ts';

/**
 * Input of the checks: an invoice as extracted or corrected, the origins of its values, and the uncertainties of
 * the extraction.
 */
export type CheckSubject = {
  readonly invoice: Invoice;
  /** Only set for a rail or air e-ticket. */
  readonly ticket?: Ticket | null;
  /** The blocks of special business; left out if there are none. */
  readonly special?: readonly Pick<SpecialBlock, 'name'>[] | undefined;
  readonly origins: Origins;
  readonly findings: readonly ReaderFinding[];
};

/** One of the user's own companies. An empty text means that the user left it out. */
export type OwnCompany = { readonly name: string; readonly taxId: string };

/** The header of another invoice, for duplicates. */
export type OtherInvoice = {
  /** How the user identifies it: the file's name and page. */
  readonly label: string;
  readonly code: string | null;
  readonly number: string | null;
  readonly issueDate: string | null;
  readonly sellerName: string | null;
  readonly sellerTaxId: string | null;
  readonly grossTotal: string | null;
};

/** External facts that the checks need. */
export type CheckContext = {
  /** ISO 8601 calendar date. */
  readonly today: string;
  /** Values with a lower confidence (0 to 1) are reported. */
  readonly confidenceLimit: number;
  readonly ownCompanies: readonly OwnCompany[];
  /** Text of the QR code on the picture; null if none was found. */
  readonly qr: string | null;
  /** Text of a code in the data of the file; null or left out if there is none. */
  readonly codeInFile?: string | null;
  readonly others: readonly OtherInvoice[];
};

/** A single check. Returns nothing if the check could not be made. */
export type InvoiceCheck = (subject: CheckSubject, context: CheckContext) => readonly Finding[];

/** A check that needs only the figures. */
export type ArithmeticCheck = (
  subject: Pick<CheckSubject, 'invoice' | 'ticket' | 'special'>,
) => readonly Finding[];

export const outcome = (
  id: string,
  level: CheckLevel,
  fields: readonly FieldPath[],
  message: Bilingual,
  /** The value of the other reader. */
  other?: string,
): Finding => ({ id, level, message, fields, ...(other === undefined ? {} : { other }) });

/** A field's name in both languages, or the path itself if it names no field. */
export const labelOf = (path: FieldPath): Bilingual => fieldOf(path)?.label ?? same(path);

/** The names of several fields as a list. */
export const fieldLabelsOf = (paths: readonly FieldPath[]): Bilingual => ({
  zh: joinItems(
    paths.map((path) => labelOf(path).zh),
    'zh',
  ),
  en: joinItems(
    paths.map((path) => labelOf(path).en),
    'en',
  ),
});
