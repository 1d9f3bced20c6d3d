import { X509Certificate } from 'node:crypto';
import { makeNodeTransport } from './node-transport.ts';
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
  /** The system's proxy for an address, as `http://host:port`; null if there is none. */
  readonly systemProxy?: (url: URL) => Promise<string | null>;
  /** Provides the proxy if the system cannot be asked. */
  readonly environment: Environment;
};

const proxied = (proxy: string) => ({ HTTP_PROXY: proxy, HTTPS_PROXY: proxy });

/**
 * Uses the user's current network settings for each call. Node's https checks certificates against added
 * authorities as strictly as against its own. Chromium's stack would leave that check to us.
 */
export const createOwnNetwork = ({
  usual,
  chosen,
  systemProxy,
  environment,
}: OwnNetworkDependencies): Transport => {
  let made: { readonly way: string; readonly transport: Transport } | null = null;

  const environmentFor = async (proxy: string, url: URL): Promise<OwnNetworkDependencies['environment']> => {
    if (proxy !== '') return proxied(proxy);
    if (!systemProxy) return environment;
    const found = await systemProxy(url);
    return found === null ? {} : proxied(found);
  };

  return async (request, signal) => {
    const { proxy, authorities } = chosen();
    if (proxy === '' && authorities === '') return usual(request, signal);
    const proxies = await environmentFor(proxy, request.url);
    const way = JSON.stringify([proxies.HTTPS_PROXY ?? null, authorities]);
    if (made?.way !== way) {
      const ca = authorities === '' ? {} : { ca: [authorities] };
      made = { way, transport: makeNodeTransport({ ...ca, environment: proxies }) };
    }
    return made.transport(request, signal);
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
