import type { FieldPath } from '../../shared/invoice/model.ts';
import type { Language } from '../../shared/language.ts';
import type { ExportPage } from './export-page.ts';
import { isOpenFinding } from '../../shared/invoice/finding.ts';

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
