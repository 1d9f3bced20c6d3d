import { createHmac, timingSafeEqual } from 'node:crypto';
import { authFailures } from '../../../shared/services/auth-failures.ts';
import type { FailureReason } from '../../../shared/services/failure.ts';

export type Keys = { readonly apiKey: string; readonly apiSecret: string };

type SignedRequest = {
  readonly query: URLSearchParams;
  /** The Host header, unchanged. */
  readonly host: string;
  /** The path in the request line. */
  readonly path: string;
};

type Clock = { readonly now: Date; readonly maxSkewSeconds: number };

/** A refusal in the words of the documents' table of authentication failures. */
type Refusal = { readonly status: number; readonly message: string };

/** Checks a call by the rules of both documents (Authentication); null if it is valid. */
export const verifySignature = (
  { query, host, path }: SignedRequest,
  keys: Keys,
  clock: Clock,
): Refusal | null => {
  const authorizations = query.getAll('authorization');
  if (authorizations.length === 0 || authorizations[0] === '') return refusal('unauthorized');
  const claim = authorizations.length === 1 ? parseAuthorization(authorizations[0] ?? '') : null;
  if (!claim || claim.apiKey !== keys.apiKey) return refusal('signature-unverifiable');
  if (query.getAll('host').length !== 1) return refusal('signature-unverifiable');
  const date = query.getAll('date').length === 1 ? (query.get('date') ?? '') : '';
  if (!isFresh(date, clock)) return refusal('clock-skew');
  const origin = `host: ${host}\ndate: ${date}\nPOST ${path} HTTP/1.1`;
  const expected = createHmac('sha256', keys.apiSecret).update(origin).digest('base64');
  const holds = query.get('host') === host && isSame(claim.signature, expected);
  return holds ? null : refusal('signature-mismatch');
};

const refusal = (reason: FailureReason): Refusal => {
  const row = authFailures.find((entry) => entry.reason === reason);
  if (!row) throw new Error(`No row for ${reason}`);
  return { status: row.status, message: row.message };
};

/** The four parts in their fixed order (Construction, step 4). */
const authorizationForm =
  /^api_key="([^"]+)", algorithm="hmac-sha256", headers="host date request-line", signature="([^"]+)"$/u;

const parseAuthorization = (
  authorization: string,
): { readonly apiKey: string; readonly signature: string } | null => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/u.test(authorization)) return null;
  const [, apiKey, signature] =
    authorizationForm.exec(Buffer.from(authorization, 'base64').toString('utf8')) ?? [];
  return apiKey !== undefined && signature !== undefined ? { apiKey, signature } : null;
};

/** RFC 1123 in GMT and no other form: formatting the parsed date must give the same text. */
const isFresh = (date: string, { now, maxSkewSeconds }: Clock): boolean => {
  const time = Date.parse(date);
  if (!Number.isFinite(time) || new Date(time).toUTCString() !== date) return false;
  return Math.abs(time - now.getTime()) <= maxSkewSeconds * 1000;
};

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};
