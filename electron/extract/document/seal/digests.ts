import { createHash } from 'node:crypto';

/** Digest methods in seals and signatures, by object identifier and by name. */
const methods: Readonly<Record<string, DigestMethod>> = {
  '1.2.156.10197.1.401': 'sm3',
  // Without a key; .401.2 is the keyed one, which cannot be verified without the key.
  '1.2.156.10197.1.401.1': 'sm3',
  sm3: 'sm3',
  '1.3.14.3.2.26': 'sha1',
  sha1: 'sha1',
  'sha-1': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  sha256: 'sha256',
  'sha-256': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  sha384: 'sha384',
  'sha-384': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  sha512: 'sha512',
  'sha-512': 'sha512',
};

export type DigestMethod = 'sm3' | 'sha1' | 'sha256' | 'sha384' | 'sha512';

/** The method for a name or object identifier; null if it is not supported, such as keyed ones. */
export const digestMethodOf = (name: string | null): DigestMethod | null => {
  const key = (name ?? '').trim().toLowerCase();
  return Object.hasOwn(methods, key) ? (methods[key] ?? null) : null;
};

/**
 * SM2 and SM3 in JavaScript, because Electron's BoringSSL has neither. The library is maintained and uses the
 * audited curves of noble: a check takes 7 ms, and SM3 runs at 90 MB/s. It is loaded when the first seal
 * needs it.
 */
export const loadChineseCrypto = () => import('sm-crypto-v2');

export const sealDigest = async (method: DigestMethod, bytes: Uint8Array): Promise<Buffer> => {
  if (method !== 'sm3') return createHash(method).update(bytes).digest();
  const { sm3 } = await loadChineseCrypto();
  return Buffer.from(sm3(bytes), 'hex');
};

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
