import type { Certificate } from './certificate.ts';
import { checkSignature } from './check-signature.ts';
import { sameBytes } from './digests.ts';

const maxLength = 8;

/**
 * The signer's certificate and its issuers as far as the file has them, each checked with the key of the next. Whether
 * the last one is to be trusted can't be told here.
 */
export const chainOf = async (
  signer: Certificate,
  others: readonly Certificate[],
): Promise<readonly Certificate[]> => {
  const chain = [signer];
  for (let last = signer; chain.length < maxLength;) {
    const issuer = others.find(
      (other) =>
        !chain.includes(other) &&
        !sameBytes(other.bytes, last.bytes) &&
        sameBytes(other.subject, last.issuer),
    );
    if (!issuer || !last.signature) break;
    const verdict = await checkSignature({
      message: last.signed,
      signature: last.signature,
      algorithm: last.signatureAlgorithm,
      digest: null,
      signer: issuer,
    });
    if (verdict !== 'good') break;
    chain.push(issuer);
    last = issuer;
  }
  return chain;
};
