import type { IncomingMessage } from 'node:http';

/** The facts that distinguish a request of the host's own page from one of another page or program. */
export type RequestFacts = {
  readonly method: string;
  /** Every Host and Origin header as received; more than one is an attack or a bug. */
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  /** Sec-Fetch-Site, which no page can set; absent in requests of other programs than browsers. */
  readonly site: string | undefined;
  /** Sec-Fetch-Mode and Sec-Fetch-Dest, which no page can set either. */
  readonly mode: string | undefined;
  readonly destination: string | undefined;
  /** The path with its query, as requested. */
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
 * Another page can point its own name at 127.0.0.1 (DNS rebinding), so the requested name must be exactly
 * ours. An Origin must be ours if there is one, and every request that changes something needs one.
 */
export const hostIsOurs = (facts: Pick<RequestFacts, 'hosts'>, origin: string): boolean =>
  facts.hosts.length === 1 && facts.hosts[0] === origin.slice(origin.indexOf('//') + 2);

const originIsOurs = (facts: RequestFacts, origin: string): boolean => {
  if (facts.origins.length === 0) return facts.method !== 'POST';
  return facts.origins.length === 1 && facts.origins[0] === origin;
};

/**
 * The redirect file that opens the browser is another site. Any page may open the start page in a tab: that
 * page contains no data, can't be framed, and is useless without a token.
 */
const opensStartPage = ({ site, mode, destination, method, path }: RequestFacts): boolean =>
  site === 'cross-site' &&
  mode === 'navigate' &&
  destination === 'document' &&
  method === 'GET' &&
  path === '/';

/** `none`: the user opened the address from the address bar, a bookmark or the terminal, which never posts. */
const siteIsOurs = (facts: RequestFacts): boolean => {
  if (facts.site === undefined || facts.site === 'same-origin') return true;
  if (opensStartPage(facts)) return true;
  return facts.site === 'none' && facts.mode === 'navigate' && facts.method !== 'POST';
};

/**
 * Null if the request is allowed, else the reason for the log; the response does not contain it.
 * @param origin of the host's own page; null if the request has none
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
