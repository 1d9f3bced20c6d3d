import { z } from 'zod';
import { invoiceColumnIds } from './column-ids.ts';
import { languageSchema, bilingualSchema } from '../../language.ts';
import { exportSummarySchema } from '../../review/export-summary.ts';

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

const layoutSchema = z.union([z.enum(namedLayouts), customLayoutSchema]);
export type Layout = z.infer<typeof layoutSchema>;

/**
 * `lines-csv`: one row per line item; `annotated`: one picture per page, with the extraction drawn over it.
 */
export const exportFormats = ['xlsx', 'csv', 'lines-csv', 'json', 'annotated'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const exportEncodings = ['utf8', 'gb18030'] as const;
export type ExportEncoding = (typeof exportEncodings)[number];

export const exportChoiceSchema = z.object({
  format: z.enum(exportFormats),
  /** For tables of invoices; other formats have only one layout. */
  layout: layoutSchema,
  encoding: z.enum(exportEncodings),
  /** Whether a table of faces contains feature points; true by default. */
  points: z.boolean().exactOptional(),
  language: languageSchema,
});
export type ExportChoice = z.infer<typeof exportChoiceSchema>;

/**
 * The user's choice for pages with open findings. `ask`: write nothing if there are any; `keep`: export them
 * with their marks. The others leave out pages with errors (or not recognized), or pages with any open
 * finding.
 */
export const unresolvedChoices = ['ask', 'keep', 'leave-errors', 'leave-findings'] as const;
export type UnresolvedChoice = (typeof unresolvedChoices)[number];

/** Pages in the export, and pages that were left out by the user or have no picture to draw on. */
const exportedPages = {
  pages: z.int(),
  leftOut: z.int(),
  /** For anonymous photos: faces without a known place, which are not covered. */
  uncovered: z.int().exactOptional(),
  /** For pictures of faces: photos whose file was unavailable, so that the sent picture was used. */
  smaller: z.int().exactOptional(),
};

export const exportedSchema = z.discriminatedUnion('kind', [
  /** Written to the path that the user chose: a file, or a folder of pictures. */
  z.object({ kind: z.literal('saved'), path: z.string(), ...exportedPages }),
  /** The browser fetches it once by its id and saves it. */
  z.object({ kind: z.literal('download'), id: z.string(), name: z.string(), ...exportedPages }),
  z.object({ kind: z.literal('cancelled') }),
  /** Nothing is written: some pages have open findings, and the user must decide about them. */
  z.object({ kind: z.literal('undecided'), summary: exportSummarySchema }),
  /** The path is blocked; `pages.exportBeside` can save the export next to it. */
  z.object({
    kind: z.literal('blocked'),
    id: z.string(),
    path: z.string(),
    otherPath: z.string(),
    message: bilingualSchema,
    remedy: bilingualSchema,
    /** The system's own code, for support. */
    details: z.string().exactOptional(),
  }),
]);
export type Exported = z.infer<typeof exportedSchema>;
