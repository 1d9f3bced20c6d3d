import type { Certificate } from './certificate.ts';
import { checkSignature } from './check-signature.ts';
import { sameBytes } from './digests.ts';

const maxLength = 8;

type Chain = {
  readonly certificates: readonly Certificate[];
  /** The file contains the certificate's issuer, but its signature is invalid: the certificate was changed. */
  readonly isBroken: boolean;
};

type Link = { readonly issuer: Certificate | null; readonly isBroken: boolean };

/** Of several issuers with the same name, the one whose key matches. */
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
 * The signer's certificate and those of its issuers that the file contains, each verified with the next key.
 * Whether the last one is trusted is unknown here.
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
