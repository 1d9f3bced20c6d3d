import { createHash } from 'node:crypto';
import type { SealCertificate } from '../../../../shared/invoice/extraction.ts';
import { bitStringOf, derTag, objectIdOf, parseDer, derText, timeOf, type Der } from './der.ts';

/** The parts of an X.509 certificate (RFC 5280) that are needed to verify a signature. */
export type Certificate = {
  readonly bytes: Uint8Array;
  readonly shown: SealCertificate;
  /** Issuer and serial number in DER, by which CMS refers to its signer. */
  readonly issuer: Uint8Array;
  readonly serial: Uint8Array;
  readonly subject: Uint8Array;
  /** SubjectKeyIdentifier; null if there is none. */
  readonly keyId: Uint8Array | null;
  /** SubjectPublicKeyInfo in DER. */
  readonly spki: Uint8Array;
  /** `sm2` for a point on that curve, uncompressed. */
  readonly sm2Key: Uint8Array | null;
  readonly signed: Uint8Array;
  readonly signatureAlgorithm: string | null;
  readonly signature: Uint8Array | null;
};

const commonName = '2.5.4.3';
const organization = '2.5.4.10';
const organizationalUnit = '2.5.4.11';
const subjectKeyId = '2.5.29.14';
const sm2Curve = '1.2.156.10197.1.301';

const nameParts = (name: Der): readonly (readonly [string | null, Der])[] =>
  name.children.flatMap((set) =>
    set.children.flatMap(({ children: [id, value] }) =>
      value ? [[objectIdOf(id), value] satisfies readonly [string | null, Der]] : [],
    ),
  );

/** The common name, or else the organization. */
const shownName = (name: Der): string | null => {
  const parts = nameParts(name);
  for (const wanted of [commonName, organizationalUnit, organization]) {
    const found = parts.findLast(([id]) => id === wanted);
    if (found) return derText(found[1]).trim().slice(0, 200) || null;
  }
  return null;
};

const keyIdOf = (rest: readonly Der[]): Uint8Array | null => {
  const extensions = rest.find(({ tag }) => tag === 0xa3)?.children[0]?.children ?? [];
  for (const { children } of extensions) {
    if (objectIdOf(children[0]) !== subjectKeyId) continue;
    const value = children.at(-1);
    return value ? (parseDer(value.content)?.content ?? null) : null;
  }
  return null;
};

const sm2KeyOf = (spki: Der): Uint8Array | null => {
  const [algorithm, key] = spki.children;
  const point = bitStringOf(key);
  const isCurve = algorithm?.children.some((part) => objectIdOf(part) === sm2Curve) ?? false;
  return isCurve && point?.length === 65 && point[0] === 4 ? point : null;
};

/** Parses a certificate; null if the bytes are invalid. */
export const parseCertificate = (bytes: Uint8Array): Certificate | null => {
  const whole = parseDer(bytes);
  const [body, algorithm, signature] = whole?.children ?? [];
  if (whole?.tag !== derTag.sequence || body?.tag !== derTag.sequence) return null;
  const fields = body.children[0]?.tag === 0xa0 ? body.children.slice(1) : body.children;
  const [serial, , issuer, validity, subject, spki, ...rest] = fields;
  if (!serial || !issuer || !validity || !subject || !spki) return null;
  return {
    bytes: whole.bytes,
    shown: {
      subject: shownName(subject),
      issuer: shownName(issuer),
      from: timeOf(validity.children[0]),
      until: timeOf(validity.children[1]),
    },
    issuer: issuer.bytes,
    serial: serial.content,
    subject: subject.bytes,
    keyId: keyIdOf(rest),
    spki: spki.bytes,
    sm2Key: sm2KeyOf(spki),
    signed: body.bytes,
    signatureAlgorithm: objectIdOf(algorithm?.children[0]),
    signature: bitStringOf(signature),
  };
};

/** The SHA-256 of a certificate's public key (SubjectPublicKeyInfo in DER), in hex: by it a signer is known. */
export const fingerprintOf = ({ spki }: Pick<Certificate, 'spki'>): string =>
  createHash('sha256').update(spki).digest('hex');

/** Whether an instant is within a certificate's validity; null if either is unknown. */
export const isValidAt = ({ from, until }: SealCertificate, at: string | null): boolean | null => {
  if (at === null || from === null || until === null) return null;
  const time = Date.parse(at);
  return Date.parse(from) <= time && time <= Date.parse(until);
};
