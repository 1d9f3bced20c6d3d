import type { SafeStorage } from 'electron';
import type { Seal } from '../../credentials/host.ts';

type KeyStore = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>;

const noKeyStore: Seal = {
  protection: 'session',
  close: () => Promise.reject(new Error('There is no key store: a secret is never written.')),
  open: () => Promise.resolve(null),
};

/**
 * On Linux a key store may be none: `basic_text` keeps the key in the program itself, where everyone can read it. The
 * other platforms have their own, always.
 */
const protectionOf = (keyStore: KeyStore, platform: NodeJS.Platform): Seal['protection'] => {
  if (platform !== 'linux') return 'sealed';
  const backend = keyStore.getSelectedStorageBackend();
  return backend === 'basic_text' || backend === 'unknown' ? 'unprotected' : 'sealed';
};

const open = async (keyStore: KeyStore, sealed: string, stale: Set<string>): Promise<string | null> => {
  try {
    const { result, shouldReEncrypt } = await keyStore.decryptStringAsync(Buffer.from(sealed, 'base64'));
    if (shouldReEncrypt) stale.add(sealed);
    return result;
  } catch {
    // Another user, a new key store, or damage: the secret has to be entered again.
    return null;
  }
};

/** Seals secrets with the system's key store; where there is none, they live in memory only. Ask once it is ready. */
export const createSeal = async (keyStore: KeyStore, platform: NodeJS.Platform): Promise<Seal> => {
  const available = await keyStore.isAsyncEncryptionAvailable().catch(() => false);
  if (!available) return noKeyStore;
  const close = async (secret: string): Promise<string> =>
    (await keyStore.encryptStringAsync(secret)).toString('base64');
  /** Seals by a key that the key store has replaced: they open, and will not for ever. */
  const stale = new Set<string>();
  return {
    protection: protectionOf(keyStore, platform),
    close,
    open: (sealed) => open(keyStore, sealed, stale),
    renew: (sealed, secret) => (stale.delete(sealed) ? close(secret) : Promise.resolve(null)),
  };
};
