import type { IncomingMessage } from 'node:http';

/** What tells a request of the host's own page from one that another page or program made. */
export type RequestFacts = {
  readonly method: string;
  /** Every Host and Origin header as it came; more than one is an attack or a fault. */
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  /** Sec-Fetch-Site, which no page can set; absent from programs that are no browser. */
  readonly site: string | undefined;
  /** Sec-Fetch-Mode and Sec-Fetch-Dest, likewise. */
  readonly mode: string | undefined;
  readonly destination: string | undefined;
  /** The path with its query, as it was asked for. */
  readonly path: string;
};

export const factsOf = (request: IncomingMessage): RequestFacts => ({
  method: request.method ?? '',
  hosts: request.headersDistinct.host ?? [],
  origins: request.headersDistinct.origin ?? [],
  site: request.headersDistinct['sec-fetch-site']?.join(','),
  mode: request.headersDistinct['sec-fetch-mode']?.join(','),
  destination: request.headersDistinct['sec-fetch-dest']?.join(','),
  path: request.url ?? '',
});

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/**
 * A page elsewhere can point a name of its own at 127.0.0.1 (DNS rebinding), so the name that was asked for must be
 * ours to the letter; the Origin must be ours wherever there is one, and there must be one wherever something changes.
 */
const hostIsOurs = (facts: RequestFacts, origin: string): boolean =>
  facts.hosts.length === 1 && facts.hosts[0] === origin.slice(origin.indexOf('//') + 2);

const originIsOurs = (facts: RequestFacts, origin: string): boolean => {
  if (facts.origins.length === 0) return facts.method !== 'POST';
  return facts.origins.length === 1 && facts.origins[0] === origin;
};

/**
 * The redirect file that opens the browser is another site. It, and any page, may open the start page in a tab: that
 * page holds no data, can't be framed, and is of no use without a token.
 */
const opensStartPage = ({ site, mode, destination, method, path }: RequestFacts): boolean =>
  site === 'cross-site' &&
  mode === 'navigate' &&
  destination === 'document' &&
  method === 'GET' &&
  path === '/';

/** `none` means a person: the address bar, a bookmark, the link in the terminal. A person never posts. */
const siteIsOurs = (facts: RequestFacts): boolean => {
  if (facts.site === undefined || facts.site === 'same-origin') return true;
  if (opensStartPage(facts)) return true;
  return facts.site === 'none' && facts.mode === 'navigate' && facts.method !== 'POST';
};

/**
 * Null where the request may go on, else why it may not (for the log; the answer does not say).
 * @param origin of the host's own page; null where the request has none
 */
export const refusalOf = (
  facts: RequestFacts,
  origin: string | null,
): 'method' | 'host' | 'origin' | 'site' | null => {
  if (origin === null || !hostIsOurs(facts, origin)) return 'host';
  if (!methods.has(facts.method)) return 'method';
  if (!originIsOurs(facts, origin)) return 'origin';
  if (!siteIsOurs(facts)) return 'site';
  return null;
};
