/**
 * The host's store for settings and encrypted secrets: electron-store in the desktop host, conf elsewhere.
 */
export type KeyValueStore = {
  readonly get: (key: string) => unknown;
  /** @param was what the user saw of an object's members: one with another value now rejects `saved` */
  readonly set: (key: string, value: unknown, was?: Readonly<Record<string, unknown>>) => void;
  readonly delete: (key: string) => void;
  /**
   * Resolves when all changes so far are stored, and rejects if one of them is not: it has no effect then. Absent if
   * changes are stored at once.
   */
  readonly saved?: () => Promise<void>;
};

/**
 * sealed: the system's key store; unprotected: a key that every copy of the program has; session: nothing is
 * written, the secret stays in memory.
 */
export type Protection = 'sealed' | 'unprotected' | 'session';

/** The key store is locked: the secret can be decrypted once the user has unlocked it. */
export const locked: unique symbol = Symbol('locked');

/** How a host protects a secret. */
export type SecretCipher = {
  /** May ask the user to unlock the key store, so it is called only when an account is read or written. */
  readonly protection: () => Promise<Protection>;
  /** Encrypts a secret to text that may be written to disk. */
  readonly encrypt: (secret: string) => Promise<string>;
  /** Decrypts a secret; null if that is no longer possible (another user, a new key store, damage). */
  readonly decrypt: (sealed: string) => Promise<string | typeof locked | null>;
  /**
   * Encrypts a decrypted secret again if the key store has a new key; null if the old encryption is current.
   */
  readonly reEncrypt?: (sealed: string, secret: string) => Promise<string | null>;
};
