import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect } from 'node:tls';
import { loginIn, portOf } from './proxy-login.ts';

const isInRange = (host: string, range: string): boolean => {
  const [first = '', last = ''] = range.split('-');
  try {
    const list = new BlockList();
    list.addRange(first, last);
    return list.check(host);
  } catch {
    return false;
  }
};

/** Whether NO_PROXY excepts an address, by the rules of Node's agents. */
export const isExcepted = (host: string, port: number, noProxy: string): boolean =>
  noProxy
    .toLowerCase()
    .split(/[\s,]+/u)
    .filter((one) => one !== '')
    .some((one) => {
      if (one === '*' || one === host || one === `${host}:${port}`) return true;
      const suffix = one.startsWith('*.') ? one.slice(1) : one;
      return (suffix.startsWith('.') && host.endsWith(suffix)) || (one.includes('-') && isInRange(host, one));
    });

/** How long a proxy may take to open a tunnel, in milliseconds; a call has its own, shorter limit. */
const tunnelMs = 60_000;

/** As Node's agents report it. */
const refusedTunnel = (status: number): Error =>
  Object.assign(new Error(`The proxy refused the tunnel: ${status}`), {
    code: 'ERR_PROXY_TUNNEL',
    statusCode: status,
  });

type SecureProxyOptions = https.AgentOptions & {
  /** `https://host:port`, maybe with a login. */
  readonly proxy: URL;
  readonly noProxy: string;
  readonly ca: string[];
};

/**
 * Connections through a proxy that is reached by https itself. Node's agent checks the certificate of such a proxy
 * against its own authorities only; this one checks it against the given ones.
 */
export class SecureProxyAgent extends https.Agent {
  readonly #proxy: URL;
  readonly #noProxy: string;
  readonly #ca: string[];

  constructor({ proxy, noProxy, ...options }: SecureProxyOptions) {
    super(options);
    this.#proxy = proxy;
    this.#noProxy = noProxy;
    this.#ca = options.ca;
  }

  override createConnection(
    options: https.RequestOptions,
    callback: (error: Error | null, stream?: Duplex) => void,
  ): Duplex | null | undefined {
    const host = options.host ?? '';
    const port = Number(options.port ?? 443);
    if (isExcepted(host.toLowerCase(), port, this.#noProxy)) return super.createConnection(options, callback);
    const fail = (error: Error): void => callback(error);
    const target = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const login = loginIn(this.#proxy.href);
    const given = login && Buffer.from(`${login.user}:${login.password}`).toString('base64');
    const ofProxy = this.#proxy.hostname.replace(/^\[|\]$/gu, '');
    const tunnel = https.request({
      host: ofProxy,
      // Otherwise Node takes the name in the Host header, which is that of the server behind the proxy.
      servername: isIP(ofProxy) === 0 ? ofProxy : '',
      port: portOf(this.#proxy) ?? 443,
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...(given === null ? {} : { 'proxy-authorization': `Basic ${given}` }) },
      ca: this.#ca,
      rejectUnauthorized: true,
      agent: false,
      timeout: tunnelMs,
    });
    tunnel.on('timeout', () => tunnel.destroy(Object.assign(new Error('silent'), { code: 'ETIMEDOUT' })));
    tunnel.on('error', fail);
    // Any answer to CONNECT comes with this event.
    tunnel.on('connect', (answer: http.IncomingMessage, socket, head) => {
      const { statusCode = 0 } = answer;
      if (statusCode !== 200 || head.length > 0) {
        socket.destroy();
        fail(refusedTunnel(statusCode));
        return;
      }
      socket.setTimeout(0);
      const servername = isIP(host) === 0 ? host : '';
      const secure = connect({ host, servername, socket, ca: this.#ca, rejectUnauthorized: true });
      secure.once('error', fail);
      secure.once('secureConnect', () => {
        secure.off('error', fail);
        callback(null, secure);
      });
    });
    tunnel.end();
    return undefined;
  }
}
