import { z } from 'zod';
import { exportRecordSchema, recordedLayoutSchema } from '../../../shared/contract/export/record.ts';
import { readerIds, type InvoiceExtraction } from '../../../shared/invoice/extraction.ts';
import { decodeChange, type ReviewEvent } from '../../../shared/review/event.ts';
import { imageEncodingSchema, serviceIdSchema } from '../../../shared/services/service.ts';
import { lookalikeName } from './review.ts';

/** Rows of the ledger, as both engines return them. */

export const pageIdRow = z.object({ page: z.int() });

export const placeRow = z.object({ day: z.string(), page: z.int() });

export const droppedRow = z.object({ sha256: z.string(), encoding: imageEncodingSchema });

/** Documents and their pages. */

export const fileRow = z.object({
  id: z.int(),
  service: serviceIdSchema,
  sandbox: z.int().transform((value) => value === 1),
  path: z.string(),
});

export const renditionRow = z.object({
  id: z.int(),
  name: z.string(),
  path: z.string().nullable(),
  sha256: z.string(),
  format: z.string(),
  bytes: z.int(),
  addedAt: z.string(),
});

export const shownFileRow = renditionRow.pick({ name: true, format: true, sha256: true });

const isExtraction = (value: unknown): value is InvoiceExtraction =>
  typeof value === 'object' && value !== null && 'invoice' in value && 'origins' in value;

const parsedOrNothing = (value: string): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
};

export const extractionRow = z.object({
  id: z.int(),
  page: z.int(),
  reader: z.enum(readerIds),
  version: z.int(),
  createdAt: z.string(),
  callId: z.int().nullable(),
  picture: z.string().nullable(),
  qr: z.string().nullable(),
  payload: z.string().transform(parsedOrNothing).pipe(z.custom<InvoiceExtraction>(isExtraction)).nullable(),
});

export const exportRow = z.object({
  ...exportRecordSchema.shape,
  layout: z
    .string()
    .transform((value): unknown => JSON.parse(value))
    .pipe(recordedLayoutSchema)
    .nullable(),
});

const text = z.string().nullable();
export const otherRow = z
  .object({
    pageId: z.int(),
    name: z.string(),
    page: z.int(),
    pageCount: z.int(),
    part: z.int(),
    originalSha256: text,
    code: text,
    number: text,
    issueDate: text,
    seller: text,
    sellerTaxId: text,
    grossTotal: text,
  })
  .transform(({ name, page, pageCount, part, ...other }) => ({
    ...other,
    name: lookalikeName(name, { page, pageCount, part }),
  }));
const eventRow = z.object({
  id: z.int(),
  version: z.int(),
  kind: z.string(),
  body: z.string(),
  by: z.string(),
  at: z.string(),
  extractionId: z.int().nullable(),
});

const eventList = z
  .string()
  .transform((value): unknown => JSON.parse(value))
  .pipe(z.array(z.unknown()));

/** Reads the events of a page from one column. */
export const readEvents = (value: unknown): readonly ReviewEvent[] =>
  eventList.parse(value).flatMap(readEvent);

/** An event of a kind that this version doesn't know has no effect. */
export const readEvent = (value: unknown): readonly ReviewEvent[] => {
  const { kind, body, ...event } = eventRow.parse(value);
  const change = decodeChange({ kind, body });
  return change ? [{ ...event, change }] : [];
};
