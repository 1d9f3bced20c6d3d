import { create } from 'zustand';

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

export const useReview = create<Review>(() => nothing);

export const forgetReview = (): void => useReview.setState(nothing);

export const hover = (id: string | null): void => {
  if (useReview.getState().hovered !== id) useReview.setState({ hovered: id });
};

/** Selects from the picture: the picture stays where it is. */
export const selectOnPicture = (id: string | null): void =>
  useReview.setState({ selected: id, together: [] });

/** Selects from a table: the picture brings it into view. */
export const selectInTable = (id: string | null): void =>
  useReview.setState((review) => ({ selected: id, together: [], revealed: review.revealed + 1 }));

/** Lights up the fields that a check ties together; the first of them is brought into view. */
export const selectTogether = (ids: readonly string[]): void =>
  useReview.setState((review) => ({
    selected: ids[0] ?? null,
    together: ids,
    revealed: review.revealed + 1,
  }));
