import type { Seal, SealSignature } from './extraction.ts';
import { shippedSigners } from './shipped-signers.ts';

/** A signer is known by a public key only: names and key identifiers prove nothing. */
export const signerStates = ['known', 'unknown'] as const;
export type SignerState = (typeof signerStates)[number];

/** The fingerprint of a public key: the SHA-256 of its SubjectPublicKeyInfo in hex. */
export const fingerprintPattern = /^[0-9a-f]{64}$/u;

const shipped: ReadonlySet<string> = new Set(shippedSigners.map(({ key }) => key));

type Keys = Pick<SealSignature, 'key' | 'makerKey' | 'isTrusted'>;

const hasKey = ({ key, makerKey }: Keys, keys: ReadonlySet<string>): boolean =>
  [key, makerKey].some((one) => typeof one === 'string' && keys.has(one));

/**
 * Whether the key of a signature, or that of the seal's maker, is in the shipped list or was trusted by the user. Both
 * are stated only if they were used to verify the signature.
 */
export const signerOf = (signature: Keys): SignerState =>
  signature.isTrusted === true || hasKey(signature, shipped) ? 'known' : 'unknown';

/**
 * A seal with its known signers marked.
 * @param trusted fingerprints of the keys that the user trusts besides the shipped ones
 */
export const withTrusted = (seal: Seal, trusted: readonly string[]): Seal => {
  const keys = new Set(trusted);
  const marked = <Of extends SealSignature>(signature: Of): Of => ({
    ...signature,
    isTrusted: hasKey(signature, shipped) || hasKey(signature, keys),
  });
  const signatures = seal.signatures.map(marked);
  return { ...marked(seal), signatures };
};

/** The signer of a whole seal: known only if each of its signatures has a known signer. */
export const sealSigner = ({ signatures }: Pick<Seal, 'signatures'>): SignerState =>
  signatures.length > 0 && signatures.every((signature) => signerOf(signature) === 'known')
    ? 'known'
    : 'unknown';
