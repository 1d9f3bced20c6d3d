import type { Backend } from '../../app/contract.ts';

type LazyBackend = {
  /** The backend, created by the first call; a failed attempt is not repeated. */
  readonly get: () => Promise<Backend>;
  /** Closes it if it was created. */
  readonly close: () => Promise<void>;
};

/** The backend's modules take longer to load than the first page to arrive: they are loaded after it. */
export const createLazyBackend = (make: () => Promise<Backend>): LazyBackend => {
  let made: Promise<Backend> | null = null;
  return {
    get: () => (made ??= make()),
    close: async () => {
      const backend = await made?.catch(() => null);
      await backend?.close();
    },
  };
};
