import { evidenceTexts } from '../../texts/evidence-texts.ts';
import { findingTexts, rowFindingTexts } from '../../texts/findings.ts';
import { isDigitalNumber, readCode } from '../codes.ts';
import type { EvidenceKind } from '../evidence/equations.ts';
import { provenBy } from '../evidence/repair.ts';
import { fieldOf, rightSidePaths, valueAt } from '../fields.ts';
import type { Finding } from '../finding.ts';
import type { FieldPath, Invoice, Origins } from '../model.ts';
import { provingCode } from '../qr.ts';
import { fieldLabelsOf, outcome, type InvoiceCheck } from './outcome.ts';
import { checkLineSum } from './sums.ts';

/**
 * The rows of the line items must be certain from their positions. Each reason for doubt is a finding. That the amounts
 * miss the total is none any more once the misread one of them is corrected.
 */
export const checkRows: InvoiceCheck = ({ invoice, findings }) => {
  const addsUp = checkLineSum({ invoice }).some(({ level }) => level === 'ok');
  const open = findings.filter(
    ({ id, message }) =>
      id === 'rows-settled' && !(addsUp && message.zh === rowFindingTexts['amounts-off'].zh),
  );
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
const errors: ReadonlySet<string> = new Set([
  'text-not-visible',
  'page-shows-other',
  'several-invoices',
  'page-mixed',
]);

const levelOf = (id: string): Finding['level'] => {
  if (id === 'not-compared') return 'info';
  return errors.has(id) ? 'error' : 'warn';
};

/** Reports all other uncertainties of the extraction. */
export const checkReaderFindings: InvoiceCheck = ({ findings, ticket = null }): readonly Finding[] =>
  findings
    .filter(({ id }) => id !== 'rows-settled')
    .map(({ id, fields, message, level }) => ({
      id,
      level: level ?? levelOf(id),
      message,
      fields: ticket ? fields : fields.filter((path) => !path.startsWith('ticket.')),
    }));

/** The second print of code and number; null if it was not read, or replaces the first. */
export const printedCopies = (
  { number }: Pick<Invoice, 'number'>,
  origins: Origins,
): { readonly code: string | null; readonly number: string | null } => {
  const copy = (key: 'code' | 'number'): string | null => {
    const raw = origins[rightSidePaths[key]]?.raw;
    const isStandIn = origins[key]?.steps.some(({ id }) => id === 'right-side-used') === true;
    return raw === undefined || isStandIn ? null : readCode(raw.replaceAll(/\r?\n/gu, '')).value;
  };
  return { code: copy('code'), number: isDigitalNumber(number) ? null : copy('number') };
};

/** The values that evidence proves, as one finding for all that have the same evidence. */
export const provenFindings = (
  proven: Iterable<readonly [FieldPath, readonly EvidenceKind[]]>,
): readonly (Finding & { readonly level: 'ok' })[] => {
  const groups = Map.groupBy(proven, ([, kinds]) => kinds.toSorted().join(' '));
  return [...groups.values()].map((group) => {
    const fields = group.map(([path]) => path);
    const message = evidenceTexts.proven(group[0]?.[1] ?? [], fieldLabelsOf(fields));
    return { id: 'proven', level: 'ok', fields, message };
  });
};

/** A second notation of the same value, so that the value and its print are two witnesses by themselves. */
const notations: ReadonlySet<EvidenceKind> = new Set(['qr', 'words']);

const isSettled = (kinds: readonly EvidenceKind[]): boolean =>
  kinds.length > 1 || kinds.some((kind) => notations.has(kind));

const shownFields = 5;

/**
 * Reports values with a confidence below the user's limit. A corrected value has no confidence, and evidence outranks
 * it: what two independent witnesses prove is settled, and named as proven.
 */
export const checkConfidence: InvoiceCheck = ({ invoice, origins, findings }, { confidenceLimit, qr }) => {
  const proven = new Set(findings.flatMap(({ id, fields }) => (id === 'proven' ? fields : [])));
  const low: FieldPath[] = [];
  let isScored = false;
  for (const path of Object.keys(origins)) {
    const score = origins[path]?.score ?? null;
    // A person cannot compare the cipher area by eye. Values of another paper are none of an invoice.
    if (score === null || path === 'cipherArea' || fieldOf(path) === null) continue;
    isScored = true;
    if (score < confidenceLimit && !proven.has(path)) low.push(path);
  }
  if (!isScored) return [];
  const limit = `${Math.round(confidenceLimit * 100)}%`;
  const enough = outcome('low-confidence', 'ok', [], findingTexts.confidence.enough(limit));
  if (low.length === 0) return [enough];
  const evidence = provenBy((path) => valueAt(invoice, path), {
    lineCount: invoice.lines.length,
    qr: qr === null ? null : (provingCode(qr, invoice.number)?.qr ?? null),
    copies: printedCopies(invoice, origins),
    confirmed: [],
  });
  const settled = low.flatMap((path) => {
    const kinds = evidence.get(path) ?? [];
    return isSettled(kinds) ? [[path, kinds] as const] : [];
  });
  const isProven = new Set(settled.map(([path]) => path));
  const paths = low.filter((path) => !isProven.has(path));
  if (paths.length === 0) return [...provenFindings(settled), enough];
  return [
    ...provenFindings(settled),
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
