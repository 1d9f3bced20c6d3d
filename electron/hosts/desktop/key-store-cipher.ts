import type { SafeStorage } from 'electron';
import { locked, type Protection, type SecretCipher } from '../../credentials/host.ts';

type KeyStore = Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>;

/** The prefix of a text that Chromium has encrypted with the constant key of every copy. */
const constantKeyPrefix = Buffer.from('v10');

/** Electron's words for a key store that is there, but does not respond yet. Everything else is final. */
const isLocked = (error: unknown): boolean =>
  error instanceof Error && /temporarily unavailable/iu.test(error.message);

/**
 * On Linux, Chromium falls back to a constant key if no keyring responds or its prompt was cancelled. The
 * name of the key store only reflects the desktop, and does not show that. So a probe is encrypted and
 * inspected. The other platforms always have a key store.
 */
const protectionOf = async (keyStore: KeyStore, platform: NodeJS.Platform): Promise<Protection> => {
  if (!(await keyStore.isAsyncEncryptionAvailable())) return 'session';
  if (platform !== 'linux') return 'sealed';
  const probe = await keyStore.encryptStringAsync('probe');
  return probe.subarray(0, constantKeyPrefix.length).equals(constantKeyPrefix) ? 'unprotected' : 'sealed';
};

/**
 * Encrypts secrets with the system's key store; without one, they are in memory only. The key store may show
 * a dialog and wait for the user, so it is asked only when an account is read or written.
 */
export const createKeyStoreCipher = (keyStore: KeyStore, platform: NodeJS.Platform): SecretCipher => {
  let known: Promise<Protection> | null = null;
  const protection = (): Promise<Protection> => {
    known ??= protectionOf(keyStore, platform).catch((error: unknown) => {
      // A locked key store may be unlocked until the next question.
      if (isLocked(error)) known = null;
      return 'session';
    });
    return known;
  };
  const encrypt = async (secret: string): Promise<string> => {
    if ((await protection()) === 'session')
      throw new Error('No key store is available: the secret must not be written.');
    return (await keyStore.encryptStringAsync(secret)).toString('base64');
  };
  /** Secrets under a key that the key store has replaced: they can still be decrypted for now. */
  const stale = new Set<string>();
  return {
    protection,
    encrypt,
    decrypt: async (sealed) => {
      try {
        const { result, shouldReEncrypt } = await keyStore.decryptStringAsync(Buffer.from(sealed, 'base64'));
        if (shouldReEncrypt) stale.add(sealed);
        return result;
      } catch (error) {
        // Another user, a new key store, or damage: the secret must be entered again.
        return isLocked(error) ? locked : null;
      }
    },
    reEncrypt: (sealed, secret) => (stale.delete(sealed) ? encrypt(secret) : Promise.resolve(null)),
  };
};
