import type { SafeStorage } from 'electron';
import type { Seal } from '../../credentials/host.ts';

type KeyStore = Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>;

const noKeyStore: Seal = {
  protection: 'session',
  close: () => Promise.reject(new Error('There is no key store: a secret is never written.')),
  open: () => Promise.resolve(null),
};

/** What Chromium writes before a text that it has sealed with the key that every copy of it has. */
const constantKeyMark = Buffer.from('v10');

/**
 * On Linux Chromium falls back to a constant key where no keyring answers, or its prompt was cancelled; what the key
 * store calls itself follows the desktop's name and says nothing of that. So a probe is sealed and looked at. The other
 * platforms have a key store of their own, always.
 */
const protectionOf = async (keyStore: KeyStore, platform: NodeJS.Platform): Promise<Seal['protection']> => {
  if (platform !== 'linux') return 'sealed';
  const probe = await keyStore.encryptStringAsync('probe');
  return probe.subarray(0, constantKeyMark.length).equals(constantKeyMark) ? 'unprotected' : 'sealed';
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
  const protection = available ? await protectionOf(keyStore, platform).catch(() => null) : null;
  if (!protection) return noKeyStore;
  const close = async (secret: string): Promise<string> =>
    (await keyStore.encryptStringAsync(secret)).toString('base64');
  /** Seals by a key that the key store has replaced: they open, and will not for ever. */
  const stale = new Set<string>();
  return {
    protection,
    close,
    open: (sealed) => open(keyStore, sealed, stale),
    renew: (sealed, secret) => (stale.delete(sealed) ? close(secret) : Promise.resolve(null)),
  };
};
