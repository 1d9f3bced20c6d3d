import type { Seal, SealSignature } from '../../../../shared/invoice/extraction.ts';
import { isValidAt, parseCertificate, type Certificate } from './certificate.ts';
import { chainOf } from './chain.ts';
import { checkSignature } from './check-signature.ts';
import { digestMethodOf, sealDigest, sameBytes, type DigestMethod } from './digests.ts';
import {
  readSignatureList,
  readSignatureLists,
  readSignatureRecord,
  type SignatureRecord,
} from './ofd-signatures.ts';
import { openSealPackage, type SealPackage } from './seal-package.ts';
import { readSes, type SesSignature } from './ses.ts';
import { aboutNobody, changed, sealOf, signatureOf, unchecked, type Objection } from './verdict.ts';

/** More signatures than any invoice has; further ones are not checked and reported as such. */
const maxSignatures = 32;

/** A signature's own files, and the list that names it. */
type Listed = { readonly list: string; readonly record: string; readonly isLast: boolean };

/** Files of signatures, which may change when another one is added. */
type Machinery = { readonly lists: ReadonlySet<string>; readonly folders: readonly string[] };

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Caches digests by file and method, because several signatures of a package use the same ones. */
const digester = (files: SealPackage) => {
  const known = new Map<string, Promise<Buffer | null>>();
  return (path: string, method: DigestMethod): Promise<Buffer | null> => {
    const key = `${method} ${path}`;
    const found = known.get(key);
    if (found) return found;
    const made = files.read(path).then((bytes) => (bytes ? sealDigest(method, bytes) : null));
    known.set(key, made);
    return made;
  };
};
type Digester = ReturnType<typeof digester>;

/** First step: the digest of each file that the record names. */
const checkReferences = async (
  { references, checkMethod }: SignatureRecord,
  listed: Listed,
  digest: Digester,
): Promise<readonly (Objection | null)[]> => {
  const method = digestMethodOf(checkMethod);
  if (method === null) return [unchecked('digest-unknown', checkMethod ?? '')];
  const differing: string[] = [];
  const missing: string[] = [];
  for (const { path, digest: stated } of references) {
    const found = await digest(path, method);
    if (!found) missing.push(path);
    else if (!sameBytes(found, Buffer.from(stated, 'base64'))) differing.push(path);
  }
  // A later signature adds itself to the list: the pages are unchanged.
  const onlyList = differing.length === 1 && differing[0] === listed.list && !listed.isLast;
  return [
    differing.length > 0 ? changed(onlyList ? 'signature-list-changed' : 'part-changed', ...differing) : null,
    missing.length > 0 ? changed('part-missing', ...missing) : null,
  ];
};

/** Last step: files in the package that the signature does not cover. */
const uncovered = (
  files: SealPackage,
  record: SignatureRecord,
  { lists, folders }: Machinery,
): Objection | null => {
  const covered = new Set(record.references.map(({ path }) => path));
  const open = files.paths.filter(
    (path) => !covered.has(path) && !lists.has(path) && !folders.some((folder) => path.startsWith(folder)),
  );
  return open.length > 0 ? unchecked('not-covered', ...open) : null;
};

/**
 * The signer must be one of those named in the seal, byte for byte, because its certificate itself is not
 * signed.
 */
const checkUser = (
  { seal, certificate }: SesSignature,
  signer: Certificate,
  path: string,
): Objection | null => {
  if (seal.users === null || seal.users.some((user) => sameBytes(user, certificate))) return null;
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

const checkSealFile = async (
  { sealPath }: SignatureRecord,
  { seal }: SesSignature,
  files: SealPackage,
): Promise<Objection | null> => {
  const bytes = sealPath === null ? null : await files.read(sealPath);
  return bytes && !sameBytes(bytes, seal.bytes) ? changed('seal-damaged', sealPath ?? '') : null;
};

const checkOne = async (
  listed: Listed,
  files: SealPackage,
  digest: Digester,
  machinery: Machinery,
): Promise<SealSignature> => {
  const recordBytes = await files.read(listed.record);
  if (!recordBytes) return signatureOf(aboutNobody, [unchecked('signature-missing', listed.record)]);
  const record = readSignatureRecord(recordBytes, listed.record);
  if (!record) return signatureOf(aboutNobody, [changed('signature-record-changed', listed.record)]);
  const references = await checkReferences(record, listed, digest);
  const rest = uncovered(files, record, machinery);
  const about = { ...aboutNobody, at: record.at };
  const path = record.signedValue;
  const value = path === null ? null : await files.read(path);
  if (path === null || !value)
    return signatureOf(about, [...references, unchecked('signature-missing', path ?? '')]);
  const ses = readSes(value);
  if (ses === 'seal-damaged') return signatureOf(about, [...references, changed(ses, path)]);
  if (ses === 'format-unknown') return signatureOf(about, [...references, unchecked(ses, path)]);
  const signer = parseCertificate(ses.certificate);
  if (!signer) return signatureOf(about, [...references, changed('seal-damaged', path)]);
  const known = [...(ses.seal.users ?? []), ...(ses.seal.maker ? [ses.seal.maker.certificate] : [])];
  const chain = await chainOf(
    signer,
    known.flatMap((bytes) => parseCertificate(bytes) ?? []),
  );
  const at = ses.at ?? record.at;
  const sealer = {
    by: signer.shown.subject,
    at,
    chain: chain.certificates.map(({ shown }) => shown),
    validAtSealing: isValidAt(signer.shown, at),
  };
  // Only the signature's own method gives the record's digest and verifies the signature.
  if (digestMethodOf(record.checkMethod) === null) return signatureOf(sealer, references);
  return signatureOf(sealer, [
    ...references,
    await checkRecordHash(ses, recordBytes, record.checkMethod, listed.record),
    await checkValue(ses, signer, path),
    await checkSealFile(record, ses, files),
    chain.isBroken ? changed('seal-damaged', path) : null,
    checkUser(ses, signer, path),
    await checkMaker(ses, path),
    checkTimes(ses, signer),
    rest,
  ]);
};

type Lists = { readonly listed: readonly Listed[]; readonly broken: readonly SealSignature[] };

const listSignatures = async (files: SealPackage): Promise<Lists> => {
  const ofd = await files.read('/OFD.xml');
  const lists = ofd ? readSignatureLists(ofd) : null;
  if (!lists) return { listed: [], broken: [] };
  const listed: Listed[] = [];
  const broken: SealSignature[] = [];
  for (const list of new Set(lists)) {
    const bytes = await files.read(list);
    const records = bytes ? readSignatureList(bytes, list) : null;
    if (!records)
      broken.push(signatureOf(aboutNobody, [unchecked(bytes ? 'unreadable' : 'signature-missing', list)]));
    else
      for (const [index, record] of records.entries())
        listed.push({ list, record, isLast: index === records.length - 1 });
  }
  return { listed, broken };
};

const checkPackage = async (files: SealPackage): Promise<Seal | null> => {
  const { listed, broken } = await listSignatures(files);
  if (listed.length > 0 && files.ambiguous.length > 0)
    return sealOf([signatureOf(aboutNobody, [unchecked('package-ambiguous', ...files.ambiguous)])]);
  const machinery = {
    lists: new Set(listed.map(({ list }) => list)),
    folders: listed.map(({ record }) => folderOf(record)),
  };
  const digest = digester(files);
  const signatures: SealSignature[] = [];
  for (const one of listed.slice(0, maxSignatures))
    signatures.push(await checkOne(one, files, digest, machinery));
  if (listed.length > maxSignatures)
    signatures.push(signatureOf(aboutNobody, [unchecked('format-unknown', `${listed.length}`)]));
  return sealOf([...signatures, ...broken]);
};

/**
 * Checks every signature of an OFD: the digests of the files, the digest of the record, the signature, the
 * times, and files that are not covered. Null if the file has no signatures. It never claims that a file is
 * genuine. Takes about 20 ms; call it in a worker.
 */
export const checkOfdSeals = async (bytes: Uint8Array): Promise<Seal | null> => {
  const opened = await openSealPackage(bytes);
  if (!opened.ok) return sealOf([signatureOf(aboutNobody, [unchecked('unreadable')])]);
  try {
    return await checkPackage(opened.value);
  } finally {
    opened.value.close();
  }
};
