import { z } from 'zod';
import type { Bilingual } from '../language.ts';
import { authTexts } from '../texts/service-failures.ts';

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
  'other-archive',
  'not-downloaded',
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
  'mail-empty',
  'mail-links',
  'mail-encrypted',
  'old-office',
  'spreadsheet',
  'old-spreadsheet',
  'took-too-long',
  // a digital invoice: the file is intact, but no invoice can be extracted from it
  'xml-doctype',
  'no-invoice-data',
  'calls-off',
  'decoder-died',
  'too-small-for-faces',
  'died-preparing',
  // no paid call may begin today: the page waits
  'office-budget',
  'person-budget',
  // the reader of scans on this computer
  'reader-files-changed',
  'reader-unavailable',
  'reader-died',
  'reader-too-slow',
  'no-invoice-found',
  'invoice-illegible',
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

/** A row of the table of authentication failures, the same in both documents. */
export type AuthFailure = {
  readonly status: 401 | 403;
  /** The value of the body's `message`. */
  readonly message: string;
  readonly reason: Extract<
    FailureReason,
    'unauthorized' | 'signature-unverifiable' | 'signature-mismatch' | 'clock-skew'
  >;
  readonly meaning: Bilingual;
  readonly remedy: Bilingual;
};

/** Both documents, Authentication failures. */
export const authFailures: readonly AuthFailure[] = [
  {
    status: 401,
    message: 'Unauthorized',
    reason: 'unauthorized',
    ...authTexts['unauthorized'],
  },
  {
    status: 401,
    message: 'HMAC signature cannot be verified',
    reason: 'signature-unverifiable',
    ...authTexts['signature-unverifiable'],
  },
  {
    status: 401,
    message: 'HMAC signature does not match',
    reason: 'signature-mismatch',
    ...authTexts['signature-mismatch'],
  },
  {
    status: 403,
    message:
      'HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication',
    reason: 'clock-skew',
    ...authTexts['clock-skew'],
  },
];

const comparable = (message: string) => message.trim().replaceAll(/\s+/gu, ' ').toLowerCase();

/** Matches "a valid date or x-date header is required" or a part of it, but never a date of birth. */
const asksForDate = /\bvalid date(?: or x-date)?(?: header)? is required\b|\bdate or x-date\b/u;

/** Only a 403 that asks for a valid date comes from the clock check. */
const isClockCheck = (status: number, message: string) =>
  status === 403 && asksForDate.test(comparable(message));

/** The meaning of a 401 or 403 with this `message`; undefined if the documents do not list it. */
export const authFailureOf = (status: number, message: string): AuthFailure | undefined =>
  authFailures.find((entry) =>
    entry.reason === 'clock-skew'
      ? isClockCheck(status, message)
      : comparable(entry.message) === comparable(message),
  );

/**
 * Why a decoded response contains no extraction: the service returned an error code, or a required member is
 * missing.
 */
export type ResponseDefect =
  | {
      readonly reason: 'session-code' | 'service-code' | 'object-code' | 'ret';
      readonly code: number;
      /** The message that came with the code; null if there was none. */
      readonly detail: string | null;
    }
  | {
      readonly reason: 'reply-member-missing';
      /** Path of the member, in the document's own names: `object_list[0].region_list`. */
      readonly member: string;
    };

/** A member is missing or has the wrong type. */
export const memberMissing = (member: string): ResponseDefect => ({ reason: 'reply-member-missing', member });
