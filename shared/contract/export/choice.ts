import { z } from 'zod';
import { languageSchema } from '../../language.ts';
import { layoutSchema } from './layout.ts';

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
