import type { VouchEvent } from '../../shared/contract/commands.ts';
import { restoredSchema } from '../../shared/contract/data.ts';
import type { Backend, Host } from './contract.ts';
import { createBackend } from './create-backend.ts';

/** Whether a command's reply says that a backup lies ready to be taken in. */
const isRestored = (name: string, reply: { readonly ok: boolean; readonly value?: unknown }): boolean =>
  name === 'data.restore' && reply.ok && restoredSchema.safeParse(reply.value).data?.kind === 'restored';

/**
 * A backend that is opened anew over the same data folder once a backup was laid ready there: opening it takes the
 * backup in. Commands that come meanwhile wait.
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
      const reply = await (await current).invoke(name, input, caller);
      if (isRestored(name, reply)) await reopen();
      return reply;
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
    // An export that was made before is of the earlier data, and goes with it.
    takeDownload: async (id) => (await current).takeDownload(id),
    close: async () => (await current).close(),
  };
};
