import {
  bitStringOf,
  derTag,
  instantOf,
  objectIdOf,
  octetStringOf,
  parseWholeDer,
  smallIntegerOf,
  derText,
  timeOf,
  type Der,
} from './der.ts';

/** An electronic seal signature: GM/T 0031 (v1) or GB/T 38540 (v4). */
export type SesSignature = {
  readonly version: 1 | 4;
  /** The signed data in DER. */
  readonly toSign: Uint8Array;
  /** The signer's certificate. */
  readonly certificate: Uint8Array;
  /** Object identifier. */
  readonly algorithm: string | null;
  readonly signature: Uint8Array;
  /** ISO 8601 instant; null if there is a timestamp token instead of a time. */
  readonly at: string | null;
  /** Digest of Signature.xml. */
  readonly dataHash: Uint8Array;
  readonly seal: SesSeal;
};

type SesSeal = {
  /** The whole seal in DER, identical to Seal.esl. */
  readonly bytes: Uint8Array;
  /** The certificates of its permitted users; null if the list contains digests of certificates. */
  readonly users: readonly Uint8Array[] | null;
  /** Digests of the certificates of its permitted users, if the list contains these. */
  readonly userDigests: readonly Uint8Array[];
  readonly from: string | null;
  readonly until: string | null;
  readonly maker: SealMaker | null;
};

/**
 * The maker's signature over the seal. Any of these forms may be signed: the two standards and their makers
 * differ.
 */
type SealMaker = {
  readonly certificate: Uint8Array;
  readonly algorithm: string | null;
  readonly signature: Uint8Array;
  readonly signed: readonly Uint8Array[];
};

/** Why the bytes are not a seal signature: another format, or a broken one. */
type SesFailure = 'format-unknown' | 'seal-damaged';

const sequenceOf = (parts: readonly Uint8Array[]): Uint8Array => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 0x80 ? [length] : [0x83, length >> 16, (length >> 8) & 0xff, length & 0xff];
  const short = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([
    Uint8Array.of(derTag.sequence, ...(length >= 0x80 && length < 0x10000 ? short : head)),
    content,
  ]);
};

/** `list`: 1 for certificates, 2 for digests of them. Version 1 has certificates only. */
const usersOf = (list: Der | undefined, type: number): readonly Uint8Array[] | null => {
  if (!list || type !== 1) return null;
  return list.children.flatMap((entry) => octetStringOf(entry) ?? []);
};

/** A digest of a certificate is named together with its method. */
const userDigestsOf = (list: Der | undefined, type: number): readonly Uint8Array[] =>
  list && type === 2
    ? list.children.flatMap(({ children }) => children.flatMap((part) => octetStringOf(part) ?? []))
    : [];

const makerOf = (info: Der, parts: readonly (Der | undefined)[]): SealMaker | null => {
  const [certificate, algorithm, signed] = parts;
  const [bytes, signature] = [octetStringOf(certificate), bitStringOf(signed)];
  if (!certificate || !algorithm || !bytes || !signature) return null;
  return {
    certificate: bytes,
    algorithm: objectIdOf(algorithm),
    signature,
    signed: [info.bytes, sequenceOf([info.bytes, certificate.bytes, algorithm.bytes])],
  };
};

const readSeal = (seal: Der, version: 1 | 4): SesSeal | null => {
  const [info, ...rest] = seal.children;
  const property = info?.children[2]?.children;
  if (!info || !property) return null;
  const isNewer = version === 4;
  const [, , third, fourth, ...more] = property;
  const times = isNewer ? more : property.slice(3);
  return {
    bytes: seal.bytes,
    users: isNewer ? usersOf(fourth, smallIntegerOf(third) ?? 0) : usersOf(third, 1),
    userDigests: isNewer ? userDigestsOf(fourth, smallIntegerOf(third) ?? 0) : [],
    from: timeOf(times[1]),
    until: timeOf(times[2]),
    maker: makerOf(info, isNewer ? rest : (rest[0]?.children ?? [])),
  };
};

/** Version 1 states the time as a bit string: a text, or a timestamp token. */
const timeInfoOf = (der: Der | undefined): string | null => {
  const bits = bitStringOf(der);
  if (!bits) return timeOf(der);
  return bits.length <= 40 ? instantOf(Buffer.from(bits).toString('latin1')) : null;
};

type Parts = {
  readonly certificate: Der | undefined;
  readonly algorithm: Der | undefined;
  readonly signature: Der | undefined;
};

const partsOf = (whole: Der, toSign: Der): Parts => {
  if (whole.children.length > 2) {
    const [, certificate, algorithm, signature] = whole.children;
    return { certificate, algorithm, signature };
  }
  const [, , , , , certificate, algorithm] = toSign.children;
  return { certificate, algorithm, signature: whole.children[1] };
};

/** `ES` and the version, at the start of every seal. */
const sealMark = Buffer.of(0x16, 0x02, 0x45, 0x53, 0x02, 0x01);

/** Whether a part is a seal or its value, whatever its name. */
export const startsAsSeal = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 64)).includes(sealMark);

/** Parses SignedValue.dat. */
export const readSes = (bytes: Uint8Array): SesSignature | SesFailure => {
  const failure = startsAsSeal(bytes) ? 'seal-damaged' : 'format-unknown';
  const whole = parseWholeDer(bytes);
  const toSign = whole?.children[0];
  if (whole?.tag !== derTag.sequence || toSign?.tag !== derTag.sequence) return failure;
  const [, sealDer, time, hash] = toSign.children;
  const header = sealDer?.children[0]?.children[0];
  if (header?.children[0] === undefined || derText(header.children[0]) !== 'ES') return failure;
  const version = whole.children.length > 2 ? 4 : 1;
  const seal = sealDer ? readSeal(sealDer, version) : null;
  const { certificate, algorithm, signature } = partsOf(whole, toSign);
  const [dataHash, signer, value] = [bitStringOf(hash), octetStringOf(certificate), bitStringOf(signature)];
  if (!seal || !dataHash || !signer || !value) return 'seal-damaged';
  return {
    version,
    toSign: toSign.bytes,
    certificate: signer,
    algorithm: objectIdOf(algorithm),
    signature: value,
    at: timeInfoOf(time),
    dataHash,
    seal,
  };
};
