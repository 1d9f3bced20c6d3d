import { z } from 'zod';
import { invoiceColumnIds } from './columns.ts';

/** A layout of the user's own: columns chosen, ordered and renamed, saved by name. */
export const customLayoutSchema = z.object({
  name: z.string().trim().min(1).max(80),
  /** One row an invoice, or one row a goods line. */
  rows: z.enum(['invoice', 'line']),
  columns: z
    .array(
      z.object({
        column: z.enum(invoiceColumnIds),
        /** The user's word for it; without one the column's own stands. */
        header: z.string().trim().min(1).max(120).exactOptional(),
      }),
    )
    .min(1)
    .max(100),
});
export type CustomLayout = z.infer<typeof customLayoutSchema>;

/** Saved layouts: unlike names, so that each can be found by its own. */
export const customLayoutsSchema = z
  .array(customLayoutSchema)
  .max(100)
  .refine((layouts) => new Set(layouts.map(({ name }) => name)).size === layouts.length, {
    message: 'Two layouts have the same name',
  });

/** `vouch` is the program's own; the other two are those of the tax bureau. */
export const namedLayouts = ['vouch', 'tax-bureau', 'deduction'] as const;
export type NamedLayout = (typeof namedLayouts)[number];

export const layoutSchema = z.union([z.enum(namedLayouts), customLayoutSchema]);
export type Layout = z.infer<typeof layoutSchema>;
