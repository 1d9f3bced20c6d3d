/**
 * The host's store for settings and encrypted secrets: electron-store in the desktop host, conf elsewhere.
 */
export type KeyValueStore = {
  readonly get: (key: string) => unknown;
  readonly set: (key: string, value: unknown) => void;
  readonly delete: (key: string) => void;
};

/** How a host protects a secret. */
export type SecretCipher = {
  /**
   * sealed: the system's key store; unprotected: a key that every copy of the program has; session: nothing
   * is written, the secret stays in memory.
   */
  readonly protection: 'sealed' | 'unprotected' | 'session';
  /** Encrypts a secret to text that may be written to disk. */
  readonly encrypt: (secret: string) => Promise<string>;
  /** Decrypts a secret; null if that is no longer possible (another user, a new key store, damage). */
  readonly decrypt: (sealed: string) => Promise<string | null>;
  /**
   * Encrypts a decrypted secret again if the key store has a new key; null if the old encryption is current.
   */
  readonly reEncrypt?: (sealed: string, secret: string) => Promise<string | null>;
};
