import { setTimeout as wait } from 'node:timers/promises';
import type { VouchEvent } from '../../shared/contract/commands.ts';
import { restoredSchema } from '../../shared/contract/data.ts';
import type { BackendHost } from './books-room.ts';
import type { Backend } from './contract.ts';
import { createBackend } from './create-backend.ts';

/** A command that takes longer is cut off by a restored backup. */
const mostWaitMs = 5_000;

/** Whether a command's result reports that a backup is ready to replace the data. */
const isRestored = (name: string, result: { readonly ok: boolean; readonly value?: unknown }): boolean =>
  name === 'data.restore' && result.ok && restoredSchema.safeParse(result.value).data?.kind === 'restored';

/**
 * A backend that is reopened on the same data folder after a backup was unpacked there. Reopening replaces the
 * data; commands wait meanwhile.
 */
export const createRestorableBackend = async (host: BackendHost): Promise<Backend> => {
  const listeners = new Set<(event: VouchEvent) => void>();
  const tell = (event: VouchEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const open = async (): Promise<Backend> => {
    const backend = await createBackend(host);
    backend.listen(tell);
    return backend;
  };
  let current: Promise<Backend> = Promise.resolve(await open());
  const openReplaced = async (): Promise<Backend> => {
    const backend = await open();
    tell({ type: 'data.replaced' });
    return backend;
  };
  /** If reopening failed, for example because the disk was full, the next request tries again. */
  const opened = async (): Promise<Backend> => {
    current = current.catch(openReplaced);
    return current;
  };
  const running = new Set<Promise<unknown>>();
  /** Commands that run already end with the data that they began with. */
  const ended = async (): Promise<void> => {
    const stop = new AbortController();
    const late = wait(mostWaitMs, undefined, { signal: stop.signal }).catch(() => {});
    await Promise.race([Promise.allSettled(running), late]);
    stop.abort();
  };
  const reopen = async (): Promise<void> => {
    current = current.then(async (backend) => {
      await ended();
      await backend.close();
      return openReplaced();
    });
    await current;
  };

  return {
    invoke: async (name, input, caller) => {
      const backend = await opened();
      const call = backend.invoke(name, input, caller);
      running.add(call);
      const result = await call.finally(() => running.delete(call));
      if (isRestored(name, result)) await reopen();
      return result;
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    picture: async (id, size) => (await opened()).picture(id, size),
    faces: async (id) => (await opened()).faces(id),
    offerExport: async (input) => (await opened()).offerExport(input),
    // An earlier export contains the earlier data, and is dropped with it.
    takeDownload: async (id) => (await opened()).takeDownload(id),
    close: () =>
      current.then(
        (backend) => backend.close(),
        () => undefined,
      ),
  };
};
