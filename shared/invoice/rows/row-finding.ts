/** Why rows could not be settled. */
export type RowFindingReason =
  | 'no-positions'
  | 'no-direction'
  | 'upside-down'
  | 'too-many'
  | 'amounts-off'
  | 'no-amounts'
  | 'one-place'
  | 'left-over'
  | 'ambiguous'
  | 'unnamed'
  | 'gap'
  | 'two-names'
  | 'subtotal';

/** An open question about some rows (indices from 0), or about all of them if the list is empty. */
export type RowFinding = { readonly reason: RowFindingReason; readonly rows: readonly number[] };
