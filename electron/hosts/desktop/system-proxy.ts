import type { Session } from 'electron';

/**
 * The proxy in Chromium's answer, such as `PROXY proxy.example:8080; DIRECT`; null where it goes without one, or by a
 * kind that only Chromium speaks.
 */
export const proxyIn = (answer: string): string | null => {
  const [, kind, address] = /^\s*(PROXY|HTTPS)\s+([^\s;]+)/i.exec(answer) ?? [];
  if (!kind || !address) return null;
  return `${kind.toUpperCase() === 'HTTPS' ? 'https' : 'http'}://${address}`;
};

/** Asks the system, its script for proxies included, by way of Chromium. */
export const systemProxy =
  (session: Pick<Session, 'resolveProxy'>) =>
  async (url: URL): Promise<string | null> =>
    // Only the origin: a signed query is nobody's business.
    proxyIn(await session.resolveProxy(url.origin));
