import type { Bilingual } from '../language.ts';
import type { FailureReason } from './failure.ts';
import { authTexts } from '../texts/auth-failures.ts';

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
