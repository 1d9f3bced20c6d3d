import { X509Certificate } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { environmentProxy } from './environment-proxy.ts';
import { makeNodeTransport } from './node-transport.ts';
import { askerAt, loginIn, withKnownLogin, withLogin, type ProxyLogins } from './proxy-login.ts';
import type { Transport } from './transport.ts';
import type { Environment } from '../environment.ts';

/** The user's network settings; both empty if the system's settings are used. */
export type OwnNetwork = {
  /** `http://host:port`. */
  readonly proxy: string;
  /** Certificates in PEM. */
  readonly authorities: string;
};

export type OwnNetworkDependencies = {
  /** The host's default transport, with the system's proxy and certificates. */
  readonly usual: Transport;
  readonly chosen: () => OwnNetwork;
  /** The system's proxy for an address, as `http://host:port`, or with https, socks4 or socks5; null if there is none. */
  readonly systemProxy?: (url: URL) => Promise<string | null>;
  /** Provides the proxy if the system cannot be asked. */
  readonly environment: Environment;
  /** The logins of proxies; without it, a proxy that asks for one refuses the call. */
  readonly proxyLogins?: ProxyLogins;
};

const proxied = (proxy: string | null): Environment =>
  proxy === null ? {} : { HTTP_PROXY: proxy, HTTPS_PROXY: proxy };

/** Whether a proxy refused a call without a login. Within a tunnel, a server's 407 is its own. */
const wantsLogin = (outcome: Awaited<ReturnType<Transport>>, url: URL): boolean =>
  outcome.ok &&
  outcome.value.status === 407 &&
  (outcome.value.isOfProxy === true || url.protocol === 'http:');

type ProxyDependencies = Omit<OwnNetworkDependencies, 'usual'>;

/** The one decision through which proxy a connection leaves: that of the settings, the system's, or the environment's. */
const proxyFor =
  ({ chosen, systemProxy, environment, proxyLogins }: ProxyDependencies) =>
  async (url: URL): Promise<string | null> => {
    const { proxy } = chosen();
    if (proxy !== '') return withKnownLogin(proxy, proxyLogins?.known);
    return systemProxy ? systemProxy(url) : environmentProxy(url, environment);
  };

/**
 * Uses the user's current network settings for each call. Node's https checks certificates against added
 * authorities as strictly as against its own. Chromium's stack would leave that check to us.
 */
export const createOwnNetwork = ({ usual, ...dependencies }: OwnNetworkDependencies): Transport => {
  const { chosen, proxyLogins } = dependencies;
  const find = proxyFor(dependencies);
  let made: { readonly way: string; readonly transport: Transport } | null = null;

  return async (request, signal) => {
    const { proxy, authorities } = chosen();
    if (proxy === '' && authorities === '') return usual(request, signal);
    const through = (address: string | null): ReturnType<Transport> => {
      const way = JSON.stringify([address, authorities]);
      if (made?.way !== way) {
        const ca = authorities === '' ? {} : { ca: [authorities] };
        made = { way, transport: makeNodeTransport({ ...ca, environment: proxied(address) }) };
      }
      return made.transport(request, signal);
    };
    let address = await find(request.url);
    for (;;) {
      const outcome = await through(address);
      const asker = address === null ? null : askerAt(address);
      if (!proxyLogins || !asker || address === null || !wantsLogin(outcome, request.url)) return outcome;
      const login = await proxyLogins.ask(asker, loginIn(address), signal);
      if (!login || signal.aborted) return outcome;
      address = withLogin(address, login);
    }
  };
};

/** This computer's own addresses: a proxy can't reach them. */
const isLoopback = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/iu.test(host.replace(/\.$/u, ''));

/** The proxy for a server that is not called by HTTP. Addresses may contain a name and a password. */
export type ProxyFinder = {
  /** Null if there is none. */
  readonly find: (host: string, port: number) => Promise<string | null>;
  /** The address of a proxy that has refused its login, or none, with another login; null if nobody gives one. */
  readonly logIn: (refused: string, signal: AbortSignal) => Promise<string | null>;
};

/** Finds the proxy that calls use, too. */
export const createProxyFinder = (dependencies: ProxyDependencies): ProxyFinder => {
  const { proxyLogins } = dependencies;
  const find = proxyFor(dependencies);
  return {
    find: async (host, port) =>
      isLoopback(host) ? null : find(new URL(`https://${isIPv6(host) ? `[${host}]` : host}:${port}`)),
    logIn: async (refused, signal) => {
      const asker = askerAt(refused);
      const login = asker && proxyLogins ? await proxyLogins.ask(asker, loginIn(refused), signal) : null;
      return login && withLogin(refused, login);
    },
  };
};

/** Whether every certificate of a PEM text is valid. */
export const areCertificates = (pem: string): boolean =>
  (pem.match(/-----BEGIN[\s\S]*?-----END CERTIFICATE-----/g) ?? []).every((one) => {
    try {
      return new X509Certificate(one).fingerprint256 !== '';
    } catch {
      return false;
    }
  });
