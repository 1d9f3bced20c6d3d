import { z } from 'zod';
import { quadSchema } from '../geometry.ts';
import type { Immutable } from '../members.ts';

const text = z.string().nullable();

/** One of the two parties, each value as printed; null if it was not read. */
const partySchema = z.object({
  name: text,
  /** Taxpayer id, normalized. */
  taxId: text,
  addressPhone: text,
  bankAccount: text,
});
export type Party = Immutable<z.infer<typeof partySchema>>;

/** A line item. Amounts are decimal strings with two digits (`1019.83`), null if not read. */
export const invoiceLineSchema = z.object({
  /** The lines of a wrapped name are joined in reading order without the newline. */
  name: text,
  specification: text,
  unit: text,
  /** Keeps its printed digits. Null if not read; the recognition service reads none. */
  quantity: text,
  /** Keeps its printed digits, at least two. */
  unitPrice: text,
  amount: text,
  /** As printed (`13%`, `免税`). */
  taxRate: text,
  tax: text,
});
export type InvoiceLine = Immutable<z.infer<typeof invoiceLineSchema>>;

/** An invoice in an accountant's terms; the JSON export has the same shape. */
export const invoiceSchema = z.object({
  /** Two digits (`01`, `04`, `10`, `31` …); `99` if unknown. */
  kind: z.string(),
  code: text,
  number: text,
  /** ISO 8601 calendar date. */
  issueDate: text,
  checkCode: text,
  cipherArea: text,
  /** The next six occur in digital invoices; the recognition service reads none of them. */
  remark: text,
  drawer: text,
  payee: text,
  reviewer: text,
  /** Number of the tax control machine. Fully digital invoices have none. */
  machineNumber: text,
  /** For a red invoice: the number of the invoice that it reverses. */
  reverses: text,
  buyer: partySchema,
  seller: partySchema,
  lines: z.array(invoiceLineSchema).readonly(),
  total: text,
  taxTotal: text,
  grossTotal: text,
  /** As read. */
  grossTotalWords: text,
});
export type Invoice = Immutable<z.infer<typeof invoiceSchema>>;

/**
 * The path of a value in an invoice: `code`, `buyer.name`, `total`, or `lines.0.amount` with the line's index
 * from 0. Origins, findings and corrections refer to values by path.
 */
export type FieldPath = string;

/** One change on the way from `raw` to the value; `describeStep` provides its text. */
const stepSchema = z.object({
  id: z.string(),
  from: z.string().exactOptional(),
  to: z.string().exactOptional(),
});
export type Step = Immutable<z.infer<typeof stepSchema>>;

/** Where a value came from, and how it was changed. */
export const originSchema = z.object({
  /** The text as read, before any step. */
  raw: z.string(),
  /** The lowest confidence among the lines it was read from, 0 to 1; null if the response had none. */
  score: z.number().nullable(),
  /** In pixels of the sent picture; for a digital invoice in the units of its page. */
  quad: quadSchema.nullable(),
  /** The page that the quad is on, from 1; left out for the first. */
  page: z.int().positive().exactOptional(),
  /** Of a joined invoice: the page that it is on, from 1; left out for the page that represents the invoice. */
  part: z.int().positive().exactOptional(),
  /**
   * The XML element that it was read from, similar to XPath:
   * `/EInvoice/EInvoiceData/BasicInformation[1]/Drawer[1]`.
   */
  path: z.string().exactOptional(),
  steps: z.array(stepSchema).readonly(),
});
export type Origin = Immutable<z.infer<typeof originSchema>>;

export type Origins = Readonly<Record<FieldPath, Origin>>;

export const checkLevels = ['ok', 'info', 'warn', 'error'] as const;
export type CheckLevel = (typeof checkLevels)[number];
