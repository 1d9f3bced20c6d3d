import { mixableFields } from '../../../../shared/invoice/checks/qr.ts';
import type { FieldPath } from '../../../../shared/invoice/model.ts';
import type { ReaderFinding } from '../../../../shared/invoice/read-lines.ts';
import { pageMixedText, paperBesideText } from '../../../../shared/texts/papers.ts';
import { readerFindingTexts } from '../../../../shared/texts/reader-findings.ts';
import type { BesidePapers } from './page.ts';

/** Figures do not add up: one of them was misread, or the file is wrong. */
export const sumsFinding = (fields: readonly FieldPath[]): ReaderFinding => ({
  id: 'text-sums-differ',
  fields,
  message: readerFindingTexts.textSums,
});

export const rowsFinding = (fields: readonly FieldPath[]): ReaderFinding => ({
  id: 'rows-settled',
  fields,
  message: readerFindingTexts.textRows,
});

export const tornNameFinding = (path: FieldPath): ReaderFinding => ({
  id: 'name-wrapped',
  fields: [path],
  message: readerFindingTexts.textName,
});

export const productFinding = (fields: readonly FieldPath[]): ReaderFinding => ({
  id: 'text-product-differs',
  fields,
  message: readerFindingTexts.textProduct,
});

export const sidesFinding = (fields: readonly FieldPath[]): ReaderFinding => ({
  id: 'party-sides',
  fields,
  message: readerFindingTexts.textSides,
});

/** The others are in no other page of the ledger, and any value may be theirs. */
export const severalFinding = (numbers: readonly string[]): ReaderFinding => ({
  id: 'several-invoices',
  fields: mixableFields,
  message: readerFindingTexts.severalOnPage(numbers),
});

export const missingFinding = (fields: readonly FieldPath[]): ReaderFinding => ({
  id: 'text-incomplete',
  fields,
  message: readerFindingTexts.textMissing,
});

/** The other papers on the page of an invoice: an error if any value may be theirs. */
export const besideFinding = ({ papers, isSure }: BesidePapers): ReaderFinding =>
  isSure
    ? { id: 'paper-beside', fields: [], message: paperBesideText(papers), level: 'info' }
    : { id: 'page-mixed', fields: mixableFields, message: pageMixedText(papers) };
