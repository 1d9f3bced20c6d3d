import { parseAppAddress } from './app-address.ts';

/** The window shows one page. Whatever else it is led to, by a link, a script or a dropped file, it does not go. */
export const mayNavigate = (address: string): boolean => {
  const url = parseAppAddress(address);
  return url !== null && (url.pathname === '/' || url.pathname === '/index.html') && url.search === '';
};

/** Where a link may lead outside, each with its reason. The user is asked before it opens in the browser. */
export const externalHosts: ReadonlyMap<string, string> = new Map([
  ['inv-veri.chinatax.gov.cn', 'the tax administration’s own page to verify an invoice'],
]);

/** The address to open outside; null for all that is not plain https to a host of the list. */
export const externalLink = (address: string): URL | null => {
  if (address.length > 2048 || /[\s\\\p{Cc}]/u.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isPlain = url.protocol === 'https:' && url.username === '' && url.password === '' && url.port === '';
  return isPlain && externalHosts.has(url.hostname) ? url : null;
};
