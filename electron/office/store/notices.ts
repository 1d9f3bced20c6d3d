import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './connection.ts';
import { usualSilenceMs } from './watch-queries.ts';

/** Messages from other processes of the office. */
export type ChangeNotices = {
  /**
   * @param onMessage called for every message on the channel, from any process
   * @param onGap called after the connection was lost: messages may have been missed
   * @returns a function that ends the listening
   */
  readonly on: (channel: string, onMessage: (payload: string) => void, onGap?: () => void) => () => void;
  /** Resolves when later messages will be received. */
  readonly ready: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type Listener = { readonly onMessage: (payload: string) => void; readonly onGap: () => void };

const retryMs = 500;

/**
 * Listens on a separate connection, which is opened with the first listener and reopened whenever it is lost.
 * @param silenceMs how often that connection is checked
 */
export const openNotices = ({ alone }: Connection, silenceMs = usualSilenceMs): ChangeNotices => {
  const listeners = new Map<string, Set<Listener>>();
  const stopping = new AbortController();
  let client: ReturnType<typeof alone> | null = null;
  let heard = Promise.withResolvers<void>();
  let running: Promise<void> | null = null;

  const listenOnce = async (isFirst: boolean): Promise<void> => {
    const opened = alone();
    const lost = Promise.withResolvers<void>();
    opened.on('end', () => lost.resolve());
    opened.on('error', () => lost.resolve());
    opened.on('notification', ({ channel, payload }) => {
      for (const { onMessage } of listeners.get(channel) ?? []) onMessage(payload ?? '');
    });
    let beat: NodeJS.Timeout | undefined;
    try {
      await opened.connect();
      client = opened;
      beat = setInterval(() => void opened.query('SELECT 1').catch(() => {}), silenceMs);
      for (const channel of listeners.keys()) await opened.query(`LISTEN "${channel}"`);
      heard.resolve();
      if (!isFirst) for (const group of listeners.values()) for (const { onGap } of group) onGap();
      if (!stopping.signal.aborted) await lost.promise;
    } finally {
      clearInterval(beat);
      client = null;
      // Closed without a message: a server that does not respond would not confirm it.
      opened.connection.stream.destroy();
    }
  };

  const listenOn = async (): Promise<void> => {
    for (let isFirst = true; !stopping.signal.aborted; isFirst = false) {
      await listenOnce(isFirst).catch(() => {});
      if (stopping.signal.aborted) break;
      heard = Promise.withResolvers<void>();
      await sleep(retryMs, null, { signal: stopping.signal }).catch(() => {});
    }
    heard.resolve();
  };

  return {
    on: (channel, onMessage, onGap = () => {}) => {
      const listener = { onMessage, onGap };
      const group = listeners.get(channel) ?? new Set();
      const isNew = !listeners.has(channel);
      listeners.set(channel, group.add(listener));
      if (!running) running = listenOn();
      else if (isNew) void client?.query(`LISTEN "${channel}"`).catch(() => {});
      return () => {
        group.delete(listener);
      };
    },
    ready: () => heard.promise,
    close: async () => {
      stopping.abort();
      client?.connection.stream.destroy();
      await running;
    },
  };
};
