import { createHash } from 'node:crypto';
import type { Seal, SealSignature } from '../../../../shared/invoice/extraction.ts';
import { fingerprintOf, isValidAt, parseCertificate, type Certificate } from './certificate.ts';
import { chainOf } from './chain.ts';
import { checkSignature } from './check-signature.ts';
import { readCms, type Cms, type CmsSigner } from './cms.ts';
import { derTag, octetStringOf, parseDer } from './der.ts';
import { digestMethodOf, sealDigest, sameBytes, type DigestMethod } from './digests.ts';
import { findLeftovers } from './pdf-leftovers.ts';
import { harmlessRevisions } from './pdf-updates.ts';
import { findPdfSignatures, type PdfSignature, type Range } from './pdf-signatures.ts';
import { aboutNobody, changed, sealOf, signatureOf, unchecked, type Objection } from './verdict.ts';
import { bufferOver } from '../../../infra/bytes.ts';

type Ranges = readonly [Range, Range];

const spoken = (ranges: Ranges): string =>
  ranges.map(({ from, length }) => `${from}-${from + length - 1}`).join(', ');

const signedBytes = (file: Buffer, ranges: Ranges): readonly Buffer[] =>
  ranges.map(({ from, length }) => file.subarray(from, from + length));

const digestRanges = async (file: Buffer, ranges: Ranges, method: DigestMethod): Promise<Buffer> => {
  const parts = signedBytes(file, ranges);
  if (method === 'sm3') return sealDigest(method, Buffer.concat(parts));
  const hash = createHash(method);
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const endOf = ({ ranges }: PdfSignature): number => (ranges ? ranges[1].from + ranges[1].length : 0);

/**
 * What was added after the signed part, except blanks and line ends. A later good signature may cover it, if it leaves
 * all that is read and drawn as it was.
 */
const addedAfter = (
  file: Buffer,
  text: string,
  signature: PdfSignature,
  found: readonly PdfSignature[],
  good: readonly PdfSignature[],
): Objection | null => {
  const end = endOf(signature);
  if (!signature.ranges || /^[\n\r \0]*$/u.test(text.slice(end))) return null;
  const part = `${end}-${file.length - 1}`;
  const covered = Math.max(...good.map(endOf), end);
  const rest = harmlessRevisions(file, text, end, found)?.filter((one) => one.end > covered);
  if (!rest?.every(({ isForValidation }) => isForValidation)) return changed('changed-after', part);
  return rest.length > 0 ? unchecked('proofs-added', part) : null;
};

const withAdded = (checked: SealSignature, added: Objection | null): SealSignature =>
  !added || checked.state === 'changed' || checked.state === added.state ? checked : { ...checked, ...added };

const verdictOf = async (signature: Parameters<typeof checkSignature>[0]): Promise<Objection | null> => {
  const verdict = await checkSignature(signature);
  if (verdict === 'good') return null;
  return verdict === 'bad'
    ? changed('signature-mismatch', 'Contents')
    : unchecked('algorithm-unknown', signature.algorithm ?? '');
};

/** Digest first, then the signature over it. The content of `adbe.pkcs7.sha1` is the file's digest. */
const checkContent = async (
  file: Buffer,
  ranges: Ranges,
  { content }: Cms,
  { messageDigest, signedAttributes }: CmsSigner,
  method: DigestMethod,
): Promise<Objection | null> => {
  const differs = changed('content-changed', spoken(ranges));
  if (content !== null) {
    if (!sameBytes(await digestRanges(file, ranges, 'sha1'), content)) return differs;
    if (signedAttributes === null) return null;
    const isStated = messageDigest !== null && sameBytes(await sealDigest(method, content), messageDigest);
    return isStated ? null : changed('signature-mismatch', 'Contents');
  }
  if (signedAttributes === null) return null;
  if (messageDigest === null) return unchecked('format-unknown', 'CMS');
  return sameBytes(await digestRanges(file, ranges, method), messageDigest) ? null : differs;
};

/** CAdES signs the digest of the signer's certificate, so that the certificate cannot be replaced. */
const checkNamed = async (named: CmsSigner['named'], certificate: Certificate): Promise<Objection | null> => {
  const method = digestMethodOf(named?.method ?? null);
  if (!named || method === null) return null;
  const isSame = sameBytes(await sealDigest(method, certificate.bytes), named.digest);
  return isSame ? null : changed('signature-mismatch', 'Certificate');
};

const checkSigner = async (
  file: Buffer,
  ranges: Ranges,
  cms: Cms,
  signer: CmsSigner,
): Promise<readonly (Objection | null)[]> => {
  const method = digestMethodOf(signer.digestMethod);
  if (method === null) return [unchecked('digest-unknown', signer.digestMethod ?? '')];
  const content = await checkContent(file, ranges, cms, signer, method);
  if (!signer.certificate) return [content, unchecked('certificate-missing')];
  const message = signer.signedAttributes ?? cms.content ?? Buffer.concat(signedBytes(file, ranges));
  const { algorithm, signature } = signer;
  return [
    content,
    await checkNamed(signer.named, signer.certificate),
    await verdictOf({ message, signature, algorithm, digest: method, signer: signer.certificate }),
  ];
};

type About = Omit<SealSignature, 'state' | 'reason' | 'parts'>;
type CheckedSigner = { readonly about: About; readonly broken: Objection | null };

const tell = async (
  signer: Certificate | null,
  others: readonly Certificate[],
  at: string | null,
): Promise<CheckedSigner> => {
  if (!signer) return { about: { ...aboutNobody, at }, broken: null };
  const { certificates, isBroken } = await chainOf(signer, others);
  return {
    about: {
      ...aboutNobody,
      key: fingerprintOf(signer),
      by: signer.shown.subject,
      at,
      chain: certificates.map(({ shown }) => shown),
      validAtSealing: isValidAt(signer.shown, at),
    },
    broken: isBroken ? changed('signature-mismatch', 'Certificate') : null,
  };
};

/** The signer's key counts only if its signature was verified. */
const withKey = (about: About, objections: readonly (Objection | null)[]): About =>
  objections.some((one) => one !== null && one.reason !== 'content-changed')
    ? { ...about, key: null }
    : about;

const validity = ({ validAtSealing }: About): Objection | null =>
  validAtSealing === false ? unchecked('certificate-not-valid-then') : null;

type Checkable = PdfSignature & { readonly ranges: Ranges; readonly contents: Uint8Array };

const checkCms = async (file: Buffer, signature: Checkable): Promise<SealSignature> => {
  const { ranges, contents, at } = signature;
  const cms = readCms(contents);
  const [first] = cms?.signers ?? [];
  // Nothing that could be a signature is left in its place.
  if (!cms && contents[0] !== derTag.sequence)
    return signatureOf({ ...aboutNobody, at }, [changed('signature-removed', `${signature.extent.from}`)]);
  if (!cms || !first) return signatureOf({ ...aboutNobody, at }, [unchecked('unreadable')]);
  const { about, broken } = await tell(first.certificate, cms.certificates, first.at ?? at);
  const objections: (Objection | null)[] = [];
  for (const signer of cms.signers) objections.push(...(await checkSigner(file, ranges, cms, signer)));
  return signatureOf(withKey(about, [...objections, broken]), [...objections, broken, validity(about)]);
};

/** `adbe.x509.rsa_sha1`: a bare RSA signature over the file, with a separate certificate. */
const checkBareRsa = async (file: Buffer, signature: Checkable): Promise<SealSignature> => {
  const { ranges, contents, certificates, at } = signature;
  const [signer, ...others] = certificates.flatMap((bytes) => parseCertificate(bytes) ?? []);
  const value = octetStringOf(parseDer(contents) ?? undefined);
  const { about, broken } = await tell(signer ?? null, others, at);
  if (!signer) return signatureOf(about, [unchecked('certificate-missing')]);
  if (!value) return signatureOf(about, [unchecked('unreadable')]);
  const verdict = await checkSignature({
    message: Buffer.concat(signedBytes(file, ranges)),
    signature: value,
    algorithm: '1.2.840.113549.1.1.5',
    digest: 'sha1',
    signer,
  });
  // One signature covers all bytes, so it is unknown whether they or the signature were changed.
  const differs = verdict === 'bad' ? changed('content-changed', spoken(ranges)) : null;
  const unknown = verdict === 'unknown' ? unchecked('algorithm-unknown', 'RSA') : null;
  return signatureOf(differs ? { ...about, key: null } : withKey(about, [unknown, broken]), [
    differs,
    unknown,
    broken,
    validity(about),
  ]);
};

const cmsFilters = new Set(['adbe.pkcs7.detached', 'adbe.pkcs7.sha1', 'ETSI.CAdES.detached']);

const checkOne = async (file: Buffer, signature: PdfSignature): Promise<SealSignature> => {
  const { subFilter, ranges, contents, writtenRange, at, extent } = signature;
  if (writtenRange === '')
    return signatureOf({ ...aboutNobody, at }, [changed('signature-removed', `${extent.from}`)]);
  // Bytes that are read and drawn are outside of such ranges.
  if (!ranges || !contents)
    return signatureOf({ ...aboutNobody, at }, [changed('range-invalid', writtenRange)]);
  const checkable = { ...signature, ranges, contents };
  if (subFilter === 'adbe.x509.rsa_sha1') return checkBareRsa(file, checkable);
  // Chinese makers sign with SM2 under filter names of their own: any valid CMS is accepted.
  if (cmsFilters.has(subFilter ?? '') || (subFilter !== 'ETSI.RFC3161' && readCms(contents) !== null))
    return checkCms(file, checkable);
  return signatureOf({ ...aboutNobody, at }, [unchecked('format-unknown', subFilter ?? '')]);
};

/** A signature that is hidden from other programs and is not good: it was meant to be overlooked. */
const withHidden = (checked: SealSignature, { isHidden, extent }: PdfSignature): SealSignature =>
  isHidden && checked.state !== 'unchanged'
    ? { ...checked, state: 'changed', reason: 'signature-removed', parts: [`${extent.from}`] }
    : checked;

/**
 * Checks every signature of a PDF: the coverage of its byte range, the digest, the signature, and the
 * certificate's validity at the time of signing; and searches for what is left of removed signatures. Null if the
 * file was never signed. It never claims that a file is genuine. Call it in a worker.
 *
 * An unchanged file has no byte outside of the signed ranges but the signature's own hex digits, blanks at the end, and
 * later signatures that change nothing else, so no reader can use anything else.
 */
export const checkPdfSeals = async (bytes: Uint8Array): Promise<Seal | null> => {
  const file = bufferOver(bytes);
  const text = file.toString('latin1');
  const found = findPdfSignatures(file, text);
  const checked: SealSignature[] = [];
  for (const signature of found) checked.push(await checkOne(file, signature));
  const good = found.filter((_, at) => checked[at]?.state === 'unchanged');
  const signatures = found.flatMap((signature, at) => {
    const one = checked[at];
    return one ? withHidden(withAdded(one, addedAfter(file, text, signature, found, good)), signature) : [];
  });
  const { removed, isClosed, hasEmptyField } = findLeftovers(file, text, found);
  if (removed.length > 0)
    signatures.push(signatureOf(aboutNobody, [changed('signature-removed', ...removed)]));
  if (isClosed) signatures.push(signatureOf(aboutNobody, [unchecked('unreadable')]));
  if (signatures.length === 0 && hasEmptyField)
    signatures.push(signatureOf(aboutNobody, [unchecked('signature-field-empty')]));
  return sealOf(signatures);
};
