import { parseAppAddress } from './app-address.ts';

/** The window shows one page. It refuses to navigate anywhere else: by a link, a script or a dropped file. */
export const mayNavigate = (address: string): boolean => {
  const url = parseAppAddress(address);
  return url !== null && (url.pathname === '/' || url.pathname === '/index.html') && url.search === '';
};

/**
 * Allowed destinations of external links, each with its reason. Vouch asks the user before the browser opens.
 */
export const externalHosts: ReadonlyMap<string, string> = new Map([
  ['inv-veri.chinatax.gov.cn', 'the tax administration’s own page to verify an invoice'],
]);

/** The external address to open; null unless it is plain https to a host of the list. */
export const externalLink = (address: string): URL | null => {
  if (address.length > 2048 || /[\s\\\p{Cc}]/u.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isPlain = url.protocol === 'https:' && url.username === '' && url.password === '' && url.port === '';
  return isPlain && externalHosts.has(url.hostname) ? url : null;
};
