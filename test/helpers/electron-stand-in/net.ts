import { EventEmitter } from 'node:events';
import http from 'node:http';
import https from 'node:https';

/** `net.request` on Node's http, with Electron's events, refusals and messages. */

type Options = {
  readonly method?: string;
  readonly url: string;
  readonly redirect?: 'follow' | 'error' | 'manual';
};

const words: Readonly<Record<string, string>> = {
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'ERR_INTERNET_DISCONNECTED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  EPIPE: 'ERR_CONNECTION_RESET',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
};

const wordOf = (error: Error, secured: boolean): string => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = words[code];
  if (known && (secured || known !== 'ERR_CONNECTION_RESET')) return known;
  return known ?? (secured ? 'ERR_EMPTY_RESPONSE' : 'ERR_CERT_AUTHORITY_INVALID');
};

const restricted = new Set([
  'content-length',
  'host',
  'trailer',
  'te',
  'upgrade',
  'cookie2',
  'keep-alive',
  'transfer-encoding',
]);

/** Chromium keeps connections alive, too. */
const agents = {
  http: new http.Agent({ keepAlive: true, timeout: 4000 }),
  https: new https.Agent({ keepAlive: true, timeout: 4000 }),
};

const listed = (headers: http.IncomingHttpHeaders): Record<string, string[]> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat()]));

export class ClientRequest extends EventEmitter {
  readonly #options: Options;
  readonly #headers: Record<string, string> = {};
  #call: http.ClientRequest | null = null;
  #secured = false;
  #closed = false;
  #body: Buffer | undefined;

  constructor(options: Options) {
    super();
    this.#options = options;
  }

  setHeader(name: string, value: string): void {
    if (this.#call) throw new Error("Can't set headers after they are sent");
    if (restricted.has(name.toLowerCase())) throw new Error('net::ERR_INVALID_ARGUMENT');
    this.#headers[name] = value;
  }

  getUploadProgress(): { active: boolean; started: boolean; current: number; total: number } {
    return { active: !this.#closed, started: this.#secured, current: 0, total: 0 };
  }

  abort(): void {
    if (this.#closed) return;
    this.emit('abort');
    this.#call?.destroy();
    this.#close();
  }

  end(body?: Buffer): this {
    this.#body = body;
    this.#send({});
    return this;
  }

  #send(login: Readonly<Record<string, string>>): void {
    const body = this.#body;
    const { url, method } = this.#options;
    const secure = url.startsWith('https:');
    const call = (secure ? https : http).request(url, {
      method,
      headers: { ...this.#headers, ...login, 'content-length': body?.length ?? 0 },
      agent: secure ? agents.https : agents.http,
    });
    this.#call = call;
    call.on('socket', (socket) => {
      if (!socket.connecting) this.#secured = true;
      else socket.once(secure ? 'secureConnect' : 'connect', () => (this.#secured = true));
    });
    call.on('response', (response) => this.#answer(response));
    call.on('error', (error) => this.#fail(`net::${wordOf(error, this.#secured)}`));
    call.end(body);
  }

  /** As Chromium: who asks for a login is told to the program, which may give one, later, too. */
  #askLogin(response: http.IncomingMessage, isProxy: boolean): void {
    const { hostname, port } = new URL(this.#options.url);
    response.pause();
    const asker = { isProxy, scheme: 'basic', host: hostname, port: Number(port), realm: '' };
    this.emit('login', asker, (user?: string, password?: string) => {
      if (user === undefined) {
        this.#give(response);
        response.resume();
        return;
      }
      response.destroy();
      const basic = `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}`;
      this.#send({ [isProxy ? 'proxy-authorization' : 'authorization']: basic });
    });
  }

  #answer(response: http.IncomingMessage): void {
    const { statusCode, headers } = response;
    const isProxy = statusCode === 407 && 'proxy-authenticate' in headers;
    if (isProxy || (statusCode === 401 && 'www-authenticate' in headers)) this.#askLogin(response, isProxy);
    else this.#give(response);
  }

  #give(response: http.IncomingMessage): void {
    const status = response.statusCode ?? 0;
    const location = response.headers.location;
    if (status >= 300 && status < 400 && location !== undefined) {
      // Manual redirect mode, and no listener follows synchronously: the request is cancelled.
      this.emit('redirect', status, 'GET', location, listed(response.headers));
      this.#call?.destroy();
      this.#fail('net::ERR_ABORTED');
      return;
    }
    const incoming = Object.assign(new EventEmitter(), {
      statusCode: status,
      headers: listed(response.headers),
    });
    response.on('data', (part: Buffer) => incoming.emit('data', part));
    response.on('end', () => {
      incoming.emit('end');
      this.#close();
    });
    response.on('error', () => {
      incoming.emit('aborted');
      incoming.emit('error', new Error('net::ERR_CONTENT_LENGTH_MISMATCH'));
      this.#close();
    });
    this.emit('response', incoming);
  }

  #fail(message: string): void {
    if (this.#closed) return;
    this.emit('error', new Error(message));
    this.#close();
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.emit('close');
  }
}

export const net = {
  request: (options: Options): ClientRequest => new ClientRequest(options),
};
