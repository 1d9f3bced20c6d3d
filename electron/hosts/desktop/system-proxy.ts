import type { Session } from 'electron';
import { withKnownLogin, type ProxyLogins } from '../../infra/network/proxy-login.ts';

type Languages = { readonly getPreferredSystemLanguages: () => string[]; readonly getLocale: () => string };

/**
 * The language that the user has set for the system: the first one that Vouch has. `getLocale` alone knows
 * only the languages that the package contains, and returns English for Traditional Chinese.
 */
export const systemLocale = (app: Languages): string => {
  const preferred = app.getPreferredSystemLanguages();
  return preferred.find((tag) => /^(?:zh|en)\b/iu.test(tag)) ?? preferred[0] ?? app.getLocale();
};

/** The kinds of proxies in Chromium's response, and the schemes of their addresses. */
const schemes: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTPS: 'https',
  SOCKS: 'socks4',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
};

/** The proxy in Chromium's response, such as `PROXY proxy.example:8080; DIRECT`. Null if there is none. */
export const proxyIn = (answer: string): string | null => {
  const [, kind = '', address = ''] = /^\s*(\w+)\s+([^\s;]+)/.exec(answer) ?? [];
  const scheme = schemes[kind.toUpperCase()];
  return scheme === undefined ? null : `${scheme}://${address}`;
};

/** Asks the system through Chromium, proxy scripts included. The address has the login that is known for it. */
export const systemProxy =
  (session: Pick<Session, 'resolveProxy'>, known: ProxyLogins['known']) =>
  async (url: URL): Promise<string | null> => {
    // Only the origin: a signed query must stay private.
    const proxy = proxyIn(await session.resolveProxy(url.origin));
    return proxy === null ? null : withKnownLogin(proxy, known);
  };
