import type { Result } from '../../../shared/result.ts';

/** One request, prepared and signed. The body is the only copy of the base64 text. */
export type HttpRequest = {
  /** POST without it. */
  readonly method?: 'GET';
  /** Address with the signed query; we never resolve the host ourselves. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Time limits for establishing a connection and for the whole call. */
  readonly connectTimeoutMs: number;
  readonly totalTimeoutMs: number;
  /** A longer response is a failure (`reply-too-large`). */
  readonly maxResponseBytes: number;
};

export type HttpResponse = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Whether a proxy answered instead of the server; absent if nobody knows. */
  readonly isOfProxy?: boolean;
};

export type TransportFailure = {
  readonly reason:
    | 'unknown-host'
    | 'unreachable'
    | 'connection-lost'
    | 'connect-timeout'
    | 'call-timeout'
    | 'tls'
    | 'reply-too-large'
    | 'cancelled';
  /** The system's own message, for the record. */
  readonly detail: string;
  /** Whether part of the request may have reached the server. */
  readonly sent: boolean;
};

/** Sends a request. Redirects are never followed: they are returned as responses with their status. */
export type Transport = (
  request: HttpRequest,
  signal: AbortSignal,
) => Promise<Result<HttpResponse, TransportFailure>>;
