import {
  Agent,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { createLocalClaims } from '../../electron/store/records/claim.ts';
import { openUsers } from '../../electron/office/users/office.ts';
import type { Pool } from '../../electron/office/store/client.ts';
import type { PageSummary } from '../../shared/contract/page.ts';
import { success, type Result } from '../../shared/result.ts';

const noDevice = { device: null, setDevice: () => {} };

/** Requests of a signed-in browser to a server of an office, over kept-alive connections. */
export type Desk = {
  /** Rejects if the server can't be reached or refuses the request. */
  readonly ask: <Value>(name: string, input: object) => Promise<Result<Value, { readonly id: string }>>;
  readonly add: (name: string, bytes: Buffer) => Promise<readonly number[]>;
  readonly get: (path: string) => Promise<{ readonly status: number; readonly body: Buffer }>;
  readonly list: () => Promise<readonly PageSummary[]>;
  /** Opens the stream of events. Returns a function that ends it. */
  readonly listen: () => () => void;
  readonly close: () => void;
};

type DeskResponse = { readonly status: number; readonly body: Buffer; readonly headers: IncomingHttpHeaders };

const valueOf = <Value>(result: Result<Value, { readonly id: string }>): Value => {
  if (!result.ok) throw new Error(result.failure.id);
  return result.value;
};

export const openDesk = (port: number, cookie: string): Desk => {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const origin = `http://127.0.0.1:${port}`;
  const send = (
    method: 'GET' | 'POST',
    path: string,
    headers: OutgoingHttpHeaders = {},
    body?: string | Buffer,
  ): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port, method, path, agent, headers: { origin, cookie, ...headers } },
        resolve,
      );
      // The server has closed the connection while it was idle. A browser takes another one, too.
      asked.on('error', (error) =>
        asked.reusedSocket ? resolve(send(method, path, headers, body)) : reject(error),
      );
      asked.end(body);
    });
  const whole = async (...asked: Parameters<typeof send>): Promise<DeskResponse> => {
    const response = await send(...asked);
    const { statusCode = 0, headers } = response;
    return { status: statusCode, headers, body: await buffer(response) };
  };
  const json = { 'content-type': 'application/json' };
  const ask: Desk['ask'] = async (name, input) => {
    const { status, body } = await whole('POST', `/commands/${name}`, json, JSON.stringify(input));
    if (status !== 200) throw new Error(`${name}: ${status}`);
    return JSON.parse(body.toString());
  };
  return {
    ask,
    add: async (name, bytes) => {
      const headers = {
        'content-type': 'application/octet-stream',
        'x-vouch-name': encodeURIComponent(name),
      };
      for (;;) {
        const path = '/files?service=vat-invoice&sandbox=false';
        const { status, body, headers: answered } = await whole('POST', path, headers, bytes);
        if (status === 503 && body.includes('uploads-full')) {
          await wait(Number(answered['retry-after']) * 1_000);
          continue;
        }
        if (status !== 200) throw new Error(`files: ${status}`);
        return valueOf<{ readonly added: readonly number[] }>(JSON.parse(body.toString())).added;
      }
    },
    get: (path) => whole('GET', path),
    list: async () => valueOf(await ask<readonly PageSummary[]>('pages.list', { service: 'vat-invoice' })),
    listen: () => {
      const asked = request(
        { host: '127.0.0.1', port, path: '/events', agent: false, headers: { origin, cookie } },
        (response) => response.on('error', () => {}).resume(),
      );
      asked.on('error', () => {});
      asked.end();
      return () => asked.destroy();
    },
    close: () => agent.destroy(),
  };
};

const password = 'fourteen green chairs';
const client = { address: '127.0.0.1', program: 'test' };

/**
 * The cookies of users who are signed in, the first of them an administrator.
 * @param pool for the tables of an office's users, which are empty
 */
export const signInUsers = async (
  pool: InstanceType<typeof Pool>,
  count: number,
): Promise<readonly string[]> => {
  const office = await openUsers(
    pool,
    createLocalClaims(() => new Date()),
  );
  const cookies: string[] = [];
  const enter = async (link: string, index: number): Promise<string> => {
    let cookie = '';
    const setSession = (key: string | null): void => {
      cookie = `__Host-vouch=${key ?? ''}`;
    };
    const account = { link, email: `p${index}@office.example`, name: `User ${index}`, password };
    const entered = await office.answer('useLink', account, {
      client,
      signedIn: null,
      key: null,
      setSession,
      ...noDevice,
    });
    if (!entered.ok) throw new Error(entered.failure.id);
    return cookie;
  };
  const first = await office.firstLink();
  if (!first) throw new Error('There are users');
  cookies.push(await enter(first.link, 0));
  const key = (cookies[0] ?? '').split('=')[1] ?? '';
  const signedIn = await office.sessionOf(key);
  for (let index = 1; index < count; index += 1) {
    const input = { email: `p${index}@office.example`, role: 'approver' };
    const invited = await office.answer('invite', input, {
      client,
      signedIn,
      key,
      setSession: () => {},
      ...noDevice,
    });
    const { link } = (invited.ok ? invited : success({ link: '' })).value as { link: string };
    cookies.push(await enter(link, index));
  }
  return cookies;
};
