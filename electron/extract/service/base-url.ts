import type { BaseUrlRefusal } from '../../../shared/texts/base-url.ts';
import { servicePaths } from '../../../shared/services/service.ts';
import { failed, success, type Result } from '../../../shared/result.ts';

/** A base URL that may be called. */
export type BaseUrl = {
  readonly scheme: 'https' | 'http';
  /** As written, including the port: this text is signed and sent as the Host header. */
  readonly host: string;
  /** The part before the services' own paths: empty, or `/gateway`. */
  readonly path: string;
  /** The whole URL in normalized form. */
  readonly text: string;
  readonly loopback: boolean;
  /** Plain http beyond loopback, allowed by the user: others can read the picture and the figures. */
  readonly warning: 'plain-http' | null;
};

type BaseUrlOptions = {
  /** The user's setting to allow plain http beyond loopback. */
  readonly allowPlainHttp: boolean;
};

/**
 * Parses a base URL with its own strict grammar. The tolerant parser of URL would repair the text (other
 * slashes, other digits, a disguised address), so that the signed host would differ from the called one. The
 * default scheme is https. IP addresses other than loopback are refused, because the services' addresses
 * change (both documents).
 */
export const parseBaseUrl = (
  written: string,
  { allowPlainHttp }: BaseUrlOptions,
): Result<BaseUrl, BaseUrlRefusal> => {
  const text = written.trim();
  if (text === '') return failed('empty');
  const parts = split(text);
  if (typeof parts === 'string') return failed(parts);
  const host = readHost(parts.authority);
  if (typeof host === 'string') return failed(host);
  const path = readPath(parts.path);
  if (path === null) return failed('path');
  const warned = parts.scheme === 'http' && !host.loopback;
  if (warned && !allowPlainHttp) return failed('plain-http');
  return success({
    scheme: parts.scheme,
    host: host.text,
    path,
    text: `${parts.scheme}://${host.text}${path}`,
    loopback: host.loopback,
    warning: warned ? 'plain-http' : null,
  });
};

/**
 * The base URL for a sender that writes the Host header itself, as browsers do: in lower case, without the
 * default port. The signed host must equal the sent one.
 */
export const withCanonicalHost = (baseUrl: BaseUrl): BaseUrl => {
  const own = baseUrl.scheme === 'https' ? /:443$/ : /:80$/;
  return { ...baseUrl, host: baseUrl.host.toLowerCase().replace(own, '') };
};

type Parts = { readonly scheme: 'https' | 'http'; readonly authority: string; readonly path: string };

const isScheme = (scheme: string): scheme is 'https' | 'http' => scheme === 'https' || scheme === 'http';

/** Scheme, authority and path, or the refusal that names the invalid part. */
const split = (text: string): Parts | BaseUrlRefusal => {
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text)) return 'malformed';
  const [, written, rest = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(.*)$/iu.exec(text) ?? [];
  const scheme = written?.toLowerCase() ?? 'https';
  if (!isScheme(scheme)) return 'scheme';
  const cut = rest.search(/[/?#]/u);
  const authority = cut === -1 ? rest : rest.slice(0, cut);
  const path = cut === -1 ? '' : rest.slice(cut);
  if (authority.includes('@')) return 'credentials';
  if (/[?#]/u.test(path)) return 'query';
  return { scheme, authority, path };
};

type Host = { readonly text: string; readonly loopback: boolean };

const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/iu;

const readHost = (authority: string): Host | BaseUrlRefusal => {
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/u.exec(authority) ?? [];
  if (name === '' || (port !== undefined && !isPort(port))) return 'malformed';
  const canonical = canonicalName(name);
  if (canonical === null) return 'malformed';
  const suffix = port === undefined ? '' : `:${port}`;
  if (isAddress(canonical)) {
    // Loopback addresses must have their usual form, because any other spelling hides the destination of the call.
    const loopback = canonical === name && (canonical.startsWith('127.') || canonical === '[::1]');
    return loopback ? { text: name + suffix, loopback } : 'ip-address';
  }
  // A Host header is ASCII only: a name in another script is signed in the form in which it is sent.
  const sent = /^[\x21-\x7e]+$/u.test(name) ? name : canonical;
  const labels = sent.replace(/\.$/u, '').split('.');
  if (sent.length > 254 || !labels.every((part) => label.test(part))) return 'malformed';
  return { text: sent + suffix, loopback: canonical === 'localhost' };
};

const isPort = (port: string) => /^[1-9]\d{0,4}$/u.test(port) && Number(port) <= 65_535;

/** The name as the network resolves it: lower case, in ASCII, a disguised address as a plain one. */
const canonicalName = (name: string): string | null => {
  if (name.includes('%')) return null;
  const url = URL.parse(`http://${name}/`);
  return url !== null && url.hostname !== '' ? url.hostname : null;
};

const isAddress = (canonical: string) => canonical.startsWith('[') || /^\d+(?:\.\d+){3}$/u.test(canonical);

const withoutEndpoint = (path: string): string => {
  const endpoint = Object.values(servicePaths).find((own) => path.endsWith(own));
  return endpoint === undefined ? path : path.slice(0, -endpoint.length);
};

/** The path if it has plain segments and no trailing slash; null for any other path. */
const readPath = (path: string): string | null => {
  // Consoles show the whole endpoint of a service: the service's own path is removed.
  const trimmed = withoutEndpoint(path.replace(/\/$/u, ''));
  const segments = trimmed.split('/').slice(1);
  return segments.every((segment) => /^[a-z0-9_~-][a-z0-9._~-]*$/iu.test(segment)) ? trimmed : null;
};
