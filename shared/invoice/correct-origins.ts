import type { Quad } from '../geometry.ts';
import { isReverted, movedPaths, settledAfter } from './correct-invoice.ts';
import { isOfLines, knownChanges, linesTable, type InvoiceChange } from './invoice-changes.ts';
import { pathAfter, settledBy, type LinesEdit } from './lines-edit.ts';
import type { FieldPath, Origin, Origins } from './model.ts';
import type { ReaderFinding } from './read-lines.ts';
import { quadAround } from './rows/page-direction.ts';

const noOrigin: Origin = { raw: '', score: null, quad: null, steps: [] };

const corrected = (origin: Origin): Origin => ({
  ...origin,
  score: null,
  steps: [...origin.steps.filter(({ id }) => id !== 'corrected'), { id: 'corrected' }],
});

const quadOver = (upper: Quad | null, lower: Quad | null): Quad | null => {
  if (!upper || !lower) return upper ?? lower;
  const [from, to] = upper;
  return quadAround([upper, lower], Math.atan2(to.y - from.y, to.x - from.x));
};

const leastOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** The origin of a value joined from two others; the extracted texts of both are kept. */
const joined = (upper: Origin, lower: Origin): Origin => ({
  raw: `${upper.raw}\n${lower.raw}`,
  score: leastOf(upper.score, lower.score),
  quad: quadOver(upper.quad, lower.quad),
  steps: [
    ...new Map(
      [...upper.steps, ...lower.steps, { id: 'lines-joined' }].map((step) => [JSON.stringify(step), step]),
    ).values(),
  ],
});

/** The origins of moved lines, under their current names. */
const movedOrigins = (origins: Origins, edit: LinesEdit): Record<FieldPath, Origin> => {
  const after: Record<FieldPath, Origin> = {};
  // A merge handles the cells in the order of the line, the upper line before the lower one.
  const inOrder = edit.kind === 'merge' ? byLine(origins) : Object.entries(origins);
  for (const [path, origin] of inOrder) {
    const now = pathAfter(edit, path);
    if (now === null) continue;
    const there = after[now];
    after[now] = there ? joined(there, origin) : origin;
  }
  return after;
};

const lineOf = (path: FieldPath): number => (isOfLines(path) ? Number(path.split('.')[1]) : -1);

const byLine = (origins: Origins): readonly (readonly [FieldPath, Origin])[] =>
  Object.entries(origins).toSorted(([one], [other]) => lineOf(one) - lineOf(other));

type Sides = {
  readonly value: Record<FieldPath, Origin>;
  /** As extracted, under their current names. */
  readonly asRead: Record<FieldPath, Origin>;
};

const afterChange = ({ value, asRead }: Sides, change: InvoiceChange, origins: Origins): Sides => {
  switch (change.kind) {
    case 'correct':
      return { value: settled(value, [change.field]), asRead };
    case 'edit-lines':
      return {
        value: settled(movedOrigins(value, change.edit), settledBy(change.edit)),
        asRead: movedOrigins(asRead, change.edit),
      };
    case 'revert': {
      const source = change.field === linesTable ? origins : asRead;
      const read = without(source, (path) => !isReverted(path, change.field));
      return {
        value: { ...without(value, (path) => isReverted(path, change.field)), ...read },
        asRead: change.field === linesTable ? { ...without(asRead, isOfLines), ...read } : asRead,
      };
    }
    case 'keep':
      return { value, asRead };
    case 'accept':
      return { value: change.finding.includes('confidence') ? trusted(value, change.fields) : value, asRead };
    default:
      return change satisfies never;
  }
};

const without = (origins: Origins, isGone: (path: FieldPath) => boolean): Record<FieldPath, Origin> =>
  Object.fromEntries(Object.entries(origins).filter(([path]) => !isGone(path)));

/** The user has compared these values with the picture, so the reader's confidence no longer counts. */
const trusted = (origins: Origins, paths: readonly FieldPath[]): Record<FieldPath, Origin> =>
  Object.fromEntries(
    Object.entries(origins).map(([path, origin]) => [
      path,
      paths.includes(path) ? { ...origin, score: null } : origin,
    ]),
  );

const settled = (origins: Origins, paths: readonly FieldPath[]): Record<FieldPath, Origin> => ({
  ...origins,
  ...Object.fromEntries(paths.map((path) => [path, corrected(origins[path] ?? noOrigin)])),
});

/**
 * The origins after corrections. The extracted text is kept, a step reports the user's change, and the
 * confidence no longer counts.
 */
export const correctOrigins = (origins: Origins, changes: readonly InvoiceChange[]): Origins => {
  let sides: Sides = { value: { ...origins }, asRead: { ...origins } };
  for (const change of knownChanges(changes)) sides = afterChange(sides, change, origins);
  return sides.value;
};

/**
 * The findings of the extraction that are still open. One is settled once the user has corrected all of its
 * fields.
 */
export const openReaderFindings = (
  findings: readonly ReaderFinding[],
  changes: readonly InvoiceChange[],
): readonly ReaderFinding[] => {
  let open = findings;
  let paths: ReadonlySet<FieldPath> = new Set<FieldPath>();
  for (const change of knownChanges(changes)) {
    paths = settledAfter(paths, change);
    if (change.kind === 'edit-lines') open = movedFindings(open, change.edit);
    // Findings about other fields never move. If the lines are reverted, all findings are back at their
    // places.
    if (change.kind === 'revert' && change.field === linesTable) open = findings;
  }
  return open.filter(({ fields }) => fields.length === 0 || fields.some((field) => !paths.has(field)));
};

/** A finding about deleted lines is deleted with them. */
const movedFindings = (findings: readonly ReaderFinding[], edit: LinesEdit): readonly ReaderFinding[] =>
  findings
    .map((finding) => ({ ...finding, fields: movedPaths(finding.fields, edit) }))
    .filter(({ fields }, at) => fields.length > 0 || findings[at]?.fields.length === 0);
