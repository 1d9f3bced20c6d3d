import { create } from 'zustand';
import type { ReadStore } from './read-store.ts';

/**
 * What is pointed at on the shown page, by the ids that picture and table share: `field:total`, `region:3`, `face:12`.
 * It stands apart from the rest since it changes with every move of the pointer.
 */
export type Review = {
  readonly selected: string | null;
  readonly hovered: string | null;
  /** Fields of the selected check: they light up together. */
  readonly together: readonly string[];
  /** Counts selections made in the table, which the picture brings into view; the picture's own don't move it. */
  readonly revealed: number;
};

const nothing: Review = { selected: null, hovered: null, together: [], revealed: 0 };

const store = create<Review>(() => nothing);
const write = store.setState;

export const useReview: ReadStore<Review> = store;

export const forgetReview = (): void => write(nothing);

export const hover = (id: string | null): void => {
  if (useReview.getState().hovered !== id) write({ hovered: id });
};

/** Selects from the picture: the picture stays where it is. */
export const selectOnPicture = (id: string | null): void => write({ selected: id, together: [] });

/** Selects from a table: the picture brings it into view. */
export const selectInTable = (id: string | null): void =>
  write((review) => ({ selected: id, together: [], revealed: review.revealed + 1 }));

/** Lights up the fields that a check ties together; the first of them is brought into view. */
export const selectTogether = (ids: readonly string[]): void =>
  write((review) => ({
    selected: ids[0] ?? null,
    together: ids,
    revealed: review.revealed + 1,
  }));

/** Lights up several shapes on the picture, and leaves the selection as it is. */
export const lightUp = (ids: readonly string[]): void => write({ together: ids });
