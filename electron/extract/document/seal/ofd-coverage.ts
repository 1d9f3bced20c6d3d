import { type OfdPackage, isNamedLikeAttachment } from '../ofd/package.ts';
import type { OfdElement } from '../ofd/xml-tree.ts';
import { treeOf, type SignatureLists, type SignatureRecord } from './ofd-signatures.ts';
import { startsAsSeal } from './ses.ts';
import { changed, unchecked, type Objection } from './verdict.ts';

/**
 * The parts that no signature can cover: exactly the lists, the records, their values and their seals. A folder is
 * never exempt.
 */
export type Machinery = {
  readonly lists: SignatureLists;
  /** The parts that the lists and records name. */
  readonly named: ReadonlySet<string>;
  /** Those of them that nothing else uses. */
  readonly exempt: ReadonlySet<string>;
};

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

/** A part as lower-case text, to search it for names; zeros of UTF-16 are left out. */
const searchable = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\0', '').toLowerCase();

/** A part that may refer to others: after a byte order mark and blanks, XML starts with a bracket. */
const maySpeak = (path: string, bytes: Buffer): boolean =>
  /\.xml$/iu.test(path) || /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\0\s]*</u.test(bytes.toString('latin1'));

/**
 * Whether a part's text may contain a name: only plain names show in the bytes. Characters beyond ASCII depend on the
 * encoding; references, comments and CDATA may stand inside a name.
 */
const mayContain = (bytes: Buffer, name: string): boolean => {
  const text = searchable(bytes);
  return text.includes(name) || !/^[ -~]+$/u.test(name) || /&#|<!(?:--|\[)/u.test(text);
};

/**
 * Whether an element outside of `Signatures` names a part. Its folder is not compared: producers write it in too many
 * ways, and a name that is used at all is reason enough. It may stand anywhere in a path: `a.xml/b/..` is `a.xml`.
 */
const namesPart = (element: OfdElement, name: string): boolean => {
  const isIt = (text: string): boolean => text.trim().toLowerCase().split(/[\\/]/u).includes(name);
  if (isIt(element.text) || Object.values(element.attributes).some(isIt)) return true;
  return element.children.some((child) => child.name !== 'Signatures' && namesPart(child, name));
};

/** Whether the document refers to a part in any way, except as a signature. */
const isMentioned = (parts: OfdPackage, wanted: string, exempt: ReadonlySet<string>): boolean => {
  const name = baseName(wanted);
  return parts.paths.some((path) => {
    // A path may lead to it as the folder of another part.
    if (path.toLowerCase().startsWith(`${wanted.toLowerCase()}/`)) return true;
    const bytes = exempt.has(path) ? null : parts.bytesOf(path);
    if (!bytes || !maySpeak(path, bytes) || !mayContain(bytes, name)) return false;
    const root = treeOf(parts, path);
    return root !== null && namesPart(root, name);
  });
};

/** The exempt parts of a package: those that are only used as a signature. */
export const machineryOf = (
  parts: OfdPackage,
  lists: SignatureLists,
  records: readonly (SignatureRecord | null)[],
): Machinery => {
  const named = new Set([
    ...lists.paths,
    ...lists.listed.flatMap(({ record }) => record ?? []),
    ...records.flatMap((record) =>
      [record?.signedValue, record?.sealPath].filter((path) => typeof path === 'string'),
    ),
  ]);
  const exempt = [...named].filter(
    (path) => !lists.frame.includes(path) && !isNamedLikeAttachment(path) && !isMentioned(parts, path, named),
  );
  return { lists, named, exempt: new Set(exempt) };
};

/** The parts that a signature does not cover, and that are not its own. */
export const openParts = (
  parts: OfdPackage,
  { references }: SignatureRecord,
  { exempt }: Machinery,
): readonly string[] => {
  const covered = new Set(references.map(({ path }) => path));
  return parts.paths.filter((path) => !covered.has(path) && !exempt.has(path));
};

const fromRoot = (paths: readonly string[]): readonly string[] => paths.map((path) => `/${path}`);

/**
 * Judges the parts that a signature does not cover. A part that a reader or the renderer may use is a change; one that
 * nothing refers to, or only the frame, makes the signature unverifiable.
 */
export const uncovered = (
  parts: OfdPackage,
  open: readonly string[],
  { lists, exempt }: Machinery,
): Objection | null => {
  if (open.length === 0) return null;
  const content = open.filter(
    (path) =>
      !lists.frame.includes(path) && (isNamedLikeAttachment(path) || isMentioned(parts, path, exempt)),
  );
  return content.length > 0
    ? changed('not-covered', ...fromRoot(content))
    : unchecked('not-covered', ...fromRoot(open));
};

const materialName = /(?:^|\/)(?:signatures?\.xml|signedvalue\.dat|[^/]+\.esl)$/iu;

/** The root of a list or a record of signatures. */
const isSignatureRoot = (parts: OfdPackage, path: string, bytes: Buffer): boolean => {
  if (!maySpeak(path, bytes) || !searchable(bytes).includes('signature')) return false;
  const name = treeOf(parts, path)?.name;
  return name === 'Signature' || name === 'Signatures';
};

/** Parts of signatures that no list reaches: their signature was removed. */
export const unreached = (parts: OfdPackage, reached: ReadonlySet<string>): readonly string[] =>
  parts.paths.filter((path) => {
    if (reached.has(path)) return false;
    if (materialName.test(path)) return true;
    const bytes = parts.bytesOf(path);
    return bytes !== null && (startsAsSeal(bytes) || isSignatureRoot(parts, path, bytes));
  });
