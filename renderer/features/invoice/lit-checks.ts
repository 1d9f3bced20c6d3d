import type { FieldPath } from '../../../shared/invoice/model.ts';
import type { Finding } from '../../../shared/invoice/finding.ts';

/** What of an invoice the user has in hand. */
export type InHand = {
  readonly selected: FieldPath | null;
  /** The field that is being typed in. */
  readonly typed: FieldPath | null;
  /** Fields of a check that was pressed. */
  readonly together: readonly FieldPath[];
};

/** So many equations have room over the picture. */
const mostShown = 3;

const isSame = (one: readonly FieldPath[], other: readonly FieldPath[]): boolean =>
  one.length === other.length && one.every((path, at) => path === other[at]);

const ties = ({ fields }: Finding): boolean => fields.length > 1;

/**
 * The checks that show themselves on the picture: the one that was pressed; the equations of a value that is being
 * typed, whether they hold or not; those of the selected value that don't hold.
 */
export const litChecks = (
  checks: readonly Finding[],
  { selected, typed, together }: InHand,
): readonly Finding[] => {
  if (typed !== null)
    return checks.filter((check) => ties(check) && check.fields.includes(typed)).slice(0, mostShown);
  if (together.length > 0) return checks.filter(({ fields }) => isSame(fields, together)).slice(0, 1);
  if (selected === null) return [];
  return checks
    .filter(
      (check) =>
        ties(check) && (check.level === 'error' || check.level === 'warn') && check.fields.includes(selected),
    )
    .slice(0, mostShown);
};

/** All the fields that some checks tie together, each once. */
export const tiedFields = (checks: readonly Finding[]): readonly FieldPath[] => [
  ...new Set(checks.flatMap(({ fields }) => fields)),
];
