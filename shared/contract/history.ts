import { z } from 'zod';
import { failureSchema } from '../services/failure.ts';
import { imageEncodingSchema, serviceIdSchema } from '../services/service.ts';
import type { Command } from './command.ts';
import { pageIdSchema, pageStateSchema } from './page.ts';
import { storedBusinesses } from '../invoice/business.ts';
import { readerIds } from '../invoice/extraction.ts';

/** One request to a service as saved in the ledger, for the user and for support. It contains no secret. */
export const callRecordSchema = z.object({
  id: z.int(),
  service: serviceIdSchema,
  sandbox: z.boolean(),
  /** The call was made for another page with the same content, and its response is reused here. */
  ofOtherPage: z.boolean(),
  /** calling: in progress; interrupted: the program ended before the response arrived. */
  state: z.enum(['calling', 'answered', 'failed', 'cancelled', 'interrupted']),
  /** Counted from 1. */
  attempt: z.int(),
  /** ISO 8601 instants by this computer's clock. */
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  appId: z.string(),
  baseUrl: z.string(),
  options: z.object({ points: z.boolean().exactOptional(), attributes: z.boolean().exactOptional() }),
  picture: z.object({
    encoding: imageEncodingSchema,
    width: z.int(),
    height: z.int(),
    bytes: z.int(),
  }),
  httpStatus: z.int().nullable(),
  sid: z.string().nullable(),
  /** The response's Date header. */
  serverDate: z.string().nullable(),
  retryAfter: z.string().nullable(),
  /**
   * The server's clock minus this computer's, in milliseconds: as used for signing, and as the response shows
   * it.
   */
  signedOffsetMs: z.int(),
  measuredOffsetMs: z.int().nullable(),
  /** Size of the saved response; null if none arrived. */
  responseBytes: z.int().nullable(),
  failure: failureSchema.nullable(),
});
export type CallRecord = z.infer<typeof callRecordSchema>;

/** Whether the service may have billed a call that returned nothing. */
export const mayHaveBeenPaid = ({ state, failure }: Pick<CallRecord, 'state' | 'failure'>): boolean =>
  state === 'interrupted' || state === 'cancelled' || (failure?.mayHaveBeenPaid ?? false);

export const callRecordCommandSchemas = {
  /** The record of each call about a page, oldest first, without any secret, signature or picture. */
  'pages.calls': {
    ledger: 'read',
    audit: 'nothing',
    input: z.object({ id: pageIdSchema }).strict(),
    output: z.object({ calls: z.array(callRecordSchema) }),
  },
} as const satisfies Record<string, Command>;

/** ISO 8601 calendar date. */
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
/** A decimal amount with at most two digits after the point. */
const amount = z.string().regex(/^-?\d{1,13}(\.\d{1,2})?$/);
const words = z.string().max(200);

/** The search criteria; those left out match everything. Bounds are inclusive. */
export const historyFilterSchema = z
  .object({
    /** Each word must occur in the seller, buyer, number, code, goods, amount or file name. */
    text: words,
    seller: words,
    buyer: words,
    number: words,
    dayFrom: day,
    dayTo: day,
    amountFrom: amount,
    amountTo: amount,
    kind: z.string().max(10),
    business: z.enum(storedBusinesses),
    state: pageStateSchema,
    service: serviceIdSchema,
    reader: z.enum(readerIds),
    sandbox: z.boolean(),
  })
  .partial()
  .strict();
export type HistoryFilter = z.infer<typeof historyFilterSchema>;

/** The position where a response ended. */
export const historyPlaceSchema = z.object({ day: z.string().max(40), id: pageIdSchema }).strict();
export type HistoryPlace = z.infer<typeof historyPlaceSchema>;

/** Documents that were added together. */
export const recentBatchSchema = z.object({
  service: serviceIdSchema,
  /** Instant at which the first of them was added. */
  addedAt: z.string(),
  documents: z.int(),
  /** Name and page of the first of them. */
  name: z.string(),
  page: pageIdSchema,
});
export type RecentBatch = z.infer<typeof recentBatchSchema>;
