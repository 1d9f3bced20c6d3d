import { z } from 'zod';
import { done, pageIds, type Command } from './command.ts';
import { pageIdSchema, pageSummarySchema } from './page.ts';
import { serviceIdSchema } from '../services/service.ts';

/** The most documents that a list of the bin has. */
export const mostBinned = 1_000;

const removedSchema = z.object({
  page: pageSummarySchema,
  /** When it was put into the bin: ISO 8601 instant. */
  at: z.string(),
  /** Who did that, in an office; null if unknown. */
  by: z.string().nullable(),
});
export type RemovedPage = z.infer<typeof removedSchema>;

export const binCommandSchemas = {
  /**
   * Puts pages into the bin, where they count nowhere. Nothing of them is deleted. Pages of one invoice go together.
   * Refused for what is booked or archived.
   */
  'pages.remove': {
    ledger: 'write',
    contends: 'bin',
    office: 'approver',
    audit: { of: 'changed' },
    input: z.object({ ids: pageIds }).strict(),
    output: done,
  },
  /** Deletes pages that the user just added, if nothing was sent and nobody worked on them. Others stay. */
  'pages.withdraw': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    audit: { of: 'changed' },
    input: z.object({ ids: pageIds }).strict(),
    output: done,
  },
  /** What is in the bin: all, the last removed first; or some pages of it. `count` is how much there is. */
  'pages.bin': {
    ledger: 'read',
    office: 'viewer',
    audit: 'nothing',
    input: z
      .object({ service: serviceIdSchema, ids: z.array(pageIdSchema).max(mostBinned).exactOptional() })
      .strict(),
    output: z.object({ removed: z.array(removedSchema), count: z.int() }),
  },
  /** Takes pages from the bin, with their data and reviews as they were. */
  'pages.restore': {
    ledger: 'write',
    contends: 'bin',
    office: 'approver',
    audit: { of: 'changed' },
    input: z.object({ ids: pageIds }).strict(),
    output: done,
  },
  /** Deletes pages of the bin for good with all their data, but not the files they came from. Leaves out others. */
  'pages.purge': {
    ledger: 'write',
    contends: 'bin',
    office: 'administrator',
    audit: { of: 'changed' },
    input: z.object({ ids: pageIds }).strict(),
    output: done,
  },
} as const satisfies Record<string, Command>;
