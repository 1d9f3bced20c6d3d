import { expect, test } from 'vitest';
import { createKeyStoreCipher } from '../../../../../electron/hosts/desktop/key-store-cipher.ts';

type KeyStore = Parameters<typeof createKeyStoreCipher>[0];

const turned = (text: string): string => text.split('').toReversed().join('');

/** Encrypts by reversing, which is enough to compare input and output. */
const keyStore = (change: Partial<KeyStore> = {}): KeyStore => ({
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  encryptStringAsync: (text) => Promise.resolve(Buffer.from(turned(text))),
  decryptStringAsync: (bytes) =>
    Promise.resolve({ shouldReEncrypt: false, result: turned(bytes.toString()) }),
  ...change,
});

test('encrypts a secret and decrypts it again', async () => {
  const cipher = await createKeyStoreCipher(keyStore(), 'linux');
  const sealed = await cipher.encrypt('secret');
  expect(sealed).toBe(Buffer.from('terces').toString('base64'));
  expect(await cipher.decrypt(sealed)).toBe('secret');
});

test.each([
  ['linux', 'v11', 'sealed'],
  ['linux', 'v10', 'unprotected'],
  ['win32', 'v10', 'sealed'],
  ['darwin', 'v10', 'sealed'],
] as const)('on %s, a key marked %s is %s', async (platform, mark, protection) => {
  const encryptStringAsync = (text: string) => Promise.resolve(Buffer.from(mark + turned(text)));
  const cipher = await createKeyStoreCipher(keyStore({ encryptStringAsync }), platform);
  expect(cipher.protection).toBe(protection);
});

test.each([
  ['not available', () => Promise.resolve(false)],
  ['the query fails', () => Promise.reject(new Error('no bus'))],
  ['encryption fails', () => Promise.resolve(true), () => Promise.reject(new Error('locked'))],
] as const)('writes nothing without a key store (%s)', async (_, isAsyncEncryptionAvailable, refuse?) => {
  const change = { isAsyncEncryptionAvailable, ...(refuse ? { encryptStringAsync: refuse } : {}) };
  const cipher = await createKeyStoreCipher(keyStore(change), 'linux');
  expect(cipher.protection).toBe('session');
  await expect(cipher.encrypt('secret')).rejects.toThrow();
  expect(await cipher.decrypt('anything')).toBeNull();
});

test('returns null for a secret that can’t be decrypted any more', async () => {
  const broken = keyStore({ decryptStringAsync: () => Promise.reject(new Error('bad key')) });
  expect(await (await createKeyStoreCipher(broken, 'win32')).decrypt('x')).toBeNull();
});

test('decrypts a secret under a replaced key, and encrypts it again once', async () => {
  const rotated = keyStore({
    decryptStringAsync: (bytes) =>
      Promise.resolve({ shouldReEncrypt: true, result: turned(bytes.toString()) }),
    encryptStringAsync: (text) => Promise.resolve(Buffer.from(`new ${text}`)),
  });
  const cipher = await createKeyStoreCipher(rotated, 'darwin');
  const old = Buffer.from('terces').toString('base64');
  expect(await cipher.reEncrypt?.(old, 'secret')).toBeNull();
  expect(await cipher.decrypt(old)).toBe('secret');
  expect(await cipher.reEncrypt?.(old, 'secret')).toBe(Buffer.from('new secret').toString('base64'));
  expect(await cipher.reEncrypt?.(old, 'secret')).toBeNull();
});
