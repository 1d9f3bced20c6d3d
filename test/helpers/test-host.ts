import { fileURLToPath } from 'node:url';
import type { BackendHost } from '../../electron/app/books-room.ts';
import type { Backend } from '../../electron/app/contract.ts';
import { openBooks } from '../../electron/books/books-commands.ts';
import { makeNodeTransport } from '../../electron/infra/network/node-transport.ts';

const samplesFolder = fileURLToPath(new URL('../../samples', import.meta.url));

/** A host without a window: settings in memory, secrets only for the session. */
export const testHost = (home: string, over: Partial<BackendHost> = {}): BackendHost => {
  const kept = new Map<string, unknown>();
  return {
    kind: 'browser',
    openBooks,
    version: '0.0.0',
    locale: 'en',
    home,
    samplesFolder,
    environment: {},
    store: {
      get: (key) => kept.get(key),
      set: (key, value) => void kept.set(key, value),
      delete: (key) => void kept.delete(key),
    },
    cipher: {
      protection: () => Promise.resolve('session'),
      encrypt: (secret) => Promise.resolve(secret),
      decrypt: () => Promise.resolve(null),
    },
    transport: makeNodeTransport(),
    now: () => new Date(),
    log: { write: () => {} },
    ...over,
  };
};

/** Sends commands to a backend, and returns the values of their results. Throws on a failure. */
export const commandSender =
  ({ invoke }: Pick<Backend, 'invoke'>) =>
  async (name: string, input: unknown): Promise<unknown> => {
    const result = await invoke(name, input);
    if (!result.ok) throw new Error(`${name}: ${result.failure.message.en}`);
    return result.value;
  };
