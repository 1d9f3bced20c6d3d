import { z } from 'zod';

/** Kinds of error; the names are part of the JSON contract. */
export const failureKinds = [
  'input',
  'auth',
  'clock',
  'network',
  'http',
  'session',
  'service',
  'reply',
] as const;
export type FailureKind = (typeof failureKinds)[number];

/** What exactly happened, one step finer than the kind; message and remedy come from `describeFailure`. */
export const failureReasons = [
  // input: refused before any call
  'missing',
  'changed',
  'unreadable',
  'empty',
  'not-an-image',
  'unsupported-format',
  'heic',
  'ofd',
  'encrypted-pdf',
  'encrypted-archive',
  'damaged',
  'too-large',
  'file-too-large',
  'too-many-pixels',
  'page-too-large',
  'too-many-pages',
  'archive-too-large',
  'archive-too-deep',
  'archive-empty',
  'took-too-long',
  // a digital invoice: the file is sound, and yet no invoice can be read from it
  'xml-doctype',
  'no-invoice-data',
  'calls-off',
  'decoder-died',
  'too-small-for-faces',
  'died-preparing',
  // auth: nobody to ask under
  'no-account',
  'internal',
  // auth, clock: 401 and 403 with their JSON bodies (both documents, Authentication failures)
  'unauthorized',
  'signature-unverifiable',
  'signature-mismatch',
  'refused',
  'clock-skew',
  // network: no answer, or a connection lost before the body's end
  'unknown-host',
  'unreachable',
  'connection-lost',
  'connect-timeout',
  'call-timeout',
  // the program itself ended before the answer came
  'interrupted',
  'tls',
  // http: any other status than 200, or a 401 or 403 with another body
  'status',
  'redirect',
  'proxy-page',
  // session, service: codes of the error tables
  'session-code',
  'service-code',
  'object-code',
  'ret',
  // reply: status 200, and yet it can't be read
  'reply-not-json',
  'reply-member-missing',
  'reply-not-base64',
  'reply-text-not-json',
  'reply-too-large',
  // The saved reply of an earlier call
  'reply-lost',
  // The page's row in the ledger
  'row-damaged',
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** Why a page was not recognized, free of any language. */
export const failureSchema = z.object({
  kind: z.enum(failureKinds),
  reason: z.enum(failureReasons),
  /** The service's code, or the HTTP status for auth, clock and http; null where there is none. */
  code: z.int().nullable(),
  /** `header.code` of a body that came with another status than 200; left out where it had none. */
  headerCode: z.int().optional(),
  /** What the other side (or the system) said, as it said it; never a secret, never more than a few hundred characters. */
  said: z.string().nullable(),
  /** Whether the same call could succeed later without any change. */
  retryable: z.boolean(),
  /** The request had left when it failed: the service may have counted the call. */
  mayHaveBeenPaid: z.boolean(),
});
export type Failure = z.infer<typeof failureSchema>;
