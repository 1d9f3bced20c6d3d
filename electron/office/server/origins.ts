import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** How users reach this server; this decides which host names it accepts. */
export type OfficeReach =
  /** Plain http from this computer. */
  | { readonly kind: 'loopback'; readonly port: number }
  /** https to a name in the certificate. */
  | { readonly kind: 'certificate'; readonly certificate: X509Certificate }
  /** Behind a proxy that accepts https and passes on the requested name. */
  | { readonly kind: 'proxy' };

const authority = /^(?<name>[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::(?<port>[1-9]\d{0,4}))?$/u;

/** Whether an IP address reaches this computer only. */
export const isLoopback = (address: string): boolean =>
  address === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(address);

const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

const isNamed = (certificate: X509Certificate, name: string): boolean => {
  const plain = name.startsWith('[') ? name.slice(1, -1) : name;
  return (isIP(plain) === 0 ? certificate.checkHost(plain) : certificate.checkIP(plain)) !== undefined;
};

/** The single value of a header; null if it is missing or occurs twice. */
const headerOf = (request: IncomingMessage, name: string): string | null => {
  const values = request.headersDistinct[name];
  return values?.length === 1 ? (values[0] ?? null) : null;
};

/**
 * The origin that our own page has in a request: scheme and requested host, if the host is one of ours. Null
 * if our page can't have sent the request (DNS rebinding, or plain http to the proxy).
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

/** An address without the port that some proxies add: `1.2.3.4:5678`, `[::1]:5678`. */
const withoutPort = (text: string): string =>
  text.replace(/^(\d+(?:\.\d+){3}):\d+$/u, '$1').replace(/^\[([0-9a-f:.]+)\](?::\d+)?$/iu, '$1');

/**
 * The client's address, for the audit log and for limits. Behind the proxy, it is the address that the proxy has
 * added.
 */
export const addressOf = (reach: OfficeReach, request: IncomingMessage): string => {
  const forwarded =
    reach.kind === 'proxy' ? request.headersDistinct['x-forwarded-for']?.join(',').split(',').at(-1) : null;
  const address = plainAddress(withoutPort((forwarded ?? '').trim()) || (request.socket.remoteAddress ?? ''));
  return isIP(address) === 0 ? '' : address;
};

/** Whether a connection comes from an address; IPv4 may be written in IPv6. */
export const isFrom = (remote: string | undefined, address: string): boolean =>
  remote !== undefined && plainAddress(remote) === plainAddress(address);
