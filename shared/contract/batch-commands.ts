import { type PageSummary, pageDetailSchema, pageIdSchema } from './page.ts';
import { z } from 'zod';
import { bilingualSchema } from '../language.ts';
import { plainFields } from '../invoice/fields.ts';
import { digestSchema, tagSchema } from '../review/event.ts';
import { reviewStates } from '../review/replay.ts';
import { serviceIdSchema } from '../services/service.ts';
import { needs, pageIds, versionSchema, type Command } from './command.ts';
import { markSchema } from './page-commands.ts';

/**
 * Whether an invoice can be confirmed without review: recognized, not marked, compared with its picture, and without
 * an open warning or error. Notes don't count, such as a missing seal or a red invoice whose original is not here.
 */
export const isClean = ({ service, state, review, findings, failure, awaitsWitness }: PageSummary): boolean =>
  service === 'vat-invoice' &&
  state === 'recognized' &&
  failure === null &&
  review === 'open' &&
  !awaitsWitness &&
  findings.warn + findings.error === 0;

/** The changes that an undo reverted or a redo restored. */
const undoneSchema = z.object({
  service: serviceIdSchema,
  /** The pages, in the order in which they were added. */
  pages: z.array(pageIdSchema),
  change: z.enum([
    'correct',
    'lines',
    'revert',
    'keep',
    'faces',
    'review',
    'accept',
    'tag',
    'note',
    'join',
    'split',
    'pair',
    'other',
  ]),
  /** The field concerned; null if there is none. */
  field: z.string().nullable(),
  mark: z.enum(reviewStates).nullable(),
});
export type Undone = z.infer<typeof undoneSchema>;

/**
 * The versions of several pages, in the order of their ids. Pages with a contradicting change by another user are
 * skipped.
 */
const versionsSchema = z.array(versionSchema).max(100_000);

/** Pages that were skipped because they have just changed; null if there are none. */
const metSchema = z
  .object({
    pages: z.array(pageIdSchema),
    message: bilingualSchema,
    remedy: bilingualSchema.nullable(),
  })
  .nullable();
export type MetPages = z.infer<typeof metSchema>;

/** Fields of an invoice outside of its lines. */
const typedFields: ReadonlySet<string> = new Set(plainFields.map(({ path }) => path));

/** A value typed into a cell of the table; null empties the field. `version` is the page's as it was shown. */
const typedCellSchema = z
  .object({
    id: pageIdSchema,
    version: versionSchema,
    field: z.string().refine((field) => typedFields.has(field)),
    value: z.string().max(10_000).nullable(),
  })
  .strict();
export type TypedCell = z.infer<typeof typedCellSchema>;

/** The most cells that are typed in one step. */
export const mostCells = 20_000;

/** Maximum bytes of a batch command as JSON: 100,000 pages with their digests, or all cells with long values. */
export const mostBatchBytes = 32_000_000;

/** The review of several pages as one step, and what a user adds to one page besides values. */
export const batchCommandSchemas = {
  /**
   * Reviews several recognized pages as one undo step and skips others. `onlyClean` also skips pages that
   * are confirmed or set aside, or have an open warning or error. `digests` are those of the listed data, in the
   * order of the ids: pages with other data are not confirmed. The response lists the changed pages.
   */
  'batch.review': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    audit: { of: 'changed', says: ['mark', 'onlyClean'] },
    officeAbove: needs('approver', markSchema, ({ mark }) => mark === 'confirmed'),
    sentAgain: 'kept',
    input: z
      .object({
        ids: pageIds,
        mark: z.enum(reviewStates),
        onlyClean: z.boolean(),
        versions: versionsSchema,
        digests: z.array(digestSchema.nullable()).max(100_000),
      })
      .strict(),
    output: z.object({ changed: z.array(pageIdSchema), met: metSchema }),
  },
  /** Adds and removes tags on several pages, as one undo step. */
  'batch.tag': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    audit: { of: 'changed', says: ['add', 'remove'] },
    sentAgain: 'kept',
    input: z
      .object({
        ids: pageIds,
        add: z.array(tagSchema).max(20),
        remove: z.array(tagSchema).max(100),
        versions: versionsSchema,
      })
      .strict(),
    output: z.object({ met: metSchema }),
  },
  /**
   * Corrects values of several invoices as one undo step, and skips pages that are none. The response lists the
   * changed pages.
   */
  'batch.correct': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    audit: { of: 'changed' },
    sentAgain: 'kept',
    input: z.object({ cells: z.array(typedCellSchema).min(1).max(mostCells) }).strict(),
    output: z.object({ changed: z.array(pageIdSchema), met: metSchema }),
  },
  /** Saves a note on a page; null removes it. */
  'pages.note': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    audit: { of: 'changed' },
    sentAgain: 'page',
    input: z
      .object({ id: pageIdSchema, text: z.string().max(2000).nullable(), version: versionSchema })
      .strict(),
    output: pageDetailSchema,
  },
  /**
   * Pairs a paper with its invoice, or says that it belongs to none. Answers with the details of the shown page, which is one
   * of them.
   */
  'pages.pair': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    audit: { of: 'changed' },
    sentAgain: 'page',
    input: z
      .object({
        id: pageIdSchema,
        invoice: pageIdSchema.nullable(),
        shown: pageIdSchema,
        version: versionSchema,
      })
      .strict(),
    output: pageDetailSchema,
  },
  /** Settles the open findings of a field: the user accepts its value. */
  'pages.accept': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    audit: { of: 'changed', says: ['field'] },
    sentAgain: 'page',
    input: z.object({ id: pageIdSchema, field: z.string().max(100), version: versionSchema }).strict(),
    output: pageDetailSchema,
  },
  /**
   * Takes back or restores the user's last action, on any page. It is not sent again: after a lost answer it could take
   * back a further step.
   */
  'batch.undo': {
    ledger: 'write',
    contends: 'undo',
    office: 'preparer',
    audit: { of: 'changed', says: ['redo'] },
    input: z.object({ redo: z.boolean() }).strict(),
    output: undoneSchema,
  },
} as const satisfies Record<string, Command>;
