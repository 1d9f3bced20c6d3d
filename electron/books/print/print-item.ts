import type { PDFRef } from '@cantoo/pdf-lib';
import type { SlotBox, Matrix, QuarterTurn } from './slots.ts';

/** An object of the PDF to draw in a slot, and its matrix in the content's own units. */
export type Placed = { readonly ref: PDFRef; readonly matrix: Matrix };

/** A page or picture ready to be placed. */
export type PrintItem = {
  readonly box: SlotBox;
  readonly turn: QuarterTurn;
  /** True for a picture: it has no fixed size and fills its slot. A page is never enlarged. */
  readonly grows: boolean;
  readonly placed: readonly Placed[];
};
