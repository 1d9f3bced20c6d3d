import type { Journey, Ticket } from '../../../shared/invoice/extraction.ts';
import type { InvoiceLine } from '../../../shared/invoice/model.ts';

/** A text at a position in points, y down. */
export type Text = readonly [text: string, x: number, y: number];

export type SlipTruth = {
  readonly kind: string;
  readonly code?: string;
  readonly number: string;
  readonly issueDate?: string;
  readonly machineNumber?: string;
  readonly checkCode?: string;
  readonly buyer?: { readonly name: string; readonly taxId?: string };
  readonly seller?: { readonly name: string; readonly taxId?: string };
  readonly lines?: readonly Partial<InvoiceLine>[];
  readonly total?: string;
  readonly taxTotal?: string;
  readonly grossTotal: string;
  readonly grossTotalWords?: string;
};

/** A form on paper, with what it states. */
export type MadeSlip = {
  readonly invoice: SlipTruth;
  readonly ticket: Partial<Ticket> | null;
  readonly journeys?: readonly Partial<Journey>[];
  readonly texts: readonly Text[];
  /** In points. */
  readonly width: number;
};
