import type { Failure, FailureKind, FailureReason } from './failure.ts';
import { attemptsFor } from './retry-table.ts';

/** The kind to which each reason belongs. */
const kindOfReason: Readonly<Record<FailureReason, FailureKind>> = {
  missing: 'input',
  changed: 'input',
  unreadable: 'input',
  empty: 'input',
  'not-an-image': 'input',
  'unsupported-format': 'input',
  'other-archive': 'input',
  'not-downloaded': 'input',
  heic: 'input',
  ofd: 'input',
  'encrypted-pdf': 'input',
  'encrypted-archive': 'input',
  damaged: 'input',
  'too-large': 'input',
  'file-too-large': 'input',
  'too-many-pixels': 'input',
  'page-too-large': 'input',
  'too-many-pages': 'input',
  'archive-too-large': 'input',
  'archive-too-deep': 'input',
  'archive-empty': 'input',
  'mail-empty': 'input',
  'mail-links': 'input',
  'mail-encrypted': 'input',
  'old-office': 'input',
  spreadsheet: 'input',
  'old-spreadsheet': 'input',
  'took-too-long': 'input',
  'xml-doctype': 'input',
  'no-invoice-data': 'input',
  'calls-off': 'input',
  'no-account': 'auth',
  'decoder-died': 'input',
  'too-small-for-faces': 'input',
  'died-preparing': 'input',
  'office-budget': 'input',
  'person-budget': 'input',
  'reader-files-changed': 'input',
  'reader-unavailable': 'input',
  'reader-died': 'input',
  'reader-too-slow': 'input',
  'no-invoice-found': 'input',
  'invoice-illegible': 'input',
  internal: 'input',
  unauthorized: 'auth',
  'signature-unverifiable': 'auth',
  'signature-mismatch': 'auth',
  refused: 'auth',
  'clock-skew': 'clock',
  'unknown-host': 'network',
  unreachable: 'network',
  'connection-lost': 'network',
  'connect-timeout': 'network',
  'call-timeout': 'network',
  interrupted: 'network',
  tls: 'network',
  status: 'http',
  redirect: 'http',
  'proxy-page': 'http',
  'session-code': 'session',
  'service-code': 'service',
  'object-code': 'service',
  ret: 'service',
  'reply-not-json': 'reply',
  'reply-member-missing': 'reply',
  'reply-not-base64': 'reply',
  'reply-text-not-json': 'reply',
  'reply-too-large': 'reply',
  'reply-lost': 'reply',
  'row-damaged': 'reply',
};

/** Longest text from the server that is kept, in UTF-16 units. */
export const maxDetail = 300;

/** Control characters, line ends and bidirectional controls are not allowed in a line of text. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu;

/** The server's words as one bounded printable line; null if nothing is left. */
export const detailLine = (detail: string | null): string | null => {
  const line = (detail ?? '')
    .slice(0, 4 * maxDetail)
    .replace(unprintable, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  if (line === '') return null;
  return line.length > maxDetail ? `${line.slice(0, maxDetail - 1).replace(/[\uD800-\uDBFF]$/u, '')}…` : line;
};

type FailureParts = {
  readonly code?: number | null;
  readonly detail?: string | null;
  readonly mayHaveBeenPaid?: boolean;
  readonly headerCode?: number;
};

/** A failure for a reason, which determines its kind and whether a retry makes sense. */
export const failureOf = (reason: FailureReason, parts: FailureParts = {}): Failure => {
  const kind = kindOfReason[reason];
  const code = parts.code ?? null;
  const known = {
    kind,
    code,
    reason,
    ...(parts.headerCode === undefined ? {} : { headerCode: parts.headerCode }),
  };
  return {
    ...known,
    detail: detailLine(parts.detail ?? null),
    retryable: attemptsFor(known) > 1,
    mayHaveBeenPaid: parts.mayHaveBeenPaid ?? false,
  };
};
