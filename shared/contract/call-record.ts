import { z } from 'zod';
import { failureSchema } from '../services/failure.ts';
import { imageEncodingSchema, serviceIdSchema } from '../services/service.ts';

/** One request to a service as the ledger knows it: for the user to read, and to give to support. No secret is in it. */
export const callRecordSchema = z.object({
  id: z.int(),
  service: serviceIdSchema,
  sandbox: z.boolean(),
  /** The call was made for another page with the same content; this one is answered by it. */
  ofOtherPage: z.boolean(),
  /** calling: under way; interrupted: the program ended before the answer came. */
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
  /** The reply's Date header. */
  serverDate: z.string().nullable(),
  retryAfter: z.string().nullable(),
  /** The server's clock minus this computer's, in milliseconds: as it was signed, and as the reply shows it. */
  signedOffsetMs: z.int(),
  measuredOffsetMs: z.int().nullable(),
  /** Of the reply as it is kept; null where none came. */
  replyBytes: z.int().nullable(),
  failure: failureSchema.nullable(),
});
export type CallRecord = z.infer<typeof callRecordSchema>;

/** Whether the service may have counted a call that brought nothing. */
export const mayHaveBeenPaid = ({ state, failure }: Pick<CallRecord, 'state' | 'failure'>): boolean =>
  state === 'interrupted' || state === 'cancelled' || (failure?.mayHaveBeenPaid ?? false);
