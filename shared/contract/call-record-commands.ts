import { z } from 'zod';
import { failureSchema } from '../services/failure.ts';
import { imageEncodingSchema, serviceIdSchema } from '../services/service.ts';
import type { Command } from './command.ts';
import { pageIdSchema } from './page.ts';

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
    access: 'read',
    input: z.object({ id: pageIdSchema }).strict(),
    output: z.object({ calls: z.array(callRecordSchema) }),
  },
} as const satisfies Record<string, Command>;
