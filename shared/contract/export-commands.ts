import { z } from 'zod';
import { facePicturesSchema } from './export/face-pictures.ts';
import { languageSchema } from '../language.ts';
import { serviceIdSchema } from '../services/service.ts';
import { pageIds, type Command } from './command.ts';
import { exportChoiceSchema, unresolvedChoices, exportedSchema } from './export/exported.ts';
import { exportSummarySchema } from '../review/export-summary.ts';
import { historyFilterSchema } from './history.ts';
import { totalsFormats, totalsGroupings } from '../review/totals.ts';

export const exportCommandSchemas = {
  /** Writes the totals as a table. */
  'history.exportTotals': {
    ledger: 'read',
    office: 'preparer',
    audit: { of: 'office', says: ['filter', 'by', 'format'] },
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
    ledger: 'read',
    office: 'preparer',
    audit: { of: 'named', says: ['what', 'cover'] },
    input: facePicturesSchema,
    output: exportedSchema,
  },
  /** Open findings in the pages that an export would contain. */
  'pages.summarizeExport': {
    ledger: 'read',
    office: 'preparer',
    audit: 'nothing',
    input: z.object({ service: serviceIdSchema, ids: pageIds.exactOptional() }).strict(),
    output: exportSummarySchema,
  },
  /** Writes an export of the listed pages, by default of all finished pages of the service. */
  'pages.export': {
    ledger: 'read',
    office: 'preparer',
    audit: { of: 'named', says: ['service', 'format', 'layout', 'unresolved'] },
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
    ledger: 'read',
    audit: 'nothing',
    input: z.object({ id: z.string().max(100) }).strict(),
    output: exportedSchema,
  },
} as const satisfies Record<string, Command>;
