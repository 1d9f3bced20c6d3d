import { findingTexts } from '../../texts/findings.ts';
import type { Finding } from '../finding.ts';
import type { FieldPath } from '../model.ts';
import { fieldLabelsOf, outcome, type InvoiceCheck } from './outcome.ts';

/** The rows of the line items must be certain from their positions. Each reason for doubt is a finding. */
export const checkRows: InvoiceCheck = ({ invoice, findings }) => {
  const open = findings.filter(({ id }) => id === 'rows-settled');
  if (open.length === 0)
    return invoice.lines.length === 0
      ? []
      : [outcome('rows-settled', 'ok', [], findingTexts.rows.settled(invoice.lines.length))];
  const fields = [...new Set(open.flatMap((finding) => finding.fields))];
  return [
    outcome('rows-settled', 'error', fields, findingTexts.rows.uncertain(open.map(({ message }) => message))),
  ];
};

/** Findings of readers about what the page does not show: the value must not be used as it is. */
const errors: ReadonlySet<string> = new Set(['text-not-visible', 'page-shows-other']);

const levelOf = (id: string): Finding['level'] => {
  if (id === 'not-compared') return 'info';
  return errors.has(id) ? 'error' : 'warn';
};

/** Reports all other uncertainties of the extraction. */
export const checkReaderFindings: InvoiceCheck = ({ findings }): readonly Finding[] =>
  findings
    .filter(({ id }) => id !== 'rows-settled')
    .map(({ id, fields, message, level }) => ({ id, level: level ?? levelOf(id), message, fields }));

const shownFields = 5;

/**
 * Reports values with a confidence below the user's limit. A corrected value has no confidence, and evidence outranks
 * it.
 */
export const checkConfidence: InvoiceCheck = ({ origins, findings }, { confidenceLimit }) => {
  const proven = new Set(findings.filter(({ id }) => id === 'proven').flatMap(({ fields }) => fields));
  const paths: FieldPath[] = [];
  let isScored = false;
  for (const path of Object.keys(origins)) {
    const score = origins[path]?.score ?? null;
    // A person cannot compare the cipher area by eye.
    if (score === null || path === 'cipherArea') continue;
    isScored = true;
    if (score < confidenceLimit && !proven.has(path)) paths.push(path);
  }
  if (!isScored) return [];
  const limit = `${Math.round(confidenceLimit * 100)}%`;
  if (paths.length === 0) return [outcome('low-confidence', 'ok', [], findingTexts.confidence.enough(limit))];
  return [
    outcome(
      'low-confidence',
      'warn',
      paths,
      findingTexts.confidence.low(
        limit,
        fieldLabelsOf(paths.slice(0, shownFields)),
        paths.length > shownFields,
      ),
    ),
  ];
};
