import type { rowFindingTexts } from '../../texts/findings.ts';

/** Why rows could not be settled. */
type RowFindingReason = keyof typeof rowFindingTexts;

/** An uncertainty of some rows (indices from 0), or of all rows if the list is empty. */
export type RowFinding = { readonly reason: RowFindingReason; readonly rows: readonly number[] };
