import { type Failure, authFailureOf } from '../../../shared/services/failure.ts';
import { failureOf } from '../../../shared/services/failures.ts';
import { sidOf } from '../../../shared/services/envelope.ts';
import { integerOf, isJsonObject, textOf } from '../../../shared/services/guards.ts';
import {
  firstWords,
  decodeResponse,
  type DecodedResponse,
  type ServiceExtraction,
} from './decode-response.ts';
import { parseJson, unpackResponse } from './open-response.ts';
import type {
  HttpResponse,
  TransportFailure,
  HttpRequest,
  Transport,
} from '../../infra/network/transport.ts';
import { setImmediate } from 'node:timers/promises';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { RequestOptions } from '../../../shared/services/requests.ts';
import type { Account } from '../../infra/account.ts';
import { servicePaths, type ImageEncoding, type ServiceId } from '../../../shared/services/service.ts';
import type { BaseUrl } from './base-url.ts';
import { makeBodyPool, buildBody } from './request.ts';
import { formsOf, hiderOf, type Hide } from '../../infra/hide-secrets.ts';
import { redact } from '../../infra/redact.ts';
import { sign, signedQuery } from './sign.ts';

/** The failure for a response whose status is not 200. */
const failureOfStatus = (response: HttpResponse): Failure => {
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
const failureOfTransport = ({
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
const sidOfStatus = (body: Buffer): string | null => {
  const json = parseJson(body.toString('utf8'));
  return json.ok ? sidOf(json.value) : null;
};

const isWebPage = ({ headers, body }: HttpResponse): boolean =>
  (headers['content-type'] ?? '').toLowerCase().includes('html') ||
  /^\s*<(?:!doctype|html|head|body)/i.test(firstWords(body));

export type CallDependencies = {
  readonly transport: Transport;
  readonly now: () => Date;
  /** The server's clock minus ours in milliseconds, if measured. The signed date uses it. */
  readonly clockOffsetMs?: number;
  /** Decodes large responses in another thread. By default, every response is decoded here. */
  readonly decode?: (
    service: ServiceId,
    body: Buffer,
    secrets: readonly string[],
  ) => DecodedResponse | Promise<DecodedResponse>;
  readonly limits?: Partial<CallLimits>;
};

type CallLimits = Pick<HttpRequest, 'connectTimeoutMs' | 'totalTimeoutMs' | 'maxResponseBytes'>;

const defaultLimits: CallLimits = {
  connectTimeoutMs: 10_000,
  totalTimeoutMs: 60_000,
  maxResponseBytes: 64 * 1024 * 1024,
};

export type CallInput = {
  readonly service: ServiceId;
  readonly image: { readonly bytes: Uint8Array; readonly encoding: ImageEncoding };
  readonly options: RequestOptions;
  readonly account: Account<BaseUrl>;
};

type ServiceResult = { readonly sid: string | null; readonly extraction: ServiceExtraction };

/** The record of a call; times are ISO 8601 instants of this computer's clock. */
export type CallFacts = {
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly httpStatus: number | null;
  readonly sid: string | null;
  /** The response's Date header as an ISO 8601 instant; null if there was none. */
  readonly serverDate: string | null;
  /** Server's clock minus ours in milliseconds, to about a second; null if there was no Date header. */
  readonly measuredOffsetMs: number | null;
  /** The response's Retry-After header, unchanged. */
  readonly retryAfter: string | null;
  /** The raw response of a call with status 200, for `decodeResponse`; null if there was none. */
  readonly response: Buffer | null;
  /** The compressed response for the ledger, if it is large. */
  readonly packedResponse?: Uint8Array;
};

export type CallResult = {
  readonly outcome: Result<ServiceResult, Failure> | 'cancelled';
  readonly record: CallFacts;
};

/** Bodies of active calls, and a few idle ones for the next. */
const bodies = makeBodyPool(4);

/** Makes one signed call and decodes its response. Does not retry, and throws only on bugs. */
export const callService = async (
  { transport, now, clockOffsetMs = 0, decode = decodeResponse, limits }: CallDependencies,
  input: CallInput,
  signal: AbortSignal,
): Promise<CallResult> => {
  const started = now();
  const date = new Date(started.getTime() + clockOffsetMs).toUTCString();
  const { request, secrets } = prepare(input, date, { ...defaultLimits, ...limits });
  const taken = await transport(request, signal);
  const sent = taken.ok ? await unpackResponse(taken.value, request.maxResponseBytes) : taken;
  const timing = { started, finished: now() };
  // Only after a response is it certain that the sender no longer reads the body.
  if (taken.ok) bodies.give(request.body);
  const hide = hiderOf(secrets);
  if (!sent.ok) return { outcome: outcomeOfFailure(sent.failure, hide), record: recordOf(timing, null) };
  const response = { ...sent.value, headers: hiddenValues(sent.value.headers, hide) };
  if (response.status !== 200) {
    const body = hiddenWords(response.body, hide);
    const record = { ...recordOf(timing, response), sid: sidOfStatus(body) };
    return { outcome: failed(clean(failureOfStatus({ ...response, body }))), record };
  }
  // Yields between two steps, because each takes long for a response of megabytes.
  await setImmediate();
  const { outcome, hiddenResponse, ...decoded } = await decode(input.service, response.body, secrets);
  const record = { ...recordOf(timing, response), ...decoded, response: hiddenResponse ?? response.body };
  if (!outcome.ok) return { outcome: failed(clean(outcome.failure)), record };
  return { outcome: success({ sid: decoded.sid, extraction: outcome.value }), record };
};

/** The signed request, and its secrets in every form. */
const prepare = (
  { service, image, options, account }: CallInput,
  date: string,
  limits: CallLimits,
): { readonly request: HttpRequest; readonly secrets: readonly string[] } => {
  const { appId, apiKey, apiSecret, baseUrl } = account;
  const { host } = baseUrl;
  const path = `${baseUrl.path}${servicePaths[service]}`;
  const { authorization, signature } = sign({ service, host, date, apiKey, apiSecret, path });
  const query = signedQuery(authorization, host, date);
  return {
    request: {
      url: new URL(`${baseUrl.scheme}://${host}${path}?${query}`),
      headers: { host, 'content-type': 'application/json' },
      body: buildBody(service, image.bytes, { appId, encoding: image.encoding, options }, bodies.take),
      ...limits,
    },
    secrets: formsOf([apiKey, apiSecret, signature, authorization], [apiKey, apiSecret, signature]),
  };
};

const outcomeOfFailure = ({ reason, detail, sent }: TransportFailure, hide: Hide): CallResult['outcome'] =>
  reason === 'cancelled'
    ? 'cancelled'
    : failed(clean(failureOfTransport({ reason, detail: hide(detail), sent })));

const hiddenValues = (headers: HttpResponse['headers'], hide: Hide): HttpResponse['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hide(value)]));

/** For a response with another status only its message is used; a page of megabytes has none. */
const mostWordBytes = 256 * 1024;

const hiddenWords = (body: Buffer, hide: Hide): Buffer =>
  Buffer.from(hide(body.toString('utf8', 0, mostWordBytes)));

const clean = (failure: Failure): Failure =>
  failure.detail === null ? failure : { ...failure, detail: redact(failure.detail) };

type Timing = { readonly started: Date; readonly finished: Date };

const recordOf = ({ started, finished }: Timing, response: HttpResponse | null): CallFacts => {
  const server = Date.parse(response?.headers.date ?? '');
  const known = Number.isFinite(server);
  return {
    startedAt: started.toISOString(),
    finishedAt: finished.toISOString(),
    httpStatus: response?.status ?? null,
    sid: null,
    serverDate: known ? new Date(server).toISOString() : null,
    // The header is truncated to whole seconds, so on average it is half a second early.
    measuredOffsetMs: known ? Math.round(server + 500 - finished.getTime()) : null,
    retryAfter: response?.headers['retry-after'] ?? null,
    response: null,
  };
};
