/** Who asks for a login. */
export type Asker = { readonly isProxy: boolean; readonly host: string; readonly port: number };
export type Login = { readonly user: string; readonly password: string };

/** The usual variables for a proxy, whose addresses may contain a name and a password. */
const proxyVariables = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];

/** The ports of proxies whose addresses name none, by scheme. */
const usualPorts: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'socks:': 1080,
  'socks4:': 1080,
  'socks4a:': 1080,
  'socks5:': 1080,
  'socks5h:': 1080,
};

/** The port of a proxy; null if its address names none and its scheme is unknown. */
export const portOf = ({ port, protocol }: URL): number | null =>
  port === '' ? (usualPorts[protocol] ?? null) : Number(port);

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * The login for a proxy, from the usual variables of the environment; null if they name none for this proxy. A
 * server never gets one.
 */
export const proxyLogin = (
  { isProxy, host, port }: Asker,
  environment: Readonly<Record<string, string | undefined>>,
): Login | null => {
  if (!isProxy) return null;
  for (const name of proxyVariables) {
    const url = URL.parse(environment[name] ?? '');
    if (!url || url.username === '' || url.hostname.toLowerCase() !== host.toLowerCase()) continue;
    if (portOf(url) === port) return { user: decode(url.username), password: decode(url.password) };
  }
  return null;
};

/** The logins of proxies, of the environment or of the user. They are kept for this run only. */
export type ProxyLogins = {
  /** The login for a proxy that somebody has given; null if there is none. */
  readonly known: (asker: Asker) => Login | null;
  /**
   * The login for a proxy that has refused a call. Asks the user if none is known, or only the refused one; null if
   * the user gives none.
   * @param signal ends the wait, with null; a question for which nobody waits is withdrawn
   */
  readonly ask: (asker: Asker, refused: Login | null, signal: AbortSignal) => Promise<Login | null>;
};

/** The proxy at an address; null if the address names no port and has an unknown scheme. */
export const askerAt = (address: string): Asker | null => {
  const url = URL.parse(address);
  const port = url && portOf(url);
  return url && port !== null ? { isProxy: true, host: url.hostname, port } : null;
};

/** The login in a proxy's address; null if it has none. */
export const loginIn = (address: string): Login | null => {
  const url = URL.parse(address);
  return url && url.username !== '' ? { user: decode(url.username), password: decode(url.password) } : null;
};

/** The address of a proxy with the login that is known for it. */
export const withKnownLogin = (address: string, known: ProxyLogins['known'] | undefined): string => {
  const asker = askerAt(address);
  return asker && known ? withLogin(address, known(asker)) : address;
};

/** The address of a proxy with a login. */
export const withLogin = (address: string, login: Login | null): string => {
  const url = URL.parse(address);
  if (!url || !login) return address;
  url.username = encodeURIComponent(login.user);
  url.password = encodeURIComponent(login.password);
  return url.href.replace(/\/$/u, '');
};
