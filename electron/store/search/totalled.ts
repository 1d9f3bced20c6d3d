import { z } from 'zod';
import type { TotalsGrouping } from '../../../shared/contract/totals.ts';
import { countedInvoices, totalsKeys, type TotalledInvoice } from '../../../shared/review/totals.ts';

const text = z.string().nullable();
const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((value): unknown => JSON.parse(value))
    .pipe(schema);
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
  tags: json(z.array(z.string())),
  rates: json(z.array(z.tuple([z.string(), z.int(), z.int()]))),
});

/** The columns of `results` and `pages` that totals are made from, in both engines. */
export const totalledColumns = `results.page, pages.sandbox, results.review, results.kind, results.code, results.number,
  results.issue_date, results.seller, results.total, results.tax_total, results.gross_total, results.tags, results.rates`;

export const totalledInvoice = (value: unknown): TotalledInvoice => {
  const { sandbox, review, issue_date, tax_total, gross_total, ...row } = rowSchema.parse(value);
  return {
    ...row,
    isSandbox: sandbox === 1,
    isAside: review === 'aside',
    issueDate: issue_date,
    taxTotal: tax_total,
    grossTotal: gross_total,
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
