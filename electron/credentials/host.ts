/** Where a host keeps settings and sealed credentials: electron-store in the desktop host, conf elsewhere. */
export type KeyValueStore = {
  readonly get: (key: string) => unknown;
  readonly set: (key: string, value: unknown) => void;
  readonly delete: (key: string) => void;
};

/** How a host keeps a secret from other eyes. */
export type Seal = {
  /**
   * sealed: the system's key store; unprotected: a key that every copy of the program has;
   * session: nothing is written, the secret lives in memory.
   */
  readonly protection: 'sealed' | 'unprotected' | 'session';
  /** Text that may be written to disk. */
  readonly close: (secret: string) => Promise<string>;
  /** The secret; null where the seal can't be opened any more (another user, a new key store, damage). */
  readonly open: (sealed: string) => Promise<string | null>;
  /** A new seal for what was just opened, where the key store has another key by now; null where the old one is good. */
  readonly renew?: (sealed: string, secret: string) => Promise<string | null>;
};
