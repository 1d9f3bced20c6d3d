import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumFlags, chromiumPath } from '../../../build/chromium.mjs';

/** A small client of the DevTools protocol: one socket to the browser, one session per page. */

// oxlint-disable-next-line typescript/no-explicit-any -- the protocol's own types are not part of the project
export type Message = any;
type Listener = (parameters: Message) => void;

export type DevtoolsSession = {
  readonly send: (method: string, parameters?: object) => Promise<Message>;
  readonly on: (method: string, listener: Listener) => void;
};

export type Devtools = {
  readonly endpoint: string;
  readonly browser: DevtoolsSession;
  readonly session: (id: string) => DevtoolsSession;
  readonly close: () => void;
};

const endpointOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let detail = '';
    child.stderr?.on('data', (part: Buffer) => {
      detail += part.toString();
      const found = /DevTools listening on (ws:\S+)/.exec(detail)?.[1];
      if (found) resolve(found);
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`Chromium ended (${code}): ${detail}`)));
  });

const connectSocket = (endpoint: string): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(endpoint);
    socket.addEventListener('open', () => resolve(socket));
    socket.addEventListener('error', () => reject(new Error(`No connection to ${endpoint}`)));
  });

type Pending = { readonly resolve: (result: Message) => void; readonly reject: (error: Error) => void };

const speak = (socket: WebSocket): ((id: string | undefined) => DevtoolsSession) => {
  let last = 0;
  const pending = new Map<number, Pending>();
  const listeners = new Map<string, Listener[]>();
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(String(data));
    if (message.id === undefined) {
      for (const listener of listeners.get(`${message.sessionId ?? ''} ${message.method}`) ?? []) {
        listener(message.params);
      }
      return;
    }
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    if (message.error) waiting?.reject(new Error(message.error.message));
    else waiting?.resolve(message.result);
  });
  return (sessionId) => ({
    send: (method, parameters = {}) =>
      new Promise((resolve, reject) => {
        last += 1;
        pending.set(last, { resolve, reject });
        socket.send(JSON.stringify({ id: last, method, params: parameters, sessionId }));
      }),
    on: (method, listener) => {
      const key = `${sessionId ?? ''} ${method}`;
      listeners.set(key, [...(listeners.get(key) ?? []), listener]);
    },
  });
};

/** Starts a separate Chromium with a temporary profile. */
export const startChromium = async (): Promise<Devtools> => {
  const path = chromiumPath();
  if (!path) throw new Error('No Chromium was found for the stand-in.');
  const profile = mkdtempSync(join(tmpdir(), 'vouch-chromium-'));
  const child = spawn(
    path,
    [
      ...chromiumFlags,
      '--headless=new',
      '--remote-debugging-port=0',
      // Nothing is sent over the pipe. When it breaks, Chromium exits, however this process has ended.
      '--remote-debugging-pipe',
      '--hide-scrollbars',
      // No request of a page leaves the machine.
      '--host-resolver-rules=MAP * ~NOTFOUND',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] },
  );
  process.on('exit', () => {
    child.kill('SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  const endpoint = await endpointOf(child);
  const socket = await connectSocket(endpoint);
  const speaker = speak(socket);
  return {
    endpoint,
    browser: speaker(undefined),
    session: speaker,
    close: () => socket.close(),
  };
};
