import { create } from 'zustand';
import type { ReadableState } from './read-store.ts';

/**
 * Hover and selection on the shown page, as ids that picture and table share: `field:total`, `region:3`,
 * `face:12`. A separate store because it changes with every pointer move.
 */
type Review = {
  readonly selected: string | null;
  readonly hovered: string | null;
  /** Fields of the selected finding, highlighted together. */
  readonly together: readonly string[];
  /** Counts selections in the table, which scroll the picture; selections on the picture don't. */
  readonly revealed: number;
};

const nothing: Review = { selected: null, hovered: null, together: [], revealed: 0 };

const store = create<Review>(() => nothing);
const write = store.setState;

export const useReview: ReadableState<Review> = store;

export const forgetReview = (): void => write(nothing);

export const hover = (id: string | null): void => {
  if (useReview.getState().hovered !== id) write({ hovered: id });
};

/** Selects from the picture, which does not move. */
export const selectOnPicture = (id: string | null): void => write({ selected: id, together: [] });

/** Selects from a table; the picture brings the shape into view. */
export const selectInTable = (id: string | null): void =>
  write((review) => ({ selected: id, together: [], revealed: review.revealed + 1 }));

/** Highlights the fields of a finding and brings the first one into view. */
export const selectTogether = (ids: readonly string[]): void =>
  write((review) => ({
    selected: ids[0] ?? null,
    together: ids,
    revealed: review.revealed + 1,
  }));

/** Highlights several shapes on the picture without changing the selection. */
export const lightUp = (ids: readonly string[]): void => write({ together: ids });
