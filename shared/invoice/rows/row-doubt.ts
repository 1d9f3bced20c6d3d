/** Why rows could not be settled. */
export type RowDoubtReason =
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

/** A doubt about some rows (indices from 0), or about all of them where none is named. */
export type RowDoubt = { readonly reason: RowDoubtReason; readonly rows: readonly number[] };
