import { setImmediate } from 'node:timers/promises';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import type { RequestOptions } from '../../../shared/services/requests.ts';
import type { Account } from '../../infra/account.ts';
import { servicePaths, type ImageEncoding, type ServiceId } from '../../../shared/services/service.ts';
import type { BaseUrl } from './base-url.ts';
import { makeBodyPool } from './body-pool.ts';
import { decodeReply, type DecodedReply, type ReplyExtraction } from './decode-reply.ts';
import { failureOfTransport, failureOfStatus, sidOfStatus } from './failure-of-reply.ts';
import { formsOf, hiderOf, type Hide } from '../../infra/hide-secrets.ts';
import { redactLine } from '../../infra/redact.ts';
import { buildBody } from './request.ts';
import { sign, signedQuery } from './sign.ts';
import { unpackReply } from './unpack-reply.ts';
import type { HttpReply, HttpRequest, Transport, TransportFailure } from '../../infra/network/transport.ts';

export type CallDependencies = {
  readonly transport: Transport;
  readonly now: () => Date;
  /** Server's clock minus ours, in milliseconds, if it was measured; the signed date uses it. */
  readonly clockOffsetMs?: number;
  /** Decodes a large response in another thread; by default every response is decoded at once. */
  readonly decode?: (
    service: ServiceId,
    body: Buffer,
    secrets: readonly string[],
  ) => DecodedReply | Promise<DecodedReply>;
  readonly limits?: Partial<CallLimits>;
};

type CallLimits = Pick<HttpRequest, 'connectTimeoutMs' | 'totalTimeoutMs' | 'maxReplyBytes'>;

const defaultLimits: CallLimits = {
  connectTimeoutMs: 10_000,
  totalTimeoutMs: 60_000,
  maxReplyBytes: 64 * 1024 * 1024,
};

export type CallInput = {
  readonly service: ServiceId;
  readonly image: { readonly bytes: Uint8Array; readonly encoding: ImageEncoding };
  readonly options: RequestOptions;
  readonly account: Account<BaseUrl>;
};

type CallAnswer = { readonly sid: string | null; readonly reading: ReplyExtraction };

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
  /** The raw response of a call with status 200, for `decodeReply`; null if there was none. */
  readonly reply: Buffer | null;
  /** The compressed response for the ledger, if it is large. */
  readonly packedReply?: Uint8Array;
};

export type CallResult = {
  readonly outcome: Result<CallAnswer, Failure> | 'cancelled';
  readonly record: CallFacts;
};

/** Bodies of active calls, and a few idle ones for the next. */
const bodies = makeBodyPool(4);

/** Makes one signed call and decodes its response. Does not retry, and throws only on bugs. */
export const callService = async (
  { transport, now, clockOffsetMs = 0, decode = decodeReply, limits }: CallDependencies,
  input: CallInput,
  signal: AbortSignal,
): Promise<CallResult> => {
  const started = now();
  const date = new Date(started.getTime() + clockOffsetMs).toUTCString();
  const { request, secrets } = prepare(input, date, { ...defaultLimits, ...limits });
  const taken = await transport(request, signal);
  const sent = taken.ok ? await unpackReply(taken.value, request.maxReplyBytes) : taken;
  const timing = { started, finished: now() };
  // Only after a response is it certain that the sender no longer reads the body.
  if (taken.ok) bodies.give(request.body);
  const hide = hiderOf(secrets);
  if (!sent.ok) return { outcome: outcomeOfFailure(sent.failure, hide), record: recordOf(timing, null) };
  const reply = { ...sent.value, headers: hiddenValues(sent.value.headers, hide) };
  if (reply.status !== 200) {
    const body = hiddenWords(reply.body, hide);
    const record = { ...recordOf(timing, reply), sid: sidOfStatus(body) };
    return { outcome: failed(clean(failureOfStatus({ ...reply, body }))), record };
  }
  // Yields between two steps, because each takes long for a response of megabytes.
  await setImmediate();
  const { outcome, hiddenReply, ...decoded } = await decode(input.service, reply.body, secrets);
  const record = { ...recordOf(timing, reply), ...decoded, reply: hiddenReply ?? reply.body };
  if (!outcome.ok) return { outcome: failed(clean(outcome.failure)), record };
  return { outcome: success({ sid: decoded.sid, reading: outcome.value }), record };
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

const outcomeOfFailure = ({ reason, said, sent }: TransportFailure, hide: Hide): CallResult['outcome'] =>
  reason === 'cancelled'
    ? 'cancelled'
    : failed(clean(failureOfTransport({ reason, said: hide(said), sent })));

const hiddenValues = (headers: HttpReply['headers'], hide: Hide): HttpReply['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hide(value)]));

/** For a response with another status only its message is used; a page of megabytes has none. */
const mostWordBytes = 256 * 1024;

const hiddenWords = (body: Buffer, hide: Hide): Buffer =>
  Buffer.from(hide(body.toString('utf8', 0, mostWordBytes)));

const clean = (failure: Failure): Failure =>
  failure.said === null ? failure : { ...failure, said: redactLine(failure.said) };

type Timing = { readonly started: Date; readonly finished: Date };

const recordOf = ({ started, finished }: Timing, reply: HttpReply | null): CallFacts => {
  const server = Date.parse(reply?.headers.date ?? '');
  const known = Number.isFinite(server);
  return {
    startedAt: started.toISOString(),
    finishedAt: finished.toISOString(),
    httpStatus: reply?.status ?? null,
    sid: null,
    serverDate: known ? new Date(server).toISOString() : null,
    // The header is truncated to whole seconds, so half a second is the expected loss.
    measuredOffsetMs: known ? Math.round(server + 500 - finished.getTime()) : null,
    retryAfter: reply?.headers['retry-after'] ?? null,
    reply: null,
  };
};
