import { z } from 'zod';
import { exportRecordSchema } from './export/record.ts';
import { quadSchema } from '../geometry.ts';
import { checkGroups } from '../invoice/check-groups.ts';
import { readerIds, sealStates } from '../invoice/extraction.ts';
import { saids } from '../invoice/field-corrections.ts';
import { findingSchema } from '../invoice/finding.ts';
import { preparationSchema } from './preparation.ts';
import { failureSchema } from '../services/failure.ts';
import { imageEncodingSchema, serviceIdSchema } from '../services/service.ts';

/** What the window is told about a page, each record with its schema. Ids are opaque. */
export const pageIdSchema = z.int().positive();
export type PageId = z.infer<typeof pageIdSchema>;

/**
 * waiting: in the queue; calling: a request is under way; interrupted: the program ended during the call, which may
 * have been paid; the rest are ends.
 */
export const pageStates = ['waiting', 'calling', 'interrupted', 'cancelled', 'recognized', 'failed'] as const;
export const pageStateSchema = z.enum(pageStates);
export type PageState = (typeof pageStates)[number];

/** A row of the list. */
export const pageSummarySchema = z.object({
  id: pageIdSchema,
  service: serviceIdSchema,
  /** Pages of one file have it in common. */
  document: z.int(),
  /** Waits for the user's word before it is sent. */
  held: z.boolean(),
  /** The file's name, for reading. */
  name: z.string(),
  /** Page number from 1, and how many the file has. */
  page: z.int().positive(),
  pageCount: z.int().positive(),
  state: pageStateSchema,
  /** Of a recognized page: why recognizing it once more failed; what is shown was read before. */
  failure: failureSchema.nullable(),
  /** The answer is sandbox data, not the service's. */
  sandbox: z.boolean(),
  /** What the photo was or will be asked for beside its faces; null for an invoice. */
  asked: z.object({ points: z.boolean(), attributes: z.boolean() }).nullable(),
  /** A call for the page may have been billed without its answer having been kept. */
  maybePaid: z.boolean(),
  /** Answered from an earlier call with the same bytes and options. */
  reused: z.boolean(),
  /** ISO 8601 instants. */
  addedAt: z.string(),
  finishedAt: z.string().nullable(),
  /** When the answer that is shown came; null where none is shown. */
  answeredAt: z.string().nullable(),
  /** When it was last in an export; null where it never was. */
  exportedAt: z.string().nullable(),
  /** Whether there is a picture to show (a file that is no picture has none). */
  hasPicture: z.boolean(),
  /** Tells one picture of the page from the next, which is made when the page is turned or masked. */
  pictureKey: z.string().nullable(),
  /** What tells one row from another: the seller and the total, or the number of faces. */
  /** Who extracted what is shown; null where nothing is. */
  reader: z.enum(readerIds).nullable(),
  /** Of a digital invoice that is signed. */
  seal: z.enum(sealStates).nullable(),
  headline: z.object({
    /** Two digits, as in shared/invoice/kind.ts. */
    kind: z.string().nullable(),
    code: z.string().nullable(),
    seller: z.string().nullable(),
    buyer: z.string().nullable(),
    number: z.string().nullable(),
    issueDate: z.string().nullable(),
    /** Without tax, the tax, and with tax: decimals with two digits, or what was typed in their place. */
    total: z.string().nullable(),
    taxTotal: z.string().nullable(),
    grossTotal: z.string().nullable(),
    faces: z.int().nullable(),
  }),
  /** How the user marked it; an edit after the mark opens it again. */
  review: z.enum(['open', 'confirmed', 'aside']),
  /** Open findings by level; none until checks have run, and none on a confirmed page. */
  doubts: z.object({ warn: z.int(), error: z.int() }),
  /** Errors that the page was confirmed with. */
  confirmedErrors: z.int(),
  /** What the user added: tags in the order in which they were given, and a note. */
  tags: z.array(z.string()),
  note: z.string().nullable(),
  /** What the failed checks are about. */
  failedGroups: z.array(z.enum(checkGroups)),
});
export type PageSummary = z.infer<typeof pageSummarySchema>;

/** The bytes that were sent. */
export const sentSchema = z.object({
  encoding: imageEncodingSchema,
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  sha256: z.string(),
});
export type Sent = z.infer<typeof sentSchema>;

/** Lists that nobody changes in place: the models' own types say so. */
const list = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();

const textLineSchema = z.object({
  text: z.string(),
  quad: quadSchema.nullable(),
  angle: z.number().nullable(),
  score: z.number().nullable(),
});
const textBlockSchema = z.object({
  key: z.string(),
  value: z.string().nullable(),
  recognized: z.boolean(),
  quad: quadSchema.nullable(),
  lines: list(textLineSchema),
});
export const regionSchema = z.object({
  id: z.string(),
  type: z.string(),
  quad: quadSchema.nullable(),
  blocks: list(textBlockSchema),
});

const text = z.string().nullable();
const partySchema = z.object({ name: text, taxId: text, addressPhone: text, bankAccount: text });
export const invoiceLineSchema = z.object({
  name: text,
  specification: text,
  unit: text,
  quantity: text,
  unitPrice: text,
  amount: text,
  taxRate: text,
  tax: text,
});
export const invoiceSchema = z.object({
  kind: z.string(),
  code: text,
  number: text,
  issueDate: text,
  checkCode: text,
  cipherArea: text,
  remark: text,
  drawer: text,
  payee: text,
  reviewer: text,
  machineNumber: text,
  reverses: text,
  buyer: partySchema,
  seller: partySchema,
  lines: list(invoiceLineSchema),
  total: text,
  taxTotal: text,
  grossTotal: text,
  grossTotalWords: text,
});
/** What a rail or air e-ticket has beside its invoice. */
export const ticketSchema = z.object({
  type: z.enum(['rail', 'air']),
  number: text,
  passenger: text,
  passengerId: text,
  from: text,
  to: text,
  date: text,
  vehicle: text,
  class: text,
  fare: text,
  fuelSurcharge: text,
  fund: text,
  otherTaxes: text,
});
const journeySchema = ticketSchema.pick({
  passenger: true,
  passengerId: true,
  from: true,
  to: true,
  date: true,
  class: true,
  vehicle: true,
});
export const originSchema = z.object({
  raw: z.string(),
  score: z.number().nullable(),
  quad: quadSchema.nullable(),
  page: z.int().positive().exactOptional(),
  path: z.string().exactOptional(),
  steps: list(z.object({ id: z.string(), from: z.string().exactOptional(), to: z.string().exactOptional() })),
});
/** What the user did with a field, as the event that did it; the extraction itself is never changed. */
export const fieldCorrectionSchema = z.object({
  /** Of the event. */
  id: z.int(),
  field: z.string(),
  /** Null empties the field. */
  value: z.string().nullable(),
  at: z.string(),
  said: z.enum(saids),
});
export type FieldCorrection = z.infer<typeof fieldCorrectionSchema>;

/** A field that the user changed, and that is read otherwise now: read before, the user's, read now. */
const conflictSchema = z.object({ field: z.string(), before: text, mine: text, now: text });

/** All that the window shows of one page. */
export const pageDetailSchema = z.object({
  summary: pageSummarySchema,
  sent: sentSchema.nullable(),
  /** How it came from the file; null until it was made. */
  preparation: preparationSchema.nullable(),
  /** Session id of the call, for support. */
  sid: z.string().nullable(),
  /** The files that hold this very invoice, its own first; empty for a picture. */
  renditions: list(z.object({ name: z.string(), format: z.string(), sha256: z.string() })),
  /** The signatures in one sentence; null where there are none. */
  sealText: z.object({ zh: z.string(), en: z.string() }).nullable(),
  /** Present for vat-invoice pages that were recognized. */
  invoice: z
    .object({
      /** With the corrections in place. */
      value: invoiceSchema,
      ticket: ticketSchema.nullable(),
      journeys: list(journeySchema),
      origins: z.record(z.string(), originSchema),
      regions: list(regionSchema),
      checks: list(findingSchema),
      /** What the user said of fields, oldest first, as they are called now. */
      corrections: list(fieldCorrectionSchema),
      /** What a reading that was made again is at odds with, until the user chooses. */
      conflicts: list(conflictSchema),
      /** The lines where their edits can't be done on the new reading: those read before have them until the user chooses. */
      linesConflict: z.object({ before: list(invoiceLineSchema), now: list(invoiceLineSchema) }).nullable(),
      /** Whether the goods lines are not as they were read. */
      linesEdited: z.boolean(),
    })
    .nullable(),
  /** Present for face-detect pages that were recognized; the faces themselves travel packed (face/pack.ts). */
  faces: z.object({ count: z.int() }).nullable(),
  /** The last exports that it was in, newest first, and whether what it says has changed since the last. */
  exports: z.object({ last: list(exportRecordSchema), isChangedSince: z.boolean() }),
  /** Whether an edit can be taken back, and one that was taken back be had again. */
  history: z.object({ canUndo: z.boolean(), canRedo: z.boolean() }),
});
export type PageDetail = z.infer<typeof pageDetailSchema>;
