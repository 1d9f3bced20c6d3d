import { z } from 'zod';
import { facePicturesSchema } from '../face/pictures.ts';
import { languageSchema } from '../language.ts';
import { serviceIdSchema } from '../services/service.ts';
import { pageIds, type Command } from './command.ts';
import { exportChoiceSchema, exportSummarySchema, unresolvedChoices } from './export/choice.ts';
import { exportedSchema } from './export/exported.ts';
import { historyFilterSchema, historyPlaceSchema, recentBatchSchema } from './history.ts';
import { pageSummarySchema } from './page.ts';
import { totalsFormats, totalsGroupings, totalsSchema } from './totals.ts';

/** The history of all extractions, and exports. */
export const exportCommandSchemas = {
  /** Searches all extractions ever made, newest day first; `after` continues where a response ended. */
  'history.search': {
    access: 'read',
    office: 'reviewer',
    input: z
      .object({
        filter: historyFilterSchema,
        after: historyPlaceSchema.nullable(),
        limit: z.int().min(1).max(200),
      })
      .strict(),
    output: z.object({ pages: z.array(pageSummarySchema), next: historyPlaceSchema.nullable() }),
  },
  /** The last batches, newest first. */
  'history.batches': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ limit: z.int().min(1).max(20) }).strict(),
    output: z.object({ batches: z.array(recentBatchSchema) }),
  },
  /** Sums of the recognized invoices that match. */
  'history.totals': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ filter: historyFilterSchema, by: z.enum(totalsGroupings) }).strict(),
    output: totalsSchema,
  },
  /** The invoices in one row of the totals, oldest first. */
  'history.totalled': {
    access: 'read',
    office: 'reviewer',
    input: z
      .object({
        filter: historyFilterSchema,
        by: z.enum(totalsGroupings),
        key: z.string().max(1000).nullable(),
        limit: z.int().min(1).max(1_000),
      })
      .strict(),
    output: z.object({ pages: z.array(pageSummarySchema) }),
  },
  /** Writes the totals as a table. */
  'history.exportTotals': {
    access: 'read',
    office: 'reviewer',
    input: z
      .object({
        filter: historyFilterSchema,
        by: z.enum(totalsGroupings),
        format: z.enum(totalsFormats),
        language: languageSchema,
      })
      .strict(),
    output: exportedSchema,
  },
  /** Writes photos with covered faces, or faces cropped from photos: one picture, or a zip of several. */
  'faces.exportPictures': {
    access: 'read',
    office: 'reviewer',
    input: facePicturesSchema,
    output: exportedSchema,
  },
  /** Open findings in the pages that an export would contain. */
  'pages.summarizeExport': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ service: serviceIdSchema, ids: pageIds.exactOptional() }).strict(),
    output: exportSummarySchema,
  },
  /** Writes an export of the listed pages, by default of all finished pages of the service. */
  'pages.export': {
    access: 'read',
    office: 'reviewer',
    input: z
      .object({
        service: serviceIdSchema,
        ids: pageIds.exactOptional(),
        ...exportChoiceSchema.shape,
        unresolved: z.enum(unresolvedChoices),
      })
      .strict(),
    output: exportedSchema,
  },
  /** Saves a blocked export under the alternative name from its response. */
  'pages.exportBeside': {
    access: 'read',
    input: z.object({ id: z.string().max(100) }).strict(),
    output: exportedSchema,
  },
} as const satisfies Record<string, Command>;
