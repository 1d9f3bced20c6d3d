import type { PDFRef } from '@cantoo/pdf-lib';
import type { Box, Matrix, Turn } from './slots.ts';

/** Something drawn in a slot: an object of the PDF, and where it lies in the content's own measures. */
export type Placed = { readonly ref: PDFRef; readonly matrix: Matrix };

/** A page or picture that is ready to be placed. */
export type PrintItem = {
  readonly box: Box;
  readonly turn: Turn;
  /** A picture has no size of its own and fills its slot; a page is never made larger. */
  readonly grows: boolean;
  readonly placed: readonly Placed[];
};
