import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { chromiumPath, shortLivedFlags } from '../../../build/chromium.mjs';

/**
 * A small client of the DevTools protocol: one pipe to the browser, one session per page. A socket would compress every
 * message, which takes more processor time than all the rest.
 */

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

type Pending = { readonly resolve: (result: Message) => void; readonly reject: (error: Error) => void };

/** Calls the listener with each message from a pipe, which a zero ends. */
const readMessages = (pipe: Readable, listener: (message: Message) => void): void => {
  let parts: Buffer[] = [];
  pipe.on('data', (data: Buffer) => {
    let start = 0;
    for (let end = data.indexOf(0); end >= 0; end = data.indexOf(0, start)) {
      parts.push(data.subarray(start, end));
      listener(JSON.parse(Buffer.concat(parts).toString()));
      parts = [];
      start = end + 1;
    }
    if (start < data.length) parts.push(data.subarray(start));
  });
};

const speak = (toBrowser: Writable, fromBrowser: Readable): ((id: string | undefined) => DevtoolsSession) => {
  let last = 0;
  const pending = new Map<number, Pending>();
  const listeners = new Map<string, Listener[]>();
  // Chromium has ended.
  toBrowser.on('error', () => {});
  readMessages(fromBrowser, (message) => {
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
        toBrowser.write(`${JSON.stringify({ id: last, method, params: parameters, sessionId })}\0`);
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
      ...shortLivedFlags,
      '--headless=new',
      '--remote-debugging-port=0',
      // When the pipe breaks, Chromium exits, however this process has ended.
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
  const [, , , toBrowser, fromBrowser] = child.stdio;
  if (!(toBrowser instanceof Writable && fromBrowser instanceof Readable)) throw new Error('No pipes.');
  const session = speak(toBrowser, fromBrowser);
  return { endpoint, browser: session(undefined), session };
};
