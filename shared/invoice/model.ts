import type { Quad } from '../geometry.ts';

/** One of the two parties, each value as printed; null where it was not read. */
export type Party = {
  readonly name: string | null;
  /** Taxpayer id, normalized. */
  readonly taxId: string | null;
  readonly addressPhone: string | null;
  readonly bankAccount: string | null;
};

/** A goods line. Amounts are decimal strings with two digits (`1019.83`), null where they were not read. */
export type InvoiceLine = {
  /** A wrapped name is joined in reading order without the newline. */
  readonly name: string | null;
  readonly specification: string | null;
  readonly unit: string | null;
  /** Keeps its printed digits. Null where it was not read: the recognition service reads none. */
  readonly quantity: string | null;
  /** Keeps its printed digits, at least two. */
  readonly unitPrice: string | null;
  readonly amount: string | null;
  /** As printed (`13%`, `免税`). */
  readonly taxRate: string | null;
  readonly tax: string | null;
};

/** An invoice as an accountant means it; the shape is the one of the JSON export. */
export type Invoice = {
  /** Two digits (`01`, `04`, `10`, `31` …); `99` where it can't be told. */
  readonly kind: string;
  readonly code: string | null;
  readonly number: string | null;
  /** ISO 8601 calendar date. */
  readonly issueDate: string | null;
  readonly checkCode: string | null;
  readonly cipherArea: string | null;
  /** The next six stand in digital invoices; the recognition service reads none of them. */
  readonly remark: string | null;
  readonly drawer: string | null;
  readonly payee: string | null;
  readonly reviewer: string | null;
  /** Number of the tax control machine, of invoices before the fully digital ones. */
  readonly machineNumber: string | null;
  /** Of a red invoice: the number of the one that it reverses. */
  readonly reverses: string | null;
  readonly buyer: Party;
  readonly seller: Party;
  readonly lines: readonly InvoiceLine[];
  readonly total: string | null;
  readonly taxTotal: string | null;
  readonly grossTotal: string | null;
  /** As read. */
  readonly grossTotalWords: string | null;
};

/**
 * The place of a value in an invoice: `code`, `buyer.name`, `total`, or `lines.0.amount` with the line's index
 * from 0. Origins, checks and corrections name values by it.
 */
export type FieldPath = string;

/** Where a value came from, and what was done to it. */
export type Origin = {
  /** The text as read, before any step. */
  readonly raw: string;
  /** The least confidence among the lines it was read from, 0 to 1; null where the reply gave none. */
  readonly score: number | null;
  /** In the sent picture's pixels; of a digital invoice in the units of its page. */
  readonly quad: Quad | null;
  /** The page that the quad is on, from 1; left out for the first. */
  readonly page?: number;
  /** The element that it was read from, as in an XPath: `/EInvoice/EInvoiceData/BasicInformation[1]/Drawer[1]`. */
  readonly path?: string;
  readonly steps: readonly Step[];
};

/** One change on the way from `raw` to the value; its words come from `describeStep`. */
export type Step = { readonly id: string; readonly from?: string; readonly to?: string };

export type Origins = Readonly<Record<FieldPath, Origin>>;

export const checkLevels = ['ok', 'info', 'warn', 'error'] as const;
export type CheckLevel = (typeof checkLevels)[number];
