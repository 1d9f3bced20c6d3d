import type { OfficeFailure } from '../../../shared/texts/office-failures.ts';
import { codeOf } from '../../infra/error-code.ts';

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
  // The folder of a Unix socket exists, but the server does not run.
  'ENOENT',
]);
/** admin_shutdown, crash_shutdown, cannot_connect_now, idle_session_timeout, too_many_connections. */
const awayCodes = new Set(['57P01', '57P02', '57P03', '57P05', '53300']);
const lostMessages =
  /^(?:Connection terminated|timeout expired|timeout exceeded when trying to connect)|Client has encountered a connection error|Client was closed/;

/** The database is unreachable for now: the query can be repeated later. */
export const isAway = (error: unknown): boolean => {
  const code = codeOf(error);
  if (networkCodes.has(code) || awayCodes.has(code) || code.startsWith('08')) return true;
  return error instanceof Error && lostMessages.test(error.message);
};

/** Two units conflicted: PostgreSQL has rolled one of them back, which can run again. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/** undefined_table, invalid_schema_name: the first process of an office has not created them yet. */
export const isMissing = (error: unknown): boolean => ['42P01', '3F000'].includes(codeOf(error));

/** The tables are not those of this version, and this user may not change them. */
export class NotPrepared extends Error {}

const isTls = (error: unknown): boolean => {
  const code = codeOf(error);
  const detail = error instanceof Error ? error.message : '';
  return /CERT|TLS|SSL|SIGNED|ISSUER/.test(code) || /does not support SSL/.test(detail);
};

const reasons: Readonly<Record<string, OfficeFailure['reason']>> = {
  '28P01': 'login',
  '28000': 'login',
  '3D000': 'no-database',
  '42501': 'no-right',
  '53100': 'disk-full',
  '53300': 'too-many-connections',
  ENOTFOUND: 'unknown-host',
};

/**
 * Why an office can't be opened.
 * @throws an error that is not a database failure: a bug
 */
export const officeFailure = (error: unknown, shown: string): OfficeFailure => {
  const detail = error instanceof Error ? `${shown}: ${error.message}` : shown;
  if (error instanceof NotPrepared) return { reason: 'not-prepared', detail: shown };
  if (isTls(error)) return { reason: 'tls', detail };
  const known = reasons[codeOf(error)];
  if (known) return { reason: known, detail };
  if (isAway(error)) return { reason: 'unreachable', detail };
  throw error;
};
