/* oxlint-disable unicorn/consistent-function-scoping -- these functions travel as source text */
import { decodeValue, encodeValue } from './values.ts';

/**
 * Code that runs in the page. The two worlds share the document but no JavaScript values. They communicate by
 * events with a secret name, whose detail Chromium copies between the worlds.
 */

type Meeting = { readonly name: string };

// oxlint-disable-next-line typescript/no-explicit-any -- details are what the other world sent
type Detail = any;

/** In the page's own world, before any script of the page: receives what the preload exposes. */
const installMainWorld = ({ name }: Meeting): void => {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const callbacks = new Map<number, (...values: unknown[]) => void>();
  let last = 0;
  const send = (detail: unknown): void => {
    window.dispatchEvent(new CustomEvent(`${name}-in`, { detail }));
  };
  const pack = (value: unknown): unknown => {
    if (typeof value !== 'function') return { value };
    last += 1;
    callbacks.set(last, (...values) => value(...values));
    return { callback: last };
  };
  const proxy =
    (target: string) =>
    (...values: unknown[]): unknown => {
      last += 1;
      const id = last;
      let immediate: Detail = null;
      const answered = new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        const take = (event: Event): void => {
          if (event instanceof CustomEvent && event.detail.kind === 'returned' && event.detail.id === id) {
            immediate = event.detail;
          }
        };
        window.addEventListener(`${name}-out`, take);
        send({ kind: 'call', id, target, values: values.map(pack) });
        window.removeEventListener(`${name}-out`, take);
      });
      if (immediate?.handle) return proxy(immediate.handle);
      return immediate?.promise ? answered : immediate?.value;
    };
  window.addEventListener(`${name}-out`, (event) => {
    if (!(event instanceof CustomEvent)) return;
    const detail: Detail = event.detail;
    if (detail.kind === 'expose') {
      const api = Object.freeze(
        Object.fromEntries(detail.names.map((member: string) => [member, proxy(`${detail.key}.${member}`)])),
      );
      Object.defineProperty(window, detail.key, { value: api, enumerable: true });
    }
    if (detail.kind === 'settled') {
      const { resolve, reject } = waiting.get(detail.id) ?? {};
      waiting.delete(detail.id);
      if (detail.error === undefined) resolve?.(detail.value);
      else reject?.(new Error(detail.error));
    }
    if (detail.kind === 'callback') callbacks.get(detail.callback)?.(...detail.values);
  });
  const openWindow = (address: string): void =>
    send({ kind: 'open', address: new URL(address, document.baseURI).href });
  // Electron asks the program before it creates a window; Chromium would create it first.
  window.open = (address = '') => {
    openWindow(String(address));
    return null;
  };
  window.addEventListener('click', (event) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (event.defaultPrevented || link?.target !== '_blank') return;
    event.preventDefault();
    openWindow(link.href);
  });
  send({ kind: 'hello' });
};

/** In the isolated world, before the preload: the `require('electron')` of a sandboxed preload. */
const installIsolatedWorld = (
  { name }: Meeting,
  encode: (value: unknown) => string,
  decode: (text: string) => unknown,
): unknown => {
  const page: Detail = globalThis;
  type Handler = (...values: unknown[]) => unknown;
  const functions = new Map<string, Handler>();
  const exposed: Detail[] = [];
  const listeners = new Map<string, Handler[]>();
  const invoked = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const paths = new Map<string, string>();
  let last = 0;
  const send = (detail: unknown): void => {
    window.dispatchEvent(new CustomEvent(`${name}-out`, { detail }));
  };
  const unpack = ({ value, callback }: Detail): unknown =>
    callback === undefined ? value : (...values: unknown[]) => send({ kind: 'callback', callback, values });
  const say = (error: unknown): string => (error instanceof Error ? error.message : String(error));
  const answer = (id: number, result: unknown): void => {
    if (result instanceof Promise) {
      send({ kind: 'returned', id, promise: true });
      result.then(
        (value) => send({ kind: 'settled', id, value }),
        (error: unknown) => send({ kind: 'settled', id, error: say(error) }),
      );
      return;
    }
    if (typeof result === 'function') {
      last += 1;
      functions.set(`handle ${last}`, (...values) => result(...values));
      send({ kind: 'returned', id, handle: `handle ${last}` });
      return;
    }
    send({ kind: 'returned', id, value: result });
  };
  window.addEventListener(`${name}-in`, (event) => {
    if (!(event instanceof CustomEvent)) return;
    const detail: Detail = event.detail;
    if (detail.kind === 'hello') exposed.forEach(send);
    if (detail.kind === 'open') page.standInSend(encode({ kind: 'open', address: detail.address }));
    if (detail.kind === 'call') {
      answer(detail.id, functions.get(detail.target)?.(...detail.values.map(unpack)));
    }
  });
  /** Called by the main process. */
  page.standInDeliver = (text: string): void => {
    const message: Detail = decode(text);
    if (message.kind === 'event') {
      for (const listener of listeners.get(message.channel) ?? []) listener({}, ...message.values);
    }
    if (message.kind === 'files') {
      for (const { key, path } of message.files) paths.set(key, path);
    }
    if (message.kind === 'result') {
      const { resolve, reject } = invoked.get(message.id) ?? {};
      invoked.delete(message.id);
      if (message.error === undefined) resolve?.(message.value);
      else reject?.(new Error(message.error));
    }
  };
  return {
    contextBridge: {
      exposeInMainWorld: (key: string, api: Record<string, Handler>) => {
        for (const [member, value] of Object.entries(api)) functions.set(`${key}.${member}`, value);
        const detail = { kind: 'expose', key, names: Object.keys(api) };
        exposed.push(detail);
        send(detail);
      },
    },
    ipcRenderer: {
      invoke: (channel: string, ...values: unknown[]) =>
        new Promise((resolve, reject) => {
          last += 1;
          invoked.set(last, { resolve, reject });
          page.standInSend(encode({ kind: 'invoke', id: last, channel, values }));
        }),
      send: (channel: string, ...values: unknown[]) =>
        page.standInSend(encode({ kind: 'send', channel, values })),
      on: (channel: string, listener: Handler) => {
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      },
      removeListener: (channel: string, listener: Handler) => {
        listeners.set(
          channel,
          (listeners.get(channel) ?? []).filter((other) => other !== listener),
        );
      },
    },
    webUtils: {
      getPathForFile: (file: File) => paths.get(`${file.name} ${file.size} ${file.lastModified}`) ?? '',
    },
  };
};

/** Name of the isolated world; the binding `standInSend` exists only there. */
export const preloadWorld = 'preload';

export const mainWorldSource = (meeting: Meeting): string =>
  `(${installMainWorld.toString()})(${JSON.stringify(meeting)})`;

export const isolatedWorldSource = (meeting: Meeting, preload: string): string => `{
  const electron = (${installIsolatedWorld.toString()})(
    ${JSON.stringify(meeting)}, ${encodeValue.toString()}, ${decodeValue.toString()});
  globalThis.standInElectron = electron;
  const require = (name) => {
    if (name !== 'electron') throw new Error('module not found: ' + name);
    return electron;
  };
  (function (require, exports, module) {
    ${preload}
  })(require, {}, { exports: {} });
}`;
