import type { SafeStorage } from 'electron';
import type { SecretCipher } from '../../credentials/host.ts';

type KeyStore = Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>;

const noKeyStore: SecretCipher = {
  protection: 'session',
  encrypt: () => Promise.reject(new Error('No key store is available: the secret must not be written.')),
  decrypt: () => Promise.resolve(null),
};

/** The prefix of a text that Chromium has encrypted with the constant key of every copy. */
const constantKeyPrefix = Buffer.from('v10');

/**
 * On Linux, Chromium falls back to a constant key if no keyring responds or its prompt was cancelled. The
 * name of the key store only reflects the desktop, and does not show that. So a probe is encrypted and
 * inspected. The other platforms always have a key store.
 */
const protectionOf = async (
  keyStore: KeyStore,
  platform: NodeJS.Platform,
): Promise<SecretCipher['protection']> => {
  if (platform !== 'linux') return 'sealed';
  const probe = await keyStore.encryptStringAsync('probe');
  return probe.subarray(0, constantKeyPrefix.length).equals(constantKeyPrefix) ? 'unprotected' : 'sealed';
};

const decrypt = async (keyStore: KeyStore, sealed: string, stale: Set<string>): Promise<string | null> => {
  try {
    const { result, shouldReEncrypt } = await keyStore.decryptStringAsync(Buffer.from(sealed, 'base64'));
    if (shouldReEncrypt) stale.add(sealed);
    return result;
  } catch {
    // Another user, a new key store, or damage: the secret must be entered again.
    return null;
  }
};

/**
 * Encrypts secrets with the system's key store; without one, they are in memory only. Call it when the key
 * store is ready.
 */
export const createKeyStoreCipher = async (
  keyStore: KeyStore,
  platform: NodeJS.Platform,
): Promise<SecretCipher> => {
  const available = await keyStore.isAsyncEncryptionAvailable().catch(() => false);
  const protection = available ? await protectionOf(keyStore, platform).catch(() => null) : null;
  if (!protection) return noKeyStore;
  const encrypt = async (secret: string): Promise<string> =>
    (await keyStore.encryptStringAsync(secret)).toString('base64');
  /** Secrets under a key that the key store has replaced: they can still be decrypted for now. */
  const stale = new Set<string>();
  return {
    protection,
    encrypt,
    decrypt: (sealed) => decrypt(keyStore, sealed, stale),
    reEncrypt: (sealed, secret) => (stale.delete(sealed) ? encrypt(secret) : Promise.resolve(null)),
  };
};
