import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** How people reach this server, which decides the names that it answers to. */
export type OfficeReach =
  /** Plain http from this computer. */
  | { readonly kind: 'loopback'; readonly port: number }
  /** https to a name of the certificate. */
  | { readonly kind: 'certificate'; readonly certificate: X509Certificate }
  /** Behind a proxy that speaks https with people, and that passes on the name they asked for. */
  | { readonly kind: 'proxy' };

const authority = /^(?<name>[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::(?<port>[1-9]\d{0,4}))?$/u;

const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

const isNamed = (certificate: X509Certificate, name: string): boolean => {
  const plain = name.startsWith('[') ? name.slice(1, -1) : name;
  return (isIP(plain) === 0 ? certificate.checkHost(plain) : certificate.checkIP(plain)) !== undefined;
};

/** The one value of a header; null where it is missing, or stands there twice. */
const headerOf = (request: IncomingMessage, name: string): string | null => {
  const values = request.headersDistinct[name];
  return values?.length === 1 ? (values[0] ?? null) : null;
};

/**
 * Where our own page would come from for a request: scheme and the name that was asked for, if it is one of ours. Null
 * where no page of ours can have made the request (DNS rebinding, or a proxy that was reached by plain http).
 */
export const originFor = (reach: OfficeReach, request: IncomingMessage): string | null => {
  const host = headerOf(request, 'host');
  const parts = authority.exec(host ?? '')?.groups;
  if (host === null || parts?.name === undefined) return null;
  switch (reach.kind) {
    case 'loopback':
      return loopbackNames.has(parts.name) && Number(parts.port ?? 80) === reach.port
        ? `http://${host}`
        : null;
    case 'certificate':
      return isNamed(reach.certificate, parts.name) ? `https://${host}` : null;
    case 'proxy':
      return headerOf(request, 'x-forwarded-proto') === 'https' ? `https://${host}` : null;
    default:
      return reach satisfies never;
  }
};

const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d)/u, '');

/** From where somebody asks: for the trail and for limits. Behind the proxy, it is what the proxy itself has added. */
export const addressOf = (reach: OfficeReach, request: IncomingMessage): string => {
  const forwarded =
    reach.kind === 'proxy' ? request.headersDistinct['x-forwarded-for']?.join(',').split(',').at(-1) : null;
  const address = plainAddress((forwarded ?? '').trim() || (request.socket.remoteAddress ?? ''));
  return isIP(address) === 0 ? '' : address;
};

/** Whether a connection comes from an address; IPv4 may be written in IPv6. */
export const isFrom = (remote: string | undefined, address: string): boolean =>
  remote !== undefined && plainAddress(remote) === plainAddress(address);
