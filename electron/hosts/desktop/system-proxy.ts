import type { Session } from 'electron';
import type { Environment } from '../../infra/environment.ts';
import { portOf, proxyLogin } from './proxy-login.ts';

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

/** The address with the login that the environment names for this proxy, if it names one. */
const withLogin = (proxy: string, environment: Environment): string => {
  const url = URL.parse(proxy);
  if (!url) return proxy;
  const port = portOf(url);
  if (port === null) return proxy;
  const login = proxyLogin({ isProxy: true, host: url.hostname, port }, environment);
  if (!login) return proxy;
  url.username = encodeURIComponent(login.user);
  url.password = encodeURIComponent(login.password);
  return url.href.replace(/\/$/u, '');
};

/** Asks the system through Chromium, proxy scripts included. */
export const systemProxy =
  (session: Pick<Session, 'resolveProxy'>, environment: Environment) =>
  async (url: URL): Promise<string | null> => {
    // Only the origin: a signed query must stay private.
    const proxy = proxyIn(await session.resolveProxy(url.origin));
    return proxy === null ? null : withLogin(proxy, environment);
  };
