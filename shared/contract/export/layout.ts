import { z } from 'zod';
import { invoiceColumnIds } from './columns.ts';

/** A custom layout: columns chosen, ordered and renamed by the user, saved by name. */
export const customLayoutSchema = z.object({
  name: z.string().trim().min(1).max(80),
  /** One row per invoice, or one row per line item. */
  rows: z.enum(['invoice', 'line']),
  columns: z
    .array(
      z.object({
        column: z.enum(invoiceColumnIds),
        /** The user's header; the default is the column's own. */
        header: z.string().trim().min(1).max(120).exactOptional(),
      }),
    )
    .min(1)
    .max(100),
});
export type CustomLayout = z.infer<typeof customLayoutSchema>;

/** Saved layouts. Their names are unique. */
export const customLayoutsSchema = z
  .array(customLayoutSchema)
  .max(100)
  .refine((layouts) => new Set(layouts.map(({ name }) => name)).size === layouts.length, {
    message: 'Two layouts have the same name',
  });

/** `vouch` is Vouch's own layout; the other two are those of the tax bureau. */
export const namedLayouts = ['vouch', 'tax-bureau', 'deduction'] as const;
export type NamedLayout = (typeof namedLayouts)[number];

export const layoutSchema = z.union([z.enum(namedLayouts), customLayoutSchema]);
export type Layout = z.infer<typeof layoutSchema>;
