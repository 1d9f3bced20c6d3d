import { z } from 'zod';
import type { TotalsGrouping } from '../../../shared/contract/totals.ts';
import { countedInvoices, totalsKeys, type TotalledInvoice } from '../../../shared/review/totals.ts';

const text = z.string().nullable();
const rowSchema = z.object({
  page: z.int(),
  sandbox: z.int(),
  review: z.string(),
  kind: text,
  code: text,
  number: text,
  issue_date: text,
  seller: text,
  total: text,
  tax_total: text,
  gross_total: text,
  tags: z.string(),
  rates: z.string(),
});
const tagsSchema = z.array(z.string());
const ratesSchema = z.array(z.tuple([z.string(), z.int(), z.int()]));

/** The rows of a JSON list. Most lists are empty, and a ledger has 100,000 of them. */
const listOf = <Row>(schema: z.ZodType<readonly Row[]>, value: string): readonly Row[] =>
  value === '[]' ? [] : schema.parse(JSON.parse(value));

/** The columns of `results` and `pages` that a grouping is made from, in both engines. */
export const totalledColumns = (by: TotalsGrouping): string =>
  `results.page, pages.sandbox, results.review, results.kind, results.code, results.number,
  results.issue_date, results.seller, results.total, results.tax_total, results.gross_total,
  ${by === 'tag' ? 'results.tags' : `'[]'`} AS tags, ${by === 'rate' ? 'results.rates' : `'[]'`} AS rates`;

export const totalledInvoice = (value: unknown): TotalledInvoice => {
  const row = rowSchema.parse(value);
  return {
    page: row.page,
    isSandbox: row.sandbox === 1,
    isAside: row.review === 'aside',
    kind: row.kind,
    code: row.code,
    number: row.number,
    issueDate: row.issue_date,
    seller: row.seller,
    total: row.total,
    taxTotal: row.tax_total,
    grossTotal: row.gross_total,
    tags: listOf(tagsSchema, row.tags),
    rates: listOf(ratesSchema, row.rates),
  };
};

/** The pages in one row of the totals, in their order. */
export const pagesTotalled = (
  invoices: readonly TotalledInvoice[],
  by: TotalsGrouping,
  key: string | null,
  limit: number,
): readonly number[] =>
  countedInvoices(invoices)
    .counted.filter((invoice) => totalsKeys(invoice, by).includes(key))
    .slice(0, limit)
    .map(({ page }) => page);
