import { areSameFields } from '../../../shared/review/settle.ts';
import type { FieldPath } from '../../../shared/invoice/model.ts';
import type { Finding } from '../../../shared/invoice/finding.ts';
import { checksWith, type EditDraft } from '../../state/draft.ts';
import { pathOfId } from './shapes.ts';

/** The user's current selection and input on an invoice. */
export type InHand = {
  readonly selected: FieldPath | null;
  /** The field being edited. */
  readonly typed: FieldPath | null;
  /** Fields of a clicked finding. */
  readonly together: readonly FieldPath[];
};

/** Maximum number of equations that fit over the picture. */
const mostShown = 3;

const ties = ({ fields }: Finding): boolean => fields.length > 1;

/**
 * The findings shown on the picture: the clicked one, the equations of the value being edited (passed or
 * failed), or the failed checks of the selected value.
 */
export const litChecks = (
  checks: readonly Finding[],
  { selected, typed, together }: InHand,
): readonly Finding[] => {
  if (typed !== null)
    return checks.filter((check) => ties(check) && check.fields.includes(typed)).slice(0, mostShown);
  if (together.length > 0) return checks.filter(({ fields }) => areSameFields(fields, together)).slice(0, 1);
  if (selected === null) return [];
  return checks
    .filter(
      (check) =>
        ties(check) && (check.level === 'error' || check.level === 'warn') && check.fields.includes(selected),
    )
    .slice(0, mostShown);
};

type Stand = Pick<InHand, 'selected'> & {
  readonly draft: EditDraft | null;
  /** Shapes of a clicked finding. */
  readonly together: readonly string[];
};

/** The findings shown on the picture now, with the value being typed. */
export const litNow = (
  invoice: Parameters<typeof checksWith>[0],
  { draft, selected, together }: Stand,
): readonly Finding[] =>
  litChecks(checksWith(invoice, draft), {
    selected,
    typed: draft?.path ?? null,
    together: together.flatMap((id) => pathOfId(id) ?? []),
  });

/** The fields of some findings, each once. */
export const tiedFields = (checks: readonly Finding[]): readonly FieldPath[] => [
  ...new Set(checks.flatMap(({ fields }) => fields)),
];
