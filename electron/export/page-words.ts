import type { InvoiceSide } from '../../shared/books/side.ts';
import { unknownKind } from '../../shared/invoice/kind.ts';
import { kindNames } from '../../shared/texts/names.ts';
import type { Invoice, FieldPath } from '../../shared/invoice/model.ts';
import type { Language } from '../../shared/language.ts';
import { isOpenFinding } from '../../shared/invoice/finding.ts';
import { explainFailure } from '../../shared/services/catalogue.ts';
import type { ExportPage } from './export-page.ts';
import { exportWords, stateWords, reviewWords } from '../../shared/texts/exports.ts';
import { joinSentences, joinItems } from '../../shared/texts/phrases.ts';
import type { InvoiceRow } from './rows.ts';

/** The mark of a page with demo data; null for any other. */
export const demoMark = (page: ExportPage, language: Language): string | null =>
  page.demo ? exportWords.demo[language] : null;

/** The mark of a page that may have been billed without a result; null for any other. */
export const paidMark = (page: ExportPage, language: Language): string | null =>
  page.maybePaid ? exportWords.maybePaid[language] : null;

export const stateOf = (page: ExportPage): 'recognized' | 'failed' | 'waiting' => {
  if (page.failure !== null) return 'failed';
  return page.waiting ? 'waiting' : 'recognized';
};

export const stateWord = (page: ExportPage, language: Language): string =>
  stateWords[page.cancelled ? 'cancelled' : stateOf(page)][language];

/** Why a page failed and what to do about it; null if it did not fail. */
export const errorText = (page: ExportPage, language: Language): string | null => {
  if (page.cancelled) return exportWords.wasCancelled[language];
  if (page.waiting) return exportWords.notRecognized[language];
  if (page.failure === null) return null;
  const { message, remedy } = explainFailure(page.service, page.failure, language);
  return joinSentences([message, remedy], language);
};

/** The messages of all open findings, one a line; null if there are none. */
export const findingsText = (page: ExportPage, language: Language): string | null => {
  const messages = (page.invoice?.checks ?? []).filter(isOpenFinding).map((check) => check.message[language]);
  return messages.length === 0 ? null : messages.join('\n');
};

/** The name of the invoice's kind; null if the kind is unknown. */
export const kindWord = ({ kind }: Invoice, language: Language): string | null =>
  kind === unknownKind ? null : (kindNames[kind]?.[language] ?? null);

/** The review state of a page; `settled`: its findings were accepted, but the page is not confirmed yet. */
const reviewOf = ({ confirmed, aside, invoice }: ExportPage): keyof typeof reviewWords => {
  if (confirmed) return 'confirmed';
  if (aside) return 'aside';
  const checks = invoice?.checks ?? [];
  const isSettled = checks.some(({ settled }) => settled !== undefined) && !checks.some(isOpenFinding);
  return isSettled ? 'settled' : 'pending';
};

/** Null for a page that was not recognized: there is nothing to review. */
export const reviewWord = (page: ExportPage, language: Language): string | null =>
  stateOf(page) === 'recognized' ? reviewWords[reviewOf(page)][language] : null;

/** An invoice between two own companies is a purchase of one and a sale of the other; the buyer comes first. */
export const exportedSide = ({ side }: ExportPage): Exclude<InvoiceSide, 'both'> =>
  side === 'both' ? 'purchase' : (side ?? 'unknown');

export const tagsText = ({ tags = [] }: ExportPage, language: Language): string | null =>
  tags.length === 0 ? null : joinItems(tags, language);

/** The column's text for a row whose amounts are part of the totals. */
export const countedYes = (language: Language): string => exportWords.yes[language];

export const countedWord = ({ invoice, isCounted }: InvoiceRow, language: Language): string | null =>
  invoice === null ? null : exportWords[isCounted ? 'yes' : 'no'][language];

/** The worst level of a value's open findings, and one reason per finding. */
export type FieldFindings = { readonly level: 'warn' | 'error'; readonly reasons: readonly string[] };

export type FindingsByField = ReadonlyMap<FieldPath, FieldFindings>;

const worse = (a: FieldFindings['level'], b: FieldFindings['level']): FieldFindings['level'] =>
  a === 'error' ? a : b;

const join = (a: FieldFindings | undefined, b: FieldFindings): FieldFindings =>
  a === undefined
    ? b
    : { level: worse(a.level, b.level), reasons: [...new Set([...a.reasons, ...b.reasons])] };

/** The failed checks of a page, by the fields that they name. */
export const findingsOf = ({ invoice }: ExportPage, language: Language): FindingsByField => {
  const findings = new Map<FieldPath, FieldFindings>();
  for (const check of invoice?.checks ?? []) {
    if (!isOpenFinding(check)) continue;
    const finding: FieldFindings = {
      level: check.level === 'error' ? 'error' : 'warn',
      reasons: [check.message[language]],
    };
    for (const field of check.fields) findings.set(field, join(findings.get(field), finding));
  }
  return findings;
};

/** A path and its parents: `lines.0.amount`, `lines.0`, `lines`. */
const withParents = (field: FieldPath): readonly FieldPath[] => {
  const parts = field.split('.');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
};

/** The open findings of several fields together: a finding may name a whole line, or all lines. */
export const findingsAt = (findings: FindingsByField, fields: readonly FieldPath[]): FieldFindings | null => {
  if (findings.size === 0) return null;
  let found: FieldFindings | undefined;
  for (const path of new Set(fields.flatMap(withParents))) {
    const finding = findings.get(path);
    if (finding) found = join(found, finding);
  }
  return found ?? null;
};
