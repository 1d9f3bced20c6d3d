import type { Quad } from '../geometry.ts';

/** One of the two parties, each value as printed; null if it was not read. */
export type Party = {
  readonly name: string | null;
  /** Taxpayer id, normalized. */
  readonly taxId: string | null;
  readonly addressPhone: string | null;
  readonly bankAccount: string | null;
};

/** A line item. Amounts are decimal strings with two digits (`1019.83`), null if not read. */
export type InvoiceLine = {
  /** The lines of a wrapped name are joined in reading order without the newline. */
  readonly name: string | null;
  readonly specification: string | null;
  readonly unit: string | null;
  /** Keeps its printed digits. Null if not read; the recognition service reads none. */
  readonly quantity: string | null;
  /** Keeps its printed digits, at least two. */
  readonly unitPrice: string | null;
  readonly amount: string | null;
  /** As printed (`13%`, `免税`). */
  readonly taxRate: string | null;
  readonly tax: string | null;
};

/** An invoice in an accountant's terms; the JSON export has the same shape. */
export type Invoice = {
  /** Two digits (`01`, `04`, `10`, `31` …); `99` if unknown. */
  readonly kind: string;
  readonly code: string | null;
  readonly number: string | null;
  /** ISO 8601 calendar date. */
  readonly issueDate: string | null;
  readonly checkCode: string | null;
  readonly cipherArea: string | null;
  /** The next six occur in digital invoices; the recognition service reads none of them. */
  readonly remark: string | null;
  readonly drawer: string | null;
  readonly payee: string | null;
  readonly reviewer: string | null;
  /** Number of the tax control machine. Fully digital invoices have none. */
  readonly machineNumber: string | null;
  /** For a red invoice: the number of the invoice that it reverses. */
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
 * The path of a value in an invoice: `code`, `buyer.name`, `total`, or `lines.0.amount` with the line's index
 * from 0. Origins, findings and corrections refer to values by path.
 */
export type FieldPath = string;

/** Where a value came from, and how it was changed. */
export type Origin = {
  /** The text as read, before any step. */
  readonly raw: string;
  /** The lowest confidence among the lines it was read from, 0 to 1; null if the response had none. */
  readonly score: number | null;
  /** In pixels of the sent picture; for a digital invoice in the units of its page. */
  readonly quad: Quad | null;
  /** The page that the quad is on, from 1; left out for the first. */
  readonly page?: number;
  /** Of a joined invoice: the page that it is on, from 1; left out for the page that represents the invoice. */
  readonly part?: number;
  /**
   * The XML element that it was read from, similar to XPath:
   * `/EInvoice/EInvoiceData/BasicInformation[1]/Drawer[1]`.
   */
  readonly path?: string;
  readonly steps: readonly Step[];
};

/** One change on the way from `raw` to the value; `describeStep` provides its text. */
export type Step = { readonly id: string; readonly from?: string; readonly to?: string };

export type Origins = Readonly<Record<FieldPath, Origin>>;

export const checkLevels = ['ok', 'info', 'warn', 'error'] as const;
export type CheckLevel = (typeof checkLevels)[number];
