import { createHmac } from 'node:crypto';
import { servicePaths, type ServiceId } from '../../../shared/services/service.ts';

type SignInput = {
  readonly service: ServiceId;
  /** The host as written in the base URL, including the port. */
  readonly host: string;
  /** RFC 1123 in GMT, the format of `Date.prototype.toUTCString`. */
  readonly date: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Path of the request line; the service's own path unless the base URL adds a prefix. */
  readonly path?: string;
};

type Signed = {
  readonly signatureOrigin: string;
  /** Base64 of the HMAC-SHA256, 44 characters. */
  readonly signature: string;
  /** Base64 of the authorization string. */
  readonly authorization: string;
};

/** Signs a call (both documents, Authentication, Construction). Pure: the same input gives the same signature. */
export const sign = ({ service, host, date, apiKey, apiSecret, path }: SignInput): Signed => {
  const requestLine = `POST ${path ?? servicePaths[service]} HTTP/1.1`;
  const signatureOrigin = `host: ${host}\ndate: ${date}\n${requestLine}`;
  const signature = createHmac('sha256', apiSecret).update(signatureOrigin).digest('base64');
  const origin = `api_key="${apiKey}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`;
  return { signatureOrigin, signature, authorization: Buffer.from(origin).toString('base64') };
};

/** The query that carries the signature (Query parameters), each value percent-encoded. */
export const signedQuery = (authorization: string, host: string, date: string): string =>
  `authorization=${encodeURIComponent(authorization)}&host=${encodeURIComponent(host)}&date=${encodeURIComponent(date)}`;
