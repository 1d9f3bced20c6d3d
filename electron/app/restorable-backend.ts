import type { VouchEvent } from '../../shared/contract/commands.ts';
import { restoredSchema } from '../../shared/contract/data.ts';
import type { Backend, Host } from './contract.ts';
import { createBackend } from './create-backend.ts';

/** Whether a command's result reports that a backup is ready to replace the data. */
const isRestored = (name: string, result: { readonly ok: boolean; readonly value?: unknown }): boolean =>
  name === 'data.restore' && result.ok && restoredSchema.safeParse(result.value).data?.kind === 'restored';

/**
 * A backend that is reopened on the same data folder after a backup was unpacked there. Reopening replaces the
 * data; commands wait meanwhile.
 */
export const createRestorableBackend = async (host: Host): Promise<Backend> => {
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
  const reopen = async (): Promise<void> => {
    const before = current;
    current = before.then(async (backend) => {
      await backend.close();
      return open();
    });
    await current;
    tell({ type: 'data.replaced' });
  };

  return {
    invoke: async (name, input, caller) => {
      const result = await (await current).invoke(name, input, caller);
      if (isRestored(name, result)) await reopen();
      return result;
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    picture: async (id, size) => (await current).picture(id, size),
    faces: async (id) => (await current).faces(id),
    offerExport: async (input) => (await current).offerExport(input),
    // An earlier export contains the earlier data, and is dropped with it.
    takeDownload: async (id) => (await current).takeDownload(id),
    close: async () => (await current).close(),
  };
};
