import type { FieldPath } from '../model.ts';
import { equationsOf, type Evidence, type EvidenceKind, type ValueAt } from './equations.ts';
import { identitiesOf, type EvidenceContext } from './identities.ts';

/** Other values that a recognizer's alternatives allow for a field, most likely first. */
export type OtherValues = ReadonlyMap<FieldPath, readonly string[]>;

/** A value that was replaced by the only reading that satisfies all evidence. */
export type Repair = {
  readonly path: FieldPath;
  readonly from: string | null;
  readonly to: string;
  readonly evidence: readonly EvidenceKind[];
};

/** Everything that can be evaluated about an invoice. */
export const evidenceOf = (get: ValueAt, context: EvidenceContext): readonly Evidence[] => [
  ...equationsOf(get, context.lineCount),
  ...identitiesOf(get, context),
];

/** More lines than a scan of one page shows; beyond it nothing is repaired. */
const mostLines = 80;
/** Values repaired on one page; more errors mean that the page was not read. */
const mostRepairs = 8;

type Change = ReadonlyMap<FieldPath, string>;

const withChange =
  (get: ValueAt, change: Change): ValueAt =>
  (path) =>
    change.get(path) ?? get(path);

const touches = (evidence: Evidence, change: Change): boolean =>
  evidence.fields.some((path) => change.has(path));

/** The evidence for a change if all of it holds, and it proves each changed value; null otherwise. */
const evidenceFor = (get: ValueAt, change: Change, context: EvidenceContext): readonly Evidence[] | null => {
  const touching = evidenceOf(withChange(get, change), context).filter((one) => touches(one, change));
  if (touching.some(({ holds }) => !holds)) return null;
  const isProven = [...change.keys()].every((path) => touching.some(({ proves }) => proves.includes(path)));
  return isProven ? touching : null;
};

/** Pairs of changes that are tried at most. */
const mostPairs = 1500;

/** The changes of one value, or of two if none suffices, that satisfy all evidence and repair what fails. */
const solutions = (
  get: ValueAt,
  target: readonly FieldPath[],
  others: OtherValues,
  context: EvidenceContext,
  solves: (change: Change) => boolean,
): readonly Change[] => {
  const singles: Change[] = target.flatMap((path) =>
    (others.get(path) ?? []).map((value) => new Map([[path, value]])),
  );
  const accepted = (change: Change): boolean => evidenceFor(get, change, context) !== null && solves(change);
  const found = singles.filter(accepted);
  if (found.length > 0) return found;
  const pairs: Change[] = [];
  for (const [index, first] of singles.entries())
    for (const second of singles.slice(index + 1)) {
      const [a, b] = [[...first][0], [...second][0]];
      if (a && b && a[0] !== b[0] && pairs.length < mostPairs) pairs.push(new Map([a, b]));
    }
  return pairs.filter(accepted);
};

const isSame = (one: Evidence, other: Evidence): boolean =>
  one.kind === other.kind && one.fields.join() === other.fields.join();

/** The next repair: of failing evidence, or of a value that could not be read. Null if there is none, or no single one. */
const nextChange = (
  get: ValueAt,
  others: OtherValues,
  context: EvidenceContext,
  given: ReadonlySet<string>,
): { readonly change: Change | null; readonly key: string } | null => {
  const failing = evidenceOf(get, context).filter(({ holds, proves }) => !holds && proves.length > 0);
  for (const failed of failing) {
    const key = `${failed.kind} ${failed.fields.join()}`;
    if (given.has(key)) continue;
    const solves = (change: Change): boolean =>
      evidenceOf(withChange(get, change), context).some((one) => one.holds && isSame(one, failed));
    const found = solutions(get, failed.fields, others, context, solves);
    return { change: found.length === 1 ? (found[0] ?? null) : null, key };
  }
  for (const [path, values] of others) {
    if (get(path) !== null || values.length === 0 || given.has(path)) continue;
    const found = values
      .map((value): Change => new Map([[path, value]]))
      .filter((change) => evidenceFor(get, change, context) !== null);
    return { change: found.length === 1 ? (found[0] ?? null) : null, key: path };
  }
  return null;
};

/**
 * Finds the values that were misread, where exactly one reading among the recognizer's alternatives satisfies all
 * evidence. Where two readings would, or none, nothing is repaired.
 */
export const repairsOf = (
  given: ValueAt,
  others: OtherValues,
  context: EvidenceContext,
): readonly Repair[] => {
  if (context.lineCount > mostLines) return [];
  const changed = new Map<FieldPath, string>();
  const get: ValueAt = withChange(given, changed);
  const tried = new Set<string>();
  for (;;) {
    const next = nextChange(get, others, context, tried);
    if (!next) break;
    tried.add(next.key);
    for (const [path, value] of next.change ?? []) changed.set(path, value);
    if (changed.size > mostRepairs) return [];
  }
  const all = evidenceOf(get, context);
  return [...changed].map(([path, to]) => ({
    path,
    from: given(path),
    to,
    evidence: [
      ...new Set(all.filter(({ holds, proves }) => holds && proves.includes(path)).map(({ kind }) => kind)),
    ],
  }));
};

/** The values that evidence proves, each with all of it. A value that any evidence contradicts is not proven. */
export const provenBy = (
  get: ValueAt,
  context: EvidenceContext,
): ReadonlyMap<FieldPath, readonly EvidenceKind[]> => {
  const all = evidenceOf(get, context);
  const contradicted = new Set(all.filter(({ holds }) => !holds).flatMap(({ fields }) => fields));
  const proven = new Map<FieldPath, EvidenceKind[]>();
  for (const { kind, holds, proves } of all)
    for (const path of proves) {
      if (!holds || contradicted.has(path)) continue;
      const known = proven.get(path);
      if (known) known.push(kind);
      else proven.set(path, [kind]);
    }
  return proven;
};
