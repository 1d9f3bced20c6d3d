import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { failed, success, type Result } from '../../../shared/result.ts';
import { loginIn, portOf } from './proxy-login.ts';

/** A proxy over http or https. */
export type Proxy = {
  /** Maybe with a login. */
  readonly url: URL;
  /** The authorities that may vouch for one over https; without them, Node's own. */
  readonly ca?: readonly string[];
};

/** The proxy at an address; null if it is not reached by http or https. */
export const proxyAt = (address: string, ca?: readonly string[]): Proxy | null => {
  const url = URL.parse(address);
  const isKnown = url?.protocol === 'http:' || url?.protocol === 'https:';
  return isKnown ? { url, ...(ca && { ca }) } : null;
};

/** What is wrong with an address at which there is no such proxy; without its login. */
export const unsupportedProxy = (address: string): string =>
  `no http:// or https:// address of a proxy: ${address.slice(address.lastIndexOf('@') + 1)}`;

type ProxyRequest = Omit<https.RequestOptions, 'headers'> & {
  readonly headers: Readonly<Record<string, string>>;
};

/** A request to a proxy itself, with its login. */
export const requestTo = ({ url, ca }: Proxy, { headers, ...options }: ProxyRequest): http.ClientRequest => {
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  const login = loginIn(url.href);
  const given = login && Buffer.from(`${login.user}:${login.password}`).toString('base64');
  return (url.protocol === 'https:' ? https : http).request({
    ...options,
    host,
    port: portOf(url) ?? '',
    // Otherwise Node takes the name in the Host header, which is that of the server behind the proxy.
    servername: isIP(host) === 0 ? host : '',
    headers: { ...headers, ...(given === null ? {} : { 'proxy-authorization': `Basic ${given}` }) },
    ...(ca && { ca: [...ca] }),
    rejectUnauthorized: true,
  });
};

/** As Node's agents report it. */
const refusedTunnel = (status: number): Error =>
  Object.assign(new Error(`The proxy refused the tunnel: ${status}`), {
    code: 'ERR_PROXY_TUNNEL',
    statusCode: status,
  });

/** Whether a proxy opens no tunnel without a login. */
export const wantsLogin = (error: Error): boolean => 'statusCode' in error && error.statusCode === 407;

type Tunnel = {
  readonly host: string;
  readonly port: number;
  /** How long the proxy may take, in milliseconds. */
  readonly ms: number;
  readonly signal?: AbortSignal;
};

/** Opens a tunnel to a server. What is sent through it is up to the caller. */
export const openTunnel = (
  proxy: Proxy,
  { host, port, ms, signal }: Tunnel,
  done: (outcome: Result<Duplex, Error>) => void,
): void => {
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const call = requestTo(proxy, {
    method: 'CONNECT',
    path: target,
    headers: { host: target },
    agent: false,
    ...(signal && { signal }),
  });
  const timer = setTimeout(
    () => call.destroy(Object.assign(new Error(`${ms} ms`), { code: 'ETIMEDOUT' })),
    ms,
  );
  const end = (outcome: Result<Duplex, Error>): void => {
    clearTimeout(timer);
    done(outcome);
  };
  call.once('error', (error) => end(failed(error)));
  // Any answer to CONNECT comes with this event. A server speaks first only after the client has.
  call.once('connect', ({ statusCode = 0 }: IncomingMessage, socket: Duplex, head: Buffer) => {
    const isOpen = statusCode >= 200 && statusCode < 300 && head.length === 0;
    // Nobody else listens yet; whoever uses the tunnel sees that it is closed.
    socket.on('error', () => socket.destroy());
    if (!isOpen) socket.destroy();
    end(isOpen ? success(socket) : failed(refusedTunnel(statusCode)));
  });
  call.end();
};

/** A connection by TLS through a tunnel, which ends with it. */
export const secureOver = (
  socket: Duplex,
  options: Omit<ConnectionOptions, 'socket'>,
  done: () => void,
): TLSSocket => connect({ ...options, socket, rejectUnauthorized: true }, done);

/** A call has its own, shorter limit. */
const tunnelMs = 60_000;

type TunnelOptions = https.AgentOptions & { readonly proxy: Proxy };

/** Connections by https through a proxy. Node's own agent checks a proxy against Node's authorities only. */
export class TunnelAgent extends https.Agent {
  readonly #proxy: Proxy;

  constructor({ proxy, ...options }: TunnelOptions) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(
    { host: given, port: stated }: https.RequestOptions,
    callback: (error: Error | null, stream?: Duplex) => void,
  ): undefined {
    const host = given ?? '';
    const { ca } = this.options;
    openTunnel(this.#proxy, { host, port: Number(stated ?? 443), ms: tunnelMs }, (opened) => {
      if (!opened.ok) {
        callback(opened.failure);
        return;
      }
      const servername = isIP(host) === 0 ? host : '';
      const secure = secureOver(opened.value, { host, servername, ...(ca && { ca }) }, () => {
        secure.off('error', callback);
        callback(null, secure);
      });
      secure.once('error', callback);
    });
  }
}
