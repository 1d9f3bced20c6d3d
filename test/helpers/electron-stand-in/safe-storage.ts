import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { app } from './app.ts';

/**
 * A key store that keeps its key next to the profile. `VOUCH_STAND_IN_KEY_STORE` sets the reported kind,
 * `none`, or `cancelled`: like Chromium on Linux, a keyring was found by the desktop's name but did not
 * respond.
 */
const kind = (): string => process.env.VOUCH_STAND_IN_KEY_STORE ?? 'gnome_libsecret';

/** Chromium's prefix for a constant key and for one from a keyring. */
const mark = (): Buffer => Buffer.from(['basic_text', 'cancelled'].includes(kind()) ? 'v10' : 'v11');

const key = (): Buffer => {
  const path = join(app.getPath('userData'), 'stand-in.key');
  if (!existsSync(path)) writeFileSync(path, randomBytes(32));
  return readFileSync(path);
};

const requireReady = (): void => {
  if (!app.isReady()) throw new Error('safeStorage cannot be used before app is ready');
};

export const safeStorage = {
  isAsyncEncryptionAvailable: (): Promise<boolean> => Promise.resolve(kind() !== 'none'),
  getSelectedStorageBackend: (): string => {
    if (!app.isReady()) return 'unknown';
    return kind() === 'cancelled' ? 'gnome_libsecret' : kind();
  },
  encryptStringAsync: async (text: string): Promise<Buffer> => {
    requireReady();
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key(), nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([mark(), nonce, cipher.getAuthTag(), sealed]);
  },
  decryptStringAsync: async (marked: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }> => {
    requireReady();
    const sealed = marked.subarray(3);
    const decipher = createDecipheriv('aes-256-gcm', key(), sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(12, 28));
    const result = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
    return { shouldReEncrypt: false, result };
  },
};
