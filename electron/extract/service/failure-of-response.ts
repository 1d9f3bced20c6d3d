import type { Failure } from '../../../shared/services/failure.ts';
import { authFailureOf } from '../../../shared/services/auth-failures.ts';
import { failureOf } from '../../../shared/services/failures.ts';
import { sidOf } from '../../../shared/services/envelope.ts';
import { integerOf, isJsonObject, textOf } from '../../../shared/services/guards.ts';
import { firstWords } from './decode-response.ts';
import { parseJson } from './tolerant-json.ts';
import type { HttpResponse, TransportFailure } from '../../infra/network/transport.ts';

/** The failure for a response whose status is not 200. */
export const failureOfStatus = (response: HttpResponse): Failure => {
  const { status, body } = response;
  const message = status === 401 || status === 403 ? messageOf(body) : null;
  if (message !== null)
    return failureOf(authFailureOf(status, message)?.reason ?? 'refused', { code: status, detail: message });
  if (status >= 300 && status < 400)
    return failureOf('redirect', { code: status, detail: response.headers.location ?? null });
  const session = sessionOf(body);
  if (session)
    return failureOf('status', {
      code: status,
      detail: session.detail,
      headerCode: session.code,
      // A response of the service: its session code decides.
      mayHaveBeenPaid: false,
    });
  return failureOf(isWebPage(response) ? 'proxy-page' : 'status', {
    code: status,
    detail: firstWords(body),
    // A gateway that timed out may already have forwarded the request. A refusal (4xx) means that nothing was done.
    mayHaveBeenPaid: status >= 500,
  });
};

/** The failure for a call without a response. */
export const failureOfTransport = ({
  reason,
  detail,
  sent,
}: TransportFailure & { reason: TransportFailureReason }): Failure =>
  failureOf(reason, { detail, mayHaveBeenPaid: sent });

type TransportFailureReason = Exclude<TransportFailure['reason'], 'cancelled'>;

/**
 * `message` of a JSON body, regardless of its content type (theirs is text/plain); null for any other body.
 */
const messageOf = (body: Buffer): string | null => {
  const json = parseJson(body.toString('utf8'));
  return json.ok && isJsonObject(json.value) && typeof json.value.message === 'string'
    ? json.value.message
    : null;
};

/** The session part of a response whose status is not 200; null for any other body. */
const sessionOf = (body: Buffer): { readonly code: number; readonly detail: string | null } | null => {
  const json = parseJson(body.toString('utf8'));
  if (!json.ok) return null;
  const header = isJsonObject(json.value) ? json.value.header : undefined;
  if (!isJsonObject(header)) return null;
  const code = integerOf(header.code);
  return code === null || code === 0 ? null : { code, detail: textOf(header.message) };
};

/** The session id of such a response, for the record. */
export const sidOfStatus = (body: Buffer): string | null => {
  const json = parseJson(body.toString('utf8'));
  return json.ok ? sidOf(json.value) : null;
};

const isWebPage = ({ headers, body }: HttpResponse): boolean =>
  (headers['content-type'] ?? '').toLowerCase().includes('html') ||
  /^\s*<(?:!doctype|html|head|body)/i.test(firstWords(body));
