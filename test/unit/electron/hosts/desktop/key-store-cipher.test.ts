import { expect, test } from 'vitest';
import { locked } from '../../../../../electron/credentials/host.ts';
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
  const cipher = createKeyStoreCipher(keyStore(), 'linux');
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
  const cipher = createKeyStoreCipher(keyStore({ encryptStringAsync }), platform);
  expect(await cipher.protection()).toBe(protection);
});

test.each([
  ['not available', () => Promise.resolve(false)],
  ['the query fails', () => Promise.reject(new Error('no bus'))],
  ['encryption fails', () => Promise.resolve(true), () => Promise.reject(new Error('locked'))],
] as const)('writes nothing without a key store (%s)', async (_, isAsyncEncryptionAvailable, refuse?) => {
  const change = { isAsyncEncryptionAvailable, ...(refuse ? { encryptStringAsync: refuse } : {}) };
  const cipher = createKeyStoreCipher(keyStore(change), 'linux');
  expect(await cipher.protection()).toBe('session');
  await expect(cipher.encrypt('secret')).rejects.toThrow();
});

test('returns null for a secret that can’t be decrypted any more', async () => {
  const broken = keyStore({ decryptStringAsync: () => Promise.reject(new Error('bad key')) });
  expect(await createKeyStoreCipher(broken, 'win32').decrypt('x')).toBeNull();
});

test('decrypts a secret under a replaced key, and encrypts it again once', async () => {
  const rotated = keyStore({
    decryptStringAsync: (bytes) =>
      Promise.resolve({ shouldReEncrypt: true, result: turned(bytes.toString()) }),
    encryptStringAsync: (text) => Promise.resolve(Buffer.from(`new ${text}`)),
  });
  const cipher = createKeyStoreCipher(rotated, 'darwin');
  const old = Buffer.from('terces').toString('base64');
  expect(await cipher.reEncrypt?.(old, 'secret')).toBeNull();
  expect(await cipher.decrypt(old)).toBe('secret');
  expect(await cipher.reEncrypt?.(old, 'secret')).toBe(Buffer.from('new secret').toString('base64'));
  expect(await cipher.reEncrypt?.(old, 'secret')).toBeNull();
});

test('asks the key store only when an account is read or written', async () => {
  const asked: string[] = [];
  const isAsyncEncryptionAvailable = () => {
    asked.push('available');
    return Promise.resolve(true);
  };
  const cipher = createKeyStoreCipher(keyStore({ isAsyncEncryptionAvailable }), 'linux');
  expect(asked).toEqual([]);
  await Promise.all([cipher.protection(), cipher.protection()]);
  expect(asked).toEqual(['available']);
});

test('tells a locked key store from a damaged secret, and asks it again', async () => {
  let isOpen = false;
  const unlocking = <Value>(value: Value): Promise<Value> =>
    isOpen ? Promise.resolve(value) : Promise.reject(new Error('safeStorage is temporarily unavailable.'));
  const cipher = createKeyStoreCipher(
    keyStore({
      encryptStringAsync: (text) => unlocking(Buffer.from(turned(text))),
      decryptStringAsync: (bytes) => unlocking({ shouldReEncrypt: false, result: turned(bytes.toString()) }),
    }),
    'linux',
  );
  const sealed = Buffer.from('terces').toString('base64');
  expect(await cipher.decrypt(sealed)).toBe(locked);
  expect(await cipher.protection()).toBe('session');
  isOpen = true;
  expect(await cipher.decrypt(sealed)).toBe('secret');
  expect(await cipher.protection()).toBe('sealed');
});
