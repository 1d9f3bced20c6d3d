import { instantOf } from './der.ts';
import { OfdFailure } from '../ofd/limits.ts';
import type { OfdPackage } from '../ofd/package.ts';
import { folderOf } from '../ofd/paths.ts';
import { childOf, childrenOf, elementText, type OfdElement } from '../ofd/xml-tree.ts';

/**
 * The contents of a Signature.xml. Paths are those of the package; `written` is what the record says, if no such
 * part exists.
 */
export type SignatureRecord = {
  readonly references: readonly {
    readonly path: string | null;
    readonly written: string;
    readonly digest: string;
  }[];
  /** As written: an object identifier or a name. SM3 is not assumed if nothing is written. */
  readonly checkMethod: string | null;
  /** ISO 8601 instant. */
  readonly at: string | null;
  readonly signedValue: string | null;
  readonly sealPath: string | null;
};

/** A signature that a list names; `record` is null if no such part exists. */
export type ListedSignature = {
  readonly list: string;
  readonly record: string | null;
  readonly written: string;
  readonly isLast: boolean;
};

/** What OFD.xml and its lists say about signatures. */
export type SignatureLists = {
  /** The lists that exist. */
  readonly paths: readonly string[];
  readonly listed: readonly ListedSignature[];
  /** Lists that OFD.xml names and that don't exist, can't be parsed, or name no signature. */
  readonly empty: readonly string[];
  /** `OFD.xml` and the `Document.xml` of each document. */
  readonly frame: readonly string[];
};

/** A part as a tree, by the reader's own parser; null if it is missing or the reader could not parse it either. */
export const treeOf = (parts: OfdPackage, path: string): OfdElement | null => {
  try {
    return parts.tree(path)?.root ?? null;
  } catch (error) {
    if (!(error instanceof OfdFailure)) throw error;
    return null;
  }
};

/** The lists of signatures that each document of OFD.xml names, found exactly as the renderer finds them. */
export const readSignatureLists = (parts: OfdPackage): SignatureLists => {
  const top = parts.locate('OFD.xml', ['']);
  const root = top === null ? null : treeOf(parts, top);
  const frame = top === null ? [] : [top];
  const paths = new Set<string>();
  const empty: string[] = [];
  const listed = new Map<string, ListedSignature>();
  for (const body of childrenOf(root ?? undefined, 'DocBody')) {
    const document = parts.locate(elementText(body, 'DocRoot') ?? '', [folderOf(top ?? '')]);
    const folder = folderOf(document ?? '');
    if (document !== null) frame.push(document);
    for (const { text } of childrenOf(body, 'Signatures')) {
      const written = text.trim();
      if (written === '') continue;
      const list = parts.locate(written, [folderOf(top ?? ''), folder]);
      const entries = list === null ? [] : childrenOf(treeOf(parts, list) ?? undefined, 'Signature');
      if (list === null || entries.length === 0) empty.push(list ?? written);
      if (list === null) continue;
      paths.add(list);
      for (const [index, { attributes }] of entries.entries()) {
        const location = attributes['BaseLoc'] ?? '';
        const record = parts.locate(location, [folderOf(list), folder]);
        const isLast = index === entries.length - 1;
        listed.set(record ?? `${list} ${location}`, { list, record, written: location, isLast });
      }
    }
  }
  return { paths: [...paths], listed: [...listed.values()], empty, frame };
};

const dateTimeOf = (text: string | null): string | null =>
  text === null ? null : instantOf(text.replace(/(\.\d+)Z$/, '$1'));

/** Parses a Signature.xml with the reader's parser; null if that can't be done. */
export const readSignatureRecord = (parts: OfdPackage, path: string): SignatureRecord | null => {
  const root = treeOf(parts, path);
  const info = childOf(root ?? undefined, 'SignedInfo');
  if (!root || !info) return null;
  const folders = [folderOf(path)];
  const locate = (location: string | null): string | null =>
    location === null ? null : parts.locate(location, folders);
  const lists = childrenOf(info, 'References');
  return {
    references: lists
      .flatMap((list) => childrenOf(list, 'Reference'))
      .map((reference) => {
        const written = reference.attributes['FileRef'] ?? '';
        const digest = (elementText(reference, 'CheckValue') ?? '').replace(/\s+/g, '');
        return { path: locate(written), written, digest };
      }),
    checkMethod: lists[0]?.attributes['CheckMethod'] ?? null,
    at: dateTimeOf(elementText(info, 'SignatureDateTime') ?? elementText(root, 'SignatureDateTime')),
    signedValue: locate(elementText(root, 'SignedValue')),
    sealPath: locate(elementText(childOf(info, 'Seal'), 'BaseLoc')),
  };
};
