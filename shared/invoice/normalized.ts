import type { Step } from './model.ts';

/** A text normalized by the rules for its kind of value; null if it cannot be read as one. */
export type Normalized = { readonly value: string | null; readonly steps: readonly Step[] };

const noSteps: readonly Step[] = [];

/** The text is already the value. */
export const unchanged = (value: string): Normalized => ({ value, steps: noSteps });

/** The text cannot be read as a value of its kind. */
export const unreadable: Normalized = { value: null, steps: [] };
