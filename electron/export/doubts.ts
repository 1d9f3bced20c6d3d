import type { FieldPath } from '../../shared/invoice/model.ts';
import type { Language } from '../../shared/language.ts';
import type { ExportPage } from './export-page.ts';
import { isDoubt } from './page-words.ts';

/** The worst level of a value's open findings, and one reason per finding. */
export type ExportDoubt = { readonly level: 'warn' | 'error'; readonly reasons: readonly string[] };

export type Doubts = ReadonlyMap<FieldPath, ExportDoubt>;

const worse = (a: ExportDoubt['level'], b: ExportDoubt['level']): ExportDoubt['level'] =>
  a === 'error' ? a : b;

const join = (a: ExportDoubt | undefined, b: ExportDoubt): ExportDoubt =>
  a === undefined
    ? b
    : { level: worse(a.level, b.level), reasons: [...new Set([...a.reasons, ...b.reasons])] };

/** The failed checks of a page, by the fields that they name. */
export const doubtsOf = ({ invoice }: ExportPage, language: Language): Doubts => {
  const doubts = new Map<FieldPath, ExportDoubt>();
  for (const check of invoice?.checks ?? []) {
    if (!isDoubt(check)) continue;
    const doubt: ExportDoubt = {
      level: check.level === 'error' ? 'error' : 'warn',
      reasons: [check.message[language]],
    };
    for (const field of check.fields) doubts.set(field, join(doubts.get(field), doubt));
  }
  return doubts;
};

/** A path and its parents: `lines.0.amount`, `lines.0`, `lines`. */
const withParents = (field: FieldPath): readonly FieldPath[] => {
  const parts = field.split('.');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
};

/** The open findings of several fields together: a finding may name a whole line, or all lines. */
export const doubtIn = (doubts: Doubts, fields: readonly FieldPath[]): ExportDoubt | null => {
  if (doubts.size === 0) return null;
  let found: ExportDoubt | undefined;
  for (const path of new Set(fields.flatMap(withParents))) {
    const doubt = doubts.get(path);
    if (doubt) found = join(found, doubt);
  }
  return found ?? null;
};
