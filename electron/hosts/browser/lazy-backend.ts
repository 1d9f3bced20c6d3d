import type { Backend } from '../../app/contract.ts';

export type LazyBackend = {
  /** The backend, made at the first call; a failed attempt is not repeated. */
  readonly get: () => Promise<Backend>;
  /** Ends it where it was ever made. */
  readonly close: () => Promise<void>;
};

/** The backend's modules take longer to load than the first page to answer: they are loaded after it. */
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
