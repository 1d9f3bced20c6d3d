import { create } from 'zustand';
import { checkArithmetic } from '../../shared/invoice/check-invoice.ts';
import { correctInvoice } from '../../shared/invoice/correct-invoice.ts';
import type { FieldPath } from '../../shared/invoice/model.ts';
import type { PageDetail } from '../../shared/contract/page.ts';
import type { Finding } from '../../shared/invoice/finding.ts';
import type { ReadableState } from './read-store.ts';

/** The unsaved input for a field of the shown invoice. */
export type EditDraft = { readonly path: FieldPath; readonly text: string };

type DraftState = { readonly draft: EditDraft | null };

const store = create<DraftState>(() => ({ draft: null }));

export const useDraft: ReadableState<DraftState> = store;

export const setDraft = (draft: EditDraft): void => store.setState({ draft });

/** Ends the draft of this field. A newer draft of another field stays. */
export const dropDraft = (path: FieldPath): void => {
  if (useDraft.getState().draft?.path === path) store.setState({ draft: null });
};

const equationKey = ({ id, fields }: Finding): string => `${id} ${fields[0] ?? ''}`;

type Checked = Pick<NonNullable<PageDetail['invoice']>, 'value' | 'checks' | 'ticket' | 'special'>;

const evaluated = ({ value, checks, ticket, special }: Checked, draft: EditDraft): readonly Finding[] => {
  const stale = new Set(checkArithmetic({ invoice: value, ticket, special }).map(equationKey));
  const typed = correctInvoice(value, [{ kind: 'correct', field: draft.path, value: draft.text }]);
  return [
    ...checkArithmetic({ invoice: typed, ticket, special }),
    ...checks.filter((check) => !stale.has(equationKey(check))),
  ];
};

/** The last input: list, picture and field show the same equations for each key. */
let last: {
  readonly extraction: Checked;
  readonly draft: EditDraft;
  readonly checks: readonly Finding[];
} | null = null;

/** The findings with their equations evaluated for the unsaved input. */
export const checksWith = (extraction: Checked, draft: EditDraft | null): readonly Finding[] => {
  if (!draft) return extraction.checks;
  if (last?.extraction !== extraction || last.draft !== draft)
    last = { extraction, draft, checks: evaluated(extraction, draft) };
  return last.checks;
};
