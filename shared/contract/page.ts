import { z } from 'zod';
import { bilingualSchema } from '../language.ts';
import { exportRecordSchema } from './export/record.ts';
import { invoiceSides } from '../books/side.ts';
import { booksStateSchema } from '../books/books-state.ts';
import type { Immutable } from '../members.ts';
import { businesses } from '../invoice/business.ts';
import { checkGroups } from '../invoice/check-groups.ts';
import { showsInvoice } from '../invoice/counted-once.ts';
import {
  journeySchema,
  readerIds,
  sealStates,
  specialBlockSchema,
  ticketSchema,
} from '../invoice/extraction.ts';
import { signerStates } from '../invoice/signer.ts';
import { correctionKinds } from '../invoice/field-corrections.ts';
import { findingSchema } from '../invoice/finding.ts';
import { invoiceSchema, originSchema } from '../invoice/model.ts';
import { paperSchema } from '../invoice/paper.ts';
import { digestSchema } from '../review/event.ts';
import { conflictSchema, linesConflictSchema } from '../review/merge-extractions.ts';
import { preparationSchema } from './preparation.ts';
import { mailHeadSchema } from './mail-head.ts';
import { failureSchema } from '../services/failure.ts';
import { regionSchema } from '../services/regions.ts';
import { imageEncodingSchema, serviceIdSchema } from '../services/service.ts';

/** The page records that the window receives, each with its schema. Ids are opaque. */
export const pageIdSchema = z.int().positive();
export type PageId = z.infer<typeof pageIdSchema>;

/**
 * waiting: in the queue; calling: a request is in progress; interrupted: the program ended during the call,
 * which may have been billed. All others are final.
 */
export const pageStates = ['waiting', 'calling', 'interrupted', 'cancelled', 'recognized', 'failed'] as const;
export const pageStateSchema = z.enum(pageStates);
export type PageState = (typeof pageStates)[number];

/** Whether a page is marked as demo data. A file that could not be opened has no data. */
export const isMarkedDemo = ({ demo, failure }: Pick<PageSummary, 'demo' | 'failure'>): boolean =>
  demo && failure?.kind !== 'input';

type Listed = Pick<PageSummary, 'failedGroups' | 'headline'>;

/** Whether a page is a blank back or sheet, on which the user has typed no value: it is set apart. */
export const isBlankPage = ({ failedGroups, headline }: Listed): boolean =>
  failedGroups.includes('blank') && !showsInvoice(headline);

/** Whether a page is blank, or another paper, on which the user has typed no value that makes it an invoice. */
export const isNoInvoicePage = (page: Listed): boolean => page.headline.paper !== null || isBlankPage(page);

/** Where a page stands in its file, such as `2/3`, or `#2` for the second invoice on a page; null for a whole file. */
export const placeInFile = ({
  page,
  pageCount,
  part,
}: {
  readonly page: number;
  readonly pageCount: number;
  readonly part: number;
}): string | null => {
  const places = [...(pageCount > 1 ? [`${page}/${pageCount}`] : []), ...(part > 0 ? [`#${part}`] : [])];
  return places.length === 0 ? null : places.join(' ');
};

/** A row of the list. */
export const pageSummarySchema = z.object({
  id: pageIdSchema,
  service: serviceIdSchema,
  /** All pages of one file have the same document id. */
  document: z.int(),
  /** Waits for the user's approval before it is sent. */
  held: z.boolean(),
  /** The file's name, for display. */
  name: z.string(),
  /** Page number from 1, and the number of pages in the file. */
  page: z.int().positive(),
  pageCount: z.int().positive(),
  /** Which of several invoices on its page it is, from 1; 0 for the whole page. */
  part: z.int().nonnegative(),
  state: pageStateSchema,
  /** For a recognized page: why the last new recognition failed. The displayed data is older. */
  failure: failureSchema.nullable(),
  /** The data comes from the sandbox, not from the service. */
  sandbox: z.boolean(),
  /** Demo data: read by the sandbox, or a sample. The books never use it. */
  demo: z.boolean(),
  /** Optional data requested for a photo besides its faces; null for an invoice. */
  asked: z.object({ points: z.boolean(), attributes: z.boolean() }).nullable(),
  /** A call for the page may have been billed although its response was not saved. */
  maybePaid: z.boolean(),
  /** The response of an earlier call with the same bytes and options was reused. */
  reused: z.boolean(),
  /** ISO 8601 instants. */
  addedAt: z.string(),
  finishedAt: z.string().nullable(),
  /** When the displayed response arrived; null if there is none. */
  answeredAt: z.string().nullable(),
  /** Instant of its last export; null if it was never exported. */
  exportedAt: z.string().nullable(),
  /** Whether there is a picture to show (a file that is not a picture has none). */
  hasPicture: z.boolean(),
  /** Identifies the current picture of the page. It changes when the page is rotated, cropped or masked. */
  pictureKey: z.string().nullable(),
  /** The reader of the displayed data; null if there is none. */
  reader: z.enum(readerIds).nullable(),
  /** For a signed digital invoice. */
  seal: z.enum(sealStates).nullable(),
  /** The values that distinguish rows: the seller and the total, or the number of faces. */
  headline: z.object({
    /** Two digits, as in shared/invoice/kind.ts. */
    kind: z.string().nullable(),
    code: z.string().nullable(),
    seller: z.string().nullable(),
    sellerTaxId: z.string().nullable(),
    buyer: z.string().nullable(),
    buyerTaxId: z.string().nullable(),
    number: z.string().nullable(),
    issueDate: z.string().nullable(),
    /** Without tax, the tax, and with tax: decimals with two digits, or the text typed instead. */
    total: z.string().nullable(),
    taxTotal: z.string().nullable(),
    grossTotal: z.string().nullable(),
    faces: z.int().nullable(),
    /** Seen from the own companies; null until derived. */
    side: z.enum(invoiceSides).nullable(),
    /** What was traded; null if nothing names it, or until derived. */
    business: z.enum(businesses).nullable(),
    /** The tax rates of its lines as printed, each once. */
    rates: z.array(z.string()),
    /** What it is and states instead of an invoice; null for any other page. */
    paper: paperSchema.nullable(),
  }),
  /** The state that the user has set; a later edit opens the page again. */
  review: z.enum(['open', 'confirmed', 'aside']),
  /** The digest of its data; null until it is derived. A confirmation of several pages includes that of each. */
  digest: digestSchema.nullable(),
  /** Open findings by level; none before the checks have run, and none on a confirmed page. */
  findings: z.object({ warn: z.int(), error: z.int() }),
  /** Its picture was not yet searched for codes, or not compared with the data of its file: more may be found. */
  awaitsWitness: z.boolean(),
  /** Number of errors when the page was confirmed. */
  confirmedErrors: z.int(),
  /** Added by the user: tags in the order in which they were added, and a note. */
  tags: z.array(z.string()),
  note: z.string().nullable(),
  /** The topics of the failed checks. */
  failedGroups: z.array(z.enum(checkGroups)),
  /** How its invoice was verified, booked and archived. */
  books: booksStateSchema,
  /** The number of its review events. A change on several pages includes the version that was shown of each. */
  version: z.int(),
  /** It was rotated, cropped or masked. Its earlier picture and extraction are kept until the new result arrives. */
  hasEarlier: z.boolean(),
  /** The page that represents its joined invoice, which may be itself; null if it is not joined. */
  joinedTo: pageIdSchema.nullable(),
  /** All pages of its joined invoice in their order; empty if it is not joined. */
  joined: z.array(pageIdSchema),
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

/** Lists are readonly, as in the types of the models. */
const list = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();

/** A page of a joined invoice. */
const invoicePageSchema = z.object({
  id: pageIdSchema,
  name: z.string(),
  /** The path as given, or the name if there was no path. */
  source: z.string(),
  /** Its number in its file, from 1. */
  page: z.int().positive(),
  hasPicture: z.boolean(),
  pictureKey: z.string().nullable(),
  sent: sentSchema.nullable(),
  /** How its picture was made from the file; null if it was not made yet. */
  preparation: preparationSchema.nullable(),
  /** It was rotated, cropped or masked, and waits until the user sends it. */
  held: z.boolean(),
  /** The earlier result, which is restored if the user does not send it. */
  hasEarlier: z.boolean(),
  regions: list(regionSchema),
});
export type JoinedPage = Immutable<z.infer<typeof invoicePageSchema>>;

/** A change of a field by the user, with the id of the event; the extraction itself never changes. */
const fieldCorrectionSchema = z.object({
  /** Of the event. */
  id: z.int(),
  field: z.string(),
  /** Null empties the field. */
  value: z.string().nullable(),
  at: z.string(),
  kind: z.enum(correctionKinds),
  /** The author of the event. */
  by: z.string().exactOptional(),
});
export type FieldCorrection = Immutable<z.infer<typeof fieldCorrectionSchema>>;

/** An invoice after normalization, with the corrections applied. */
const reviewedInvoiceSchema = z.object({
  value: invoiceSchema,
  ticket: ticketSchema.nullable(),
  /** For an invoice for passenger transport, and for the segments of an air ticket. */
  journeys: list(journeySchema),
  /** The other blocks of an invoice for special business. */
  special: list(specialBlockSchema),
  /** What it is instead of an invoice; absent for an invoice. */
  paper: paperSchema.exactOptional(),
  origins: z.record(z.string(), originSchema),
  regions: list(regionSchema),
  checks: list(findingSchema),
  /** The user's changes of fields, oldest first, under the fields' current names. */
  corrections: list(fieldCorrectionSchema),
  /** Differences to a newer extraction that the user has not decided yet. */
  conflicts: list(conflictSchema),
  linesConflict: linesConflictSchema.nullable(),
  /** Whether the line items differ from the extraction. */
  linesEdited: z.boolean(),
  /** The pages of a joined invoice in their order; empty for an invoice on one page. */
  pages: list(invoicePageSchema),
  /** The page of each line of a joined invoice, from 1; empty for an invoice on one page. */
  linePages: list(z.int().positive()),
});
export type ReviewedInvoice = Immutable<z.infer<typeof reviewedInvoiceSchema>>;

/** A paper or an invoice that a page is or could be paired with. */
const pairedPageSchema = z.object({
  id: pageIdSchema,
  version: z.int(),
  name: z.string(),
  number: z.string().nullable(),
  /** ISO date. */
  day: z.string().nullable(),
  /** Whether a user paired them. */
  isChosen: z.boolean(),
});
export type PairedPage = z.infer<typeof pairedPageSchema>;

/** Everything that the window shows of one page. */
const text = z.string().nullable();

export const pageDetailSchema = z.object({
  /** The mail that its file came with; null if it came with none. */
  mail: mailHeadSchema.nullable(),
  summary: pageSummarySchema,
  /** The number of its review events. An edit includes the version that it was made on. */
  version: z.int(),
  /** The digest of the data below; null if there is none. A confirmation includes it. */
  digest: digestSchema.nullable(),
  sent: sentSchema.nullable(),
  /** How its picture was made from the file; null if it was not made yet. */
  preparation: preparationSchema.nullable(),
  /** Session id of the call, for support. */
  sid: z.string().nullable(),
  /** All files with this invoice, the page's own first; empty for a picture. */
  renditions: list(z.object({ name: z.string(), format: z.string(), sha256: z.string() })),
  /** The state of the signatures in one sentence, or that there are none; null for files that can't be sealed. */
  sealText: bilingualSchema.nullable(),
  /** Who sealed the file, one entry for each signature. */
  signers: list(
    z.object({
      text: bilingualSchema,
      name: z.string().nullable(),
      /** Fingerprint of the signer's key, if its signature was verified. */
      key: z.string().nullable(),
      signer: z.enum(signerStates),
      /** The certificates from the signer's upwards, as the file contains them. */
      chain: list(z.object({ subject: text, issuer: text, from: text, until: text })),
    }),
  ),
  /** Present for vat-invoice pages that were recognized. */
  invoice: reviewedInvoiceSchema.nullable(),
  /** Invoices that are further pages of this one by number and totals; the user decides. */
  joinOffers: list(z.object({ id: pageIdSchema, name: z.string() })),
  /** The invoice of a paper, or the papers of an invoice; null for a page that is never paired. */
  pairing: z
    .object({ isPaper: z.boolean(), paired: list(pairedPageSchema), offers: list(pairedPageSchema) })
    .nullable(),
  /**
   * Present for face-detect pages that were recognized; the faces themselves are sent packed (face/pack.ts).
   */
  faces: z.object({ count: z.int() }).nullable(),
  /** The last exports that include the page, newest first, and whether its data has changed since. */
  exports: z.object({ last: list(exportRecordSchema), isChangedSince: z.boolean() }),
  /** Who confirmed the invoice, if it is confirmed, and who accepted findings of which fields. */
  marks: list(
    z.object({
      kind: z.enum(['confirm', 'accept']),
      by: z.string(),
      at: z.string(),
      fields: list(z.string()),
    }),
  ),
  /** Whether an edit can be undone, and whether an undone edit can be restored. */
  history: z.object({ canUndo: z.boolean(), canRedo: z.boolean() }),
});
export type PageDetail = z.infer<typeof pageDetailSchema>;
