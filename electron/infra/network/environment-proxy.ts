import { BlockList } from 'node:net';
import type { Environment } from '../environment.ts';

const isInRange = (host: string, range: string): boolean => {
  const [first = '', last = ''] = range.split('-');
  try {
    const list = new BlockList();
    list.addRange(first, last);
    return list.check(host);
  } catch {
    return false;
  }
};

/** Whether NO_PROXY excepts an address, by the rules of Node's agents. */
const isExcepted = (host: string, port: string, noProxy: string): boolean =>
  noProxy
    .toLowerCase()
    .split(/[\s,]+/u)
    .filter((one) => one !== '')
    .some((one) => {
      if (one === '*' || one === host || one === `${host}:${port}`) return true;
      const suffix = one.startsWith('*.') ? one.slice(1) : one;
      return (suffix.startsWith('.') && host.endsWith(suffix)) || (one.includes('-') && isInRange(host, one));
    });

/**
 * The proxy of the environment for an address; null if there is none, or NO_PROXY excepts the address. Without a
 * scheme it is spoken to by plain http, as other programs do.
 */
export const environmentProxy = (
  { protocol, hostname, port }: URL,
  environment: Environment,
): string | null => {
  const isSecure = protocol === 'https:';
  const given = isSecure
    ? environment.https_proxy || environment.HTTPS_PROXY
    : environment.http_proxy || environment.HTTP_PROXY;
  const host = hostname.replace(/^\[|\]$/gu, '').toLowerCase();
  const noProxy = environment.no_proxy || environment.NO_PROXY || '';
  if (!given || isExcepted(host, port || (isSecure ? '443' : '80'), noProxy)) return null;
  return given.includes('://') ? given : `http://${given}`;
};
