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

/** The exact cause, more precise than the kind; message and remedy come from `describeFailure`. */
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
  // a digital invoice: the file is intact, but no invoice can be extracted from it
  'xml-doctype',
  'no-invoice-data',
  'calls-off',
  'decoder-died',
  'too-small-for-faces',
  'died-preparing',
  // the reader of scans on this computer
  'reader-files-changed',
  'reader-unavailable',
  'reader-died',
  'reader-too-slow',
  // auth: no account is set
  'no-account',
  'internal',
  // auth, clock: 401 and 403 with their JSON bodies (both documents, Authentication failures)
  'unauthorized',
  'signature-unverifiable',
  'signature-mismatch',
  'refused',
  'clock-skew',
  // network: no response, or a connection lost before the end of the body
  'unknown-host',
  'unreachable',
  'connection-lost',
  'connect-timeout',
  'call-timeout',
  // the program itself ended before the response arrived
  'interrupted',
  'tls',
  // http: any status other than 200, or a 401 or 403 with another body
  'status',
  'redirect',
  'proxy-page',
  // session, service: codes of the error tables
  'session-code',
  'service-code',
  'object-code',
  'ret',
  // response: status 200 but unreadable
  'reply-not-json',
  'reply-member-missing',
  'reply-not-base64',
  'reply-text-not-json',
  'reply-too-large',
  // The saved response of an earlier call
  'reply-lost',
  // The page's row in the ledger
  'row-damaged',
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** Why a page was not recognized, independent of any language. */
export const failureSchema = z.object({
  kind: z.enum(failureKinds),
  reason: z.enum(failureReasons),
  /** The service's code, or the HTTP status for auth, clock and http; null if there is none. */
  code: z.int().nullable(),
  /** `header.code` of a body with a status other than 200; left out if it had none. */
  headerCode: z.int().optional(),
  /**
   * The original words of the server or the operating system; never a secret, at most a few hundred
   * characters.
   */
  detail: z.string().nullable(),
  /** Whether the same call could succeed later without any change. */
  retryable: z.boolean(),
  /** The request was sent before the failure, so the service may have billed the call. */
  mayHaveBeenPaid: z.boolean(),
});
export type Failure = z.infer<typeof failureSchema>;
