import type { Certificate } from './certificate.ts';
import { checkSignature } from './check-signature.ts';
import { sameBytes } from './digests.ts';

const maxLength = 8;

export type Chain = {
  readonly certificates: readonly Certificate[];
  /** A certificate does not fit its issuer's key, although the file has that issuer: it was changed. */
  readonly isBroken: boolean;
};

type Link = { readonly issuer: Certificate | null; readonly isBroken: boolean };

/** Of several issuers of one name, the one whose key fits. */
const issuerOf = async (certificate: Certificate, candidates: readonly Certificate[]): Promise<Link> => {
  let isBroken = false;
  for (const issuer of candidates) {
    if (!certificate.signature || !sameBytes(issuer.subject, certificate.issuer)) continue;
    const verdict = await checkSignature({
      message: certificate.signed,
      signature: certificate.signature,
      algorithm: certificate.signatureAlgorithm,
      digest: null,
      signer: issuer,
    });
    if (verdict === 'good') return { issuer, isBroken: false };
    if (verdict === 'bad') isBroken = true;
  }
  return { issuer: null, isBroken };
};

/**
 * The signer's certificate and its issuers as far as the file has them, each checked with the key of the next. Whether
 * the last one is to be trusted can't be told here.
 */
export const chainOf = async (signer: Certificate, others: readonly Certificate[]): Promise<Chain> => {
  const certificates = [signer];
  for (let last = signer; certificates.length < maxLength;) {
    const isSelfSigned = sameBytes(last.subject, last.issuer);
    const { issuer, isBroken } = await issuerOf(last, isSelfSigned ? [last] : others);
    if (isBroken) return { certificates, isBroken };
    if (!issuer || isSelfSigned || certificates.some(({ bytes }) => sameBytes(bytes, issuer.bytes))) break;
    certificates.push(issuer);
    last = issuer;
  }
  return { certificates, isBroken: false };
};
