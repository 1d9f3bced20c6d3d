import type {
  TransportFailure,
  HttpResponse,
  HttpRequest,
  Transport,
} from '../../infra/network/transport.ts';
import type { Session, WebContents, ClientRequest, IncomingMessage, Net } from 'electron';
import type { Log } from '../../infra/log.ts';
import { appScheme } from './navigation.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { Login, ProxyLogins } from '../../infra/network/proxy-login.ts';
import { gatherResponse } from '../../infra/network/gather-response.ts';

type Reason = TransportFailure['reason'];

/** Chromium's error names (net_error_list.h) for a call that fails before its response. */
const reasons: readonly (readonly [RegExp, Reason])[] = [
  [/ERR_(NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|DNS_\w+|ICANN_NAME_COLLISION)/, 'unknown-host'],
  [/ERR_(CERT_\w+|SSL_\w+|BAD_SSL_\w+|ECH_\w+)/, 'tls'],
  [
    /ERR_(CONNECTION_REFUSED|CONNECTION_FAILED|ADDRESS_\w+|INTERNET_DISCONNECTED|NETWORK_ACCESS_DENIED|PROXY_\w+|TUNNEL_CONNECTION_FAILED|SOCKS_\w+|NO_SUPPORTED_PROXIES|MANDATORY_PROXY_\w+|BLOCKED_BY_\w+)/,
    'unreachable',
  ],
  [/ERR_CONNECTION_TIMED_OUT/, 'connect-timeout'],
  [/ERR_TIMED_OUT/, 'call-timeout'],
];

/** Failures before any part of the request was sent. */
const beforeSending: ReadonlySet<Reason> = new Set(['unknown-host', 'tls', 'unreachable', 'connect-timeout']);

/** The failure for an error of Electron's `net`. */
export const failureOfNetError = (message: string): TransportFailure => {
  const reason = reasons.find(([shape]) => shape.test(message))?.[1] ?? 'connection-lost';
  return { reason, detail: message, sent: !beforeSending.has(reason) };
};

/** Schemes that stay inside the program; the developer tools use their own. */
const innerSchemes = (developer: boolean): ReadonlySet<string> =>
  new Set([`${appScheme}:`, 'blob:', 'data:', ...(developer ? ['devtools:'] : [])]);

/** Whether a request of the window stays inside the program. */
export const staysInside = (address: string, developer: boolean): boolean => {
  const url = URL.parse(address);
  return url !== null && innerSchemes(developer).has(url.protocol);
};

/** Port 9 (discard) on this computer: nothing listens there, so data sent to it is lost. */
export const deadProxy = { proxyRules: 'socks5://127.0.0.1:9', proxyBypassRules: '<-loopback>' } as const;

/**
 * The window needs no network: the main process makes calls in a separate session. The content security
 * policy restricts the page; this also covers what the policy does not, such as WebRTC.
 */
export const closeNetwork = async (session: Session, developer: boolean, log: Log): Promise<void> => {
  session.webRequest.onBeforeRequest(({ url }, callback) => {
    const cancel = !staysInside(url, developer);
    if (cancel) log.write('warn', 'request-blocked', URL.parse(url)?.origin ?? 'no address');
    callback({ cancel });
  });
  await session.setProxy(deadProxy);
};

/** WebRTC must use the session's proxy, which does not exist. */
export const closeWebRtc = (contents: Pick<WebContents, 'setWebRTCIPHandlingPolicy'>): void =>
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');

type Outcome = Result<HttpResponse, TransportFailure>;
type Settle = (outcome: Outcome) => void;

/** Chromium sets these itself and refuses a request that names them. */
const ownHeaders: ReadonlySet<string> = new Set(['host', 'content-length', 'connection']);

const failure = (reason: TransportFailure['reason'], detail: string, sent: boolean): Outcome =>
  failed({ reason, detail, sent });

const flatten = (headers: Readonly<Record<string, string | readonly string[]>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      typeof value === 'string' ? value : value.join(', '),
    ]),
  );

const open = (net: Pick<Net, 'request'>, request: HttpRequest): ClientRequest => {
  const call = net.request({
    method: request.method ?? 'POST',
    url: request.url.href,
    // No cookies, no cache, no redirects.
    useSessionCookies: false,
    redirect: 'manual',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    priority: 'medium',
  });
  for (const [name, value] of Object.entries(request.headers)) {
    if (!ownHeaders.has(name.toLowerCase())) call.setHeader(name, value);
  }
  return call;
};

/** Reads a response up to a limit; one that ends early is a lost connection. */
const collect = (response: IncomingMessage, maxBytes: number, settle: Settle): void => {
  const statedLength = Number(response.headers['content-length'] ?? 0);
  const gathered = gatherResponse(statedLength <= maxBytes ? statedLength : 0);
  response.on('data', (part) => {
    if (gathered.size() + part.length > maxBytes)
      settle(failure('reply-too-large', `more than ${maxBytes} bytes`, true));
    else gathered.add(part);
  });
  response.on('end', () =>
    settle(
      success({
        status: response.statusCode,
        headers: flatten(response.headers),
        body: gathered.bytes(),
      }),
    ),
  );
  response.on('aborted', () =>
    settle(failure('connection-lost', 'closed before the end of the answer', true)),
  );
  response.on('error', () => settle(failure('connection-lost', 'lost before the end of the answer', true)));
};

type Way = { readonly net: Pick<Net, 'request'>; readonly logins: Pick<ProxyLogins, 'ask'> };

const send = ({ net, logins }: Way, request: HttpRequest, signal: AbortSignal): Promise<Outcome> =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve(failure('cancelled', 'cancelled before the call', false));
      return;
    }
    const call = open(net, request);
    const hasLeft = (): boolean => call.getUploadProgress().started;
    const stopTimers = (): void => {
      clearTimeout(connectTimer);
      clearTimeout(totalTimer);
    };
    /** Aborted when the call has ended, whatever ended it. */
    const ended = new AbortController();
    const settle: Settle = (outcome) => {
      ended.abort();
      stopTimers();
      signal.removeEventListener('abort', cancel);
      resolve(outcome);
      if (!outcome.ok) call.abort();
    };
    const cancel = (): void => settle(failure('cancelled', 'cancelled', hasLeft()));
    // There is no event for an established connection: the first sent byte proves it.
    const startConnectTimer = () =>
      setTimeout(() => {
        if (!hasLeft()) settle(failure('connect-timeout', `${request.connectTimeoutMs} ms`, false));
      }, request.connectTimeoutMs);
    const startTotalTimer = () =>
      setTimeout(
        () => settle(failure('call-timeout', `${request.totalTimeoutMs} ms`, hasLeft())),
        request.totalTimeoutMs,
      );
    let [connectTimer, totalTimer] = [startConnectTimer(), startTotalTimer()];
    signal.addEventListener('abort', cancel, { once: true });
    let tried: Login | null = null;
    call.on('login', (asker, answer) => {
      // A server's own question: its answer is the result.
      if (!asker.isProxy) return answer();
      // The user may need minutes to find the password.
      stopTimers();
      const logIn = async (): Promise<void> => {
        // Asked again, the login was wrong.
        tried = await logins.ask({ isProxy: true, host: asker.host, port: asker.port }, tried, ended.signal);
        if (ended.signal.aborted) return;
        if (!tried) {
          settle(success({ status: 407, headers: {}, body: Buffer.alloc(0) }));
          call.abort();
          return;
        }
        [connectTimer, totalTimer] = [startConnectTimer(), startTotalTimer()];
        answer(tried.user, tried.password);
      };
      void logIn();
    });
    call.on('redirect', (status, _method, _address, headers) =>
      settle(success({ status, headers: flatten(headers), body: Buffer.alloc(0) })),
    );
    call.on('response', (response) => {
      clearTimeout(connectTimer);
      collect(response, request.maxResponseBytes, settle);
    });
    call.on('error', (error) => settle(failed(failureOfNetError(error.message))));
    call.on('close', () => settle(failure('connection-lost', 'closed without an answer', hasLeft())));
    call.end(request.body);
  });

/**
 * Calls through Chromium's network stack, so that the office's proxy and certificates apply. Chromium sets
 * the Host header itself: in lower case, without https's default port.
 */
export const createNetTransport =
  (net: Pick<Net, 'request'>, logins: Pick<ProxyLogins, 'ask'>): Transport =>
  (request, signal) =>
    send({ net, logins }, request, signal);
