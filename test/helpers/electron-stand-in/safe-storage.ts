import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { app } from './app.ts';

/** A key store that keeps its key beside the profile. `VOUCH_STAND_IN_KEY_STORE`: which one it says it is, or `none`. */
const kind = (): string => process.env.VOUCH_STAND_IN_KEY_STORE ?? 'gnome_libsecret';

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
  getSelectedStorageBackend: (): string => (app.isReady() ? kind() : 'unknown'),
  encryptStringAsync: async (text: string): Promise<Buffer> => {
    requireReady();
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key(), nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  },
  decryptStringAsync: async (sealed: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }> => {
    requireReady();
    const decipher = createDecipheriv('aes-256-gcm', key(), sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(12, 28));
    const result = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
    return { shouldReEncrypt: false, result };
  },
};
