import { parseCertificate, type Certificate } from './certificate.ts';
import { derTag, objectIdOf, octetStringOf, parseDer, timeOf, type Der } from './der.ts';
import { sameBytes } from './digests.ts';

/** A CMS SignedData (RFC 5652), or its Chinese equivalent of GM/T 0010. */
export type Cms = {
  readonly certificates: readonly Certificate[];
  /** The embedded content (`adbe.pkcs7.sha1`: a digest); null for a detached signature. */
  readonly content: Uint8Array | null;
  readonly signers: readonly CmsSigner[];
};

export type CmsSigner = {
  /** Null if the file does not contain it. */
  readonly certificate: Certificate | null;
  readonly digestMethod: string | null;
  /** The signed bytes if attributes are signed; null if the content is signed directly. */
  readonly signedAttributes: Uint8Array | null;
  readonly messageDigest: Uint8Array | null;
  /** The digest of the signer's certificate, signed (RFC 5035); null if it is not stated. */
  readonly named: { readonly method: string; readonly digest: Uint8Array } | null;
  /** ISO 8601 instant, signed. */
  readonly at: string | null;
  readonly algorithm: string | null;
  readonly signature: Uint8Array;
};

const signedData = new Set(['1.2.840.113549.1.7.2', '1.2.156.10197.6.1.4.2.2']);
const messageDigest = '1.2.840.113549.1.9.4';
/** ESS signing-certificate and signing-certificate-v2. */
const signingCertificate = '1.2.840.113549.1.9.16.2.12';
const signingCertificateV2 = '1.2.840.113549.1.9.16.2.47';
const sha1 = '1.3.14.3.2.26';
const sha256 = '2.16.840.1.101.3.4.2.1';
const signingTime = '1.2.840.113549.1.9.5';

const attributeOf = (attributes: Der, wanted: string): Der | undefined =>
  attributes.children.find(({ children }) => objectIdOf(children[0]) === wanted)?.children[1]?.children[0];

/** Finds the signer by issuer and serial number, or by its key's identifier. */
const certificateOf = (sid: Der, certificates: readonly Certificate[]): Certificate | null => {
  if (sid.tag === derTag.sequence) {
    const [issuer, serial] = sid.children;
    if (!issuer || !serial) return null;
    return (
      certificates.find(
        (one) => sameBytes(one.issuer, issuer.bytes) && sameBytes(one.serial, serial.content),
      ) ?? null
    );
  }
  return certificates.find(({ keyId }) => keyId !== null && sameBytes(keyId, sid.content)) ?? null;
};

/** Version 2 omits the method if it is SHA-256. */
const namedIn = (attributes: Der): CmsSigner['named'] => {
  const newer = attributeOf(attributes, signingCertificateV2);
  const [first, second] =
    (newer ?? attributeOf(attributes, signingCertificate))?.children[0]?.children[0]?.children ?? [];
  const stated = newer && first?.tag === derTag.sequence ? objectIdOf(first.children[0]) : null;
  const digest = octetStringOf(stated === null ? first : second);
  return digest ? { method: stated ?? (newer ? sha256 : sha1), digest } : null;
};

const readSigner = (info: Der, certificates: readonly Certificate[]): CmsSigner | null => {
  const [, sid, digest, ...rest] = info.children;
  const attributes = rest[0]?.tag === 0xa0 ? rest[0] : null;
  const [algorithm, value] = attributes ? rest.slice(1) : rest;
  const signature = octetStringOf(value);
  if (!sid || !digest || !algorithm || !signature) return null;
  const stated = attributes ? attributeOf(attributes, messageDigest) : undefined;
  // Attributes are signed as a SET, regardless of the tag in the file.
  const signedAttributes = attributes
    ? Buffer.concat([Uint8Array.of(derTag.set), attributes.bytes.subarray(1)])
    : null;
  return {
    certificate: certificateOf(sid, certificates),
    digestMethod: objectIdOf(digest.children[0]),
    signedAttributes,
    messageDigest: octetStringOf(stated),
    named: attributes ? namedIn(attributes) : null,
    at: attributes ? timeOf(attributeOf(attributes, signingTime)) : null,
    algorithm: objectIdOf(algorithm.children[0]),
    signature,
  };
};

/** What is encrypted, with or without a signature (RFC 5652, RFC 5083, GM/T 0010). */
const encryptedData = new Set([
  '1.2.840.113549.1.7.3',
  '1.2.840.113549.1.7.4',
  '1.2.840.113549.1.7.6',
  '1.2.840.113549.1.9.16.1.23',
  '1.2.156.10197.6.1.4.2.3',
  '1.2.156.10197.6.1.4.2.4',
  '1.2.156.10197.6.1.4.2.5',
]);
/** A mail of 50 MB may be split into pieces of 1,000 bytes. */
const maxPieces = 200_000;

/**
 * The content of signed data, whoever signed it: the signature is not checked. `encrypted` if only a key shows the
 * content; null if these bytes are something else, or hold no content.
 */
export const readCmsContent = (bytes: Uint8Array): Uint8Array | 'encrypted' | null => {
  const [type, explicit] = parseDer(bytes, maxPieces)?.children ?? [];
  const id = objectIdOf(type) ?? '';
  if (encryptedData.has(id)) return 'encrypted';
  if (!signedData.has(id)) return null;
  return octetStringOf(explicit?.children[0]?.children[2]?.children[1]?.children[0]);
};

/** Parses a signature; zeros after it are padding. Null if it is not a CMS with a signer. */
export const readCms = (bytes: Uint8Array): Cms | null => {
  const [type, explicit] = parseDer(bytes)?.children ?? [];
  const data = explicit?.children[0];
  if (!signedData.has(objectIdOf(type) ?? '') || !data) return null;
  const [, , carried, ...rest] = data.children;
  const certificates = (rest.find(({ tag }) => tag === 0xa0)?.children ?? []).flatMap(
    (one) => parseCertificate(one.bytes) ?? [],
  );
  const infos = rest.findLast(({ tag }) => tag === derTag.set)?.children ?? [];
  const signers = infos.flatMap((info) => readSigner(info, certificates) ?? []);
  if (!carried || signers.length === 0 || signers.length < infos.length) return null;
  return { certificates, content: octetStringOf(carried.children[1]?.children[0]), signers };
};
