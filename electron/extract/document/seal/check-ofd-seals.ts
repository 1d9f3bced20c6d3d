import type { Seal, SealSignature } from '../../../../shared/invoice/extraction.ts';
import { OfdFailure } from '../ofd/limits.ts';
import { openPackage, type OfdPackage } from '../ofd/package.ts';
import { fingerprintOf, isValidAt, parseCertificate, type Certificate } from './certificate.ts';
import { chainOf } from './chain.ts';
import { checkSignature } from './check-signature.ts';
import { digestMethodOf, sealDigest, sameBytes, type DigestMethod } from './digests.ts';
import { machineryOf, openParts, uncovered, unreached, type Machinery } from './ofd-coverage.ts';
import {
  readSignatureLists,
  readSignatureRecord,
  type ListedSignature,
  type SignatureRecord,
} from './ofd-signatures.ts';
import { readSes, type SesSignature } from './ses.ts';
import { aboutNobody, changed, sealOf, signatureOf, unchecked, type Objection } from './verdict.ts';

/** More signatures than any invoice has; further ones are not checked and reported as such. */
const maxSignatures = 32;

/** A listed signature whose record exists. */
type Listed = ListedSignature & { readonly record: string };

/**
 * The result for one signature, with the parts whose digests it confirms (none if its value is not good) and those that
 * it leaves open.
 */
type Checked = {
  readonly signature: SealSignature;
  readonly covers: ReadonlySet<string>;
  readonly open: readonly string[];
};

type OfdSealCheck = {
  /** The seal after a reader used these parts: what it used counts as content, however it found it. */
  readonly sealAfter: (used: ReadonlySet<string>) => Seal | null;
  /** The parts that the best signature covers; null if no signature covers anything. */
  readonly covered: ReadonlySet<string> | null;
};

const nothing: ReadonlySet<string> = new Set();

const shown = (path: string): string => (path.startsWith('/') ? path : `/${path}`);

/** Caches digests by file and method, because several signatures of a package use the same ones. */
const digester = (parts: OfdPackage) => {
  const known = new Map<string, Promise<Buffer | null>>();
  return (path: string, method: DigestMethod): Promise<Buffer | null> => {
    const key = `${method} ${path}`;
    const found = known.get(key);
    if (found) return found;
    const bytes = parts.bytesOf(path);
    const made = bytes ? sealDigest(method, bytes) : Promise.resolve(null);
    known.set(key, made);
    return made;
  };
};
type Digester = ReturnType<typeof digester>;

type References = { readonly objections: readonly (Objection | null)[]; readonly same: ReadonlySet<string> };

/** First step: the digest of each part that the record names. */
const checkReferences = async (
  { references, checkMethod }: SignatureRecord,
  listed: Listed,
  digest: Digester,
): Promise<References> => {
  const method = digestMethodOf(checkMethod);
  if (method === null) return { objections: [unchecked('digest-unknown', checkMethod ?? '')], same: nothing };
  const differing: string[] = [];
  const missing: string[] = [];
  const same = new Set<string>();
  for (const { path, written, digest: stated } of references) {
    const found = path === null ? null : await digest(path, method);
    if (!found || path === null) missing.push(shown(written));
    else if (sameBytes(found, Buffer.from(stated, 'base64'))) same.add(path);
    else differing.push(path);
  }
  for (const path of differing) same.delete(path);
  // A later signature adds itself to the list: the pages are unchanged.
  const onlyList = differing.length === 1 && differing[0] === listed.list && !listed.isLast;
  return {
    objections: [
      differing.length > 0
        ? changed(onlyList ? 'signature-list-changed' : 'part-changed', ...differing.map(shown))
        : null,
      missing.length > 0 ? changed('part-missing', ...missing) : null,
    ],
    same,
  };
};

/**
 * The signer must be one of those named in the seal, byte for byte, because its certificate itself is not
 * signed.
 */
const checkUser = async (
  { seal, certificate }: SesSignature,
  signer: Certificate,
  path: string,
): Promise<Objection | null> => {
  if (seal.users === null) {
    for (const method of ['sm3', 'sha256', 'sha1'] as const) {
      const digest = await sealDigest(method, certificate);
      if (seal.userDigests.some((user) => sameBytes(user, digest))) return null;
    }
    return unchecked('signer-not-in-seal');
  }
  if (seal.users.some((user) => sameBytes(user, certificate))) return null;
  const sameKey = seal.users.some((user) => {
    const known = parseCertificate(user);
    return known !== null && sameBytes(known.spki, signer.spki);
  });
  return sameKey ? changed('seal-damaged', path) : unchecked('signer-not-in-seal');
};

const checkTimes = ({ seal, at }: SesSignature, signer: Certificate): Objection | null => {
  if (isValidAt(signer.shown, at) === false) return unchecked('certificate-not-valid-then');
  const within = isValidAt({ subject: null, issuer: null, from: seal.from, until: seal.until }, at);
  return within === false ? unchecked('seal-not-valid-then') : null;
};

/**
 * The maker's signature over the seal, if its format is known. The signer's signature covers the seal as
 * well.
 */
const checkMaker = async ({ seal }: SesSignature, path: string): Promise<Objection | null> => {
  const maker = seal.maker ? parseCertificate(seal.maker.certificate) : null;
  if (!seal.maker || !maker) return changed('seal-damaged', path);
  const { signature, algorithm, signed } = seal.maker;
  for (const message of signed) {
    const verdict = await checkSignature({ message, signature, algorithm, digest: null, signer: maker });
    if (verdict === 'good') return null;
    if (verdict === 'unknown') return unchecked('algorithm-unknown', algorithm ?? '');
  }
  return unchecked('seal-damaged', path);
};

const checkValue = async (
  ses: SesSignature,
  signer: Certificate,
  path: string,
): Promise<Objection | null> => {
  const { toSign: message, signature, algorithm } = ses;
  const verdict = await checkSignature({ message, signature, algorithm, digest: null, signer });
  if (verdict === 'good') return null;
  return verdict === 'bad'
    ? changed('signature-mismatch', path)
    : unchecked('algorithm-unknown', algorithm ?? '');
};

const checkRecordHash = async (
  { dataHash }: SesSignature,
  record: Uint8Array,
  checkMethod: string | null,
  path: string,
): Promise<Objection | null> => {
  // This digest uses the same method as the references.
  const method = digestMethodOf(checkMethod);
  if (method === null) return null;
  return sameBytes(await sealDigest(method, record), dataHash)
    ? null
    : changed('signature-record-changed', path);
};

const checkSealFile = (
  { sealPath }: SignatureRecord,
  { seal }: SesSignature,
  parts: OfdPackage,
): Objection | null => {
  const bytes = sealPath === null ? null : parts.bytesOf(sealPath);
  return bytes && !sameBytes(bytes, seal.bytes) ? changed('seal-damaged', shown(sealPath ?? '')) : null;
};

const checkOne = async (
  listed: Listed,
  record: SignatureRecord | null,
  parts: OfdPackage,
  digest: Digester,
  machinery: Machinery,
): Promise<Checked> => {
  const open = record ? openParts(parts, record, machinery) : [];
  const none = (signature: SealSignature): Checked => ({ signature, covers: nothing, open });
  const recordBytes = parts.bytesOf(listed.record);
  if (!recordBytes || !record)
    return none(signatureOf(aboutNobody, [changed('signature-record-changed', shown(listed.record))]));
  const { objections: references, same } = await checkReferences(record, listed, digest);
  const rest = uncovered(parts, open, machinery);
  const about = { ...aboutNobody, at: record.at };
  const value = record.signedValue === null ? null : parts.bytesOf(record.signedValue);
  if (record.signedValue === null || !value)
    return none(signatureOf(about, [...references, changed('signature-removed', shown(listed.record))]));
  const path = shown(record.signedValue);
  const ses = readSes(value);
  if (ses === 'seal-damaged') return none(signatureOf(about, [...references, rest, changed(ses, path)]));
  if (ses === 'format-unknown') return none(signatureOf(about, [...references, rest, unchecked(ses, path)]));
  const signer = parseCertificate(ses.certificate);
  if (!signer) return none(signatureOf(about, [...references, changed('seal-damaged', path)]));
  const maker = ses.seal.maker ? parseCertificate(ses.seal.maker.certificate) : null;
  const known = [
    ...(ses.seal.users ?? []).flatMap((bytes) => parseCertificate(bytes) ?? []),
    ...[maker ?? []].flat(),
  ];
  const chain = await chainOf(signer, known);
  const [user, made] = [await checkUser(ses, signer, path), await checkMaker(ses, path)];
  const sealer = {
    by: signer.shown.subject,
    at: ses.at ?? record.at,
    chain: chain.certificates.map(({ shown: one }) => one),
    validAtSealing: isValidAt(signer.shown, ses.at ?? record.at),
    key: null,
    makerKey: null,
  };
  // They count only if the signature is verified, and the maker's only if the seal names the signer.
  const keys = {
    key: fingerprintOf(signer),
    makerKey: maker && !user && !made ? fingerprintOf(maker) : null,
  };
  // Only the signature's own method gives the record's digest and verifies the signature.
  if (digestMethodOf(record.checkMethod) === null) return none(signatureOf(sealer, [...references, rest]));
  const proof = [
    await checkRecordHash(ses, recordBytes, record.checkMethod, shown(listed.record)),
    await checkValue(ses, signer, path),
  ];
  const isProven = proof.every((objection) => objection === null);
  const signature = signatureOf(isProven ? { ...sealer, ...keys } : sealer, [
    ...references,
    ...proof,
    checkSealFile(record, ses, parts),
    chain.isBroken ? changed('seal-damaged', path) : null,
    user,
    made,
    checkTimes(ses, signer),
    rest,
  ]);
  return { signature, covers: isProven ? same : nothing, open };
};

/** A signature after a reader used parts besides the frame that it leaves open. */
const afterUse = (
  { signature, open }: Checked,
  used: ReadonlySet<string>,
  frame: readonly string[],
): SealSignature => {
  const content = open.filter((path) => used.has(path) && !frame.includes(path));
  return signature.state === 'changed' || content.length === 0
    ? signature
    : { ...signature, ...changed('not-covered', ...content.map(shown)) };
};

const removed = (paths: readonly string[]): SealSignature =>
  signatureOf(aboutNobody, [changed('signature-removed', ...paths.map(shown))]);

/**
 * Checks every signature of an open package: the digests of the parts, the digest of the record, the signature, the
 * times, parts that are not covered, and parts of signatures that no list names any more. It never claims that a
 * file is genuine. Takes about 20 ms; call it in a worker.
 */
export const checkOfdPackage = async (parts: OfdPackage): Promise<OfdSealCheck> => {
  const lists = readSignatureLists(parts);
  const listed = lists.listed.filter((one): one is Listed => one.record !== null);
  const records = new Map(listed.map(({ record }) => [record, readSignatureRecord(parts, record)]));
  const machinery = machineryOf(parts, lists, [...records.values()]);
  const digest = digester(parts);
  const checked: Checked[] = [];
  for (const one of listed.slice(0, maxSignatures))
    checked.push(await checkOne(one, records.get(one.record) ?? null, parts, digest, machinery));
  const others: SealSignature[] = [];
  if (listed.length > maxSignatures)
    others.push(signatureOf(aboutNobody, [unchecked('format-unknown', `${listed.length}`)]));
  const lost = [
    ...lists.empty,
    ...lists.listed.flatMap(({ record, written }) => (record === null ? [written] : [])),
    ...unreached(parts, new Set([...machinery.named, ...lists.frame])),
  ];
  if (lost.length > 0) others.push(removed(lost));
  const best = checked.reduce<ReadonlySet<string>>(
    (most, { covers }) => (covers.size > most.size ? covers : most),
    nothing,
  );
  return {
    sealAfter: (used) => sealOf([...checked.map((one) => afterUse(one, used, lists.frame)), ...others]),
    covered: best.size > 0 ? best : null,
  };
};

/** Checks the seals of an OFD's bytes. Null if it was never sealed. */
export const checkOfdSeals = async (bytes: Uint8Array): Promise<Seal | null> => {
  try {
    return (await checkOfdPackage(await openPackage(bytes))).sealAfter(nothing);
  } catch (error) {
    if (!(error instanceof OfdFailure)) throw error;
    return sealOf([signatureOf(aboutNobody, [unchecked('unreadable')])]);
  }
};
