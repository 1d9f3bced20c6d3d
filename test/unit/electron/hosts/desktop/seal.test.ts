import { expect, test } from 'vitest';
import { createSeal } from '../../../../../electron/hosts/desktop/seal.ts';

type KeyStore = Parameters<typeof createSeal>[0];

const turned = (text: string): string => text.split('').toReversed().join('');

/** Encrypts by reversing: enough to see what goes in and what comes out. */
const keyStore = (change: Partial<KeyStore> = {}): KeyStore => ({
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  encryptStringAsync: (text) => Promise.resolve(Buffer.from(turned(text))),
  decryptStringAsync: (bytes) =>
    Promise.resolve({ shouldReEncrypt: false, result: turned(bytes.toString()) }),
  ...change,
});

test('encrypts a secret and decrypts it again', async () => {
  const seal = await createSeal(keyStore(), 'linux');
  const sealed = await seal.close('secret');
  expect(sealed).toBe(Buffer.from('terces').toString('base64'));
  expect(await seal.open(sealed)).toBe('secret');
});

test.each([
  ['linux', 'v11', 'sealed'],
  ['linux', 'v10', 'unprotected'],
  ['win32', 'v10', 'sealed'],
  ['darwin', 'v10', 'sealed'],
] as const)('on %s, a key marked %s is %s', async (platform, mark, protection) => {
  const encryptStringAsync = (text: string) => Promise.resolve(Buffer.from(mark + turned(text)));
  const seal = await createSeal(keyStore({ encryptStringAsync }), platform);
  expect(seal.protection).toBe(protection);
});

test.each([
  ['none is there', () => Promise.resolve(false)],
  ['asking fails', () => Promise.reject(new Error('no bus'))],
  ['it can not seal', () => Promise.resolve(true), () => Promise.reject(new Error('locked'))],
] as const)('writes nothing without a key store (%s)', async (_, isAsyncEncryptionAvailable, refuse?) => {
  const change = { isAsyncEncryptionAvailable, ...(refuse ? { encryptStringAsync: refuse } : {}) };
  const seal = await createSeal(keyStore(change), 'linux');
  expect(seal.protection).toBe('session');
  await expect(seal.close('secret')).rejects.toThrow();
  expect(await seal.open('anything')).toBeNull();
});

test('returns null for a secret that can’t be decrypted any more', async () => {
  const broken = keyStore({ decryptStringAsync: () => Promise.reject(new Error('bad key')) });
  expect(await (await createSeal(broken, 'win32')).open('x')).toBeNull();
});

test('decrypts a secret under a replaced key, and encrypts it again once', async () => {
  const rotated = keyStore({
    decryptStringAsync: (bytes) =>
      Promise.resolve({ shouldReEncrypt: true, result: turned(bytes.toString()) }),
    encryptStringAsync: (text) => Promise.resolve(Buffer.from(`new ${text}`)),
  });
  const seal = await createSeal(rotated, 'darwin');
  const old = Buffer.from('terces').toString('base64');
  expect(await seal.renew?.(old, 'secret')).toBeNull();
  expect(await seal.open(old)).toBe('secret');
  expect(await seal.renew?.(old, 'secret')).toBe(Buffer.from('new secret').toString('base64'));
  expect(await seal.renew?.(old, 'secret')).toBeNull();
});
