import type { Box } from '../../../../shared/geometry.ts';
import type { OfdDocument, OfdFile } from './document.ts';
import { OfdFailure } from './limits.ts';
import { folderOf } from './paths.ts';
import { boxOf } from './values.ts';
import { childOf, childrenOf, elementText, type OfdElement } from './xml-tree.ts';

type SealPicture = { readonly type: string; readonly bytes: Buffer };

/**
 * The position of a seal's picture on a page; `clip` is a part of the picture, from the boundary's corner.
 */
export type SealPlace = {
  readonly pageId: string;
  readonly boundary: Box;
  readonly clip: Box | null;
  readonly picture: SealPicture;
};

const maxSignatures = 64;
const maxDerNodes = 4000;
const maxDerDepth = 12;

type Der = { readonly tag: number; readonly content: Buffer };

/** The elements of a DER sequence's content; invalid data ends the list. */
const derList = (content: Buffer): readonly Der[] => {
  const list: Der[] = [];
  for (let at = 0; at + 2 <= content.length && list.length < maxDerNodes;) {
    const tag = content[at] ?? 0;
    const first = content[at + 1] ?? 0;
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    if (lengthBytes > 4 || first === 0x80 || at + 2 + lengthBytes > content.length) break;
    const length = lengthBytes === 0 ? first : content.readUIntBE(at + 2, lengthBytes);
    const from = at + 2 + lengthBytes;
    if (from + length > content.length) break;
    list.push({ tag, content: content.subarray(from, from + length) });
    at = from + length;
  }
  return list;
};

const [sequence, octets, ia5, utf8, printable, integer] = [0x30, 0x04, 0x16, 0x0c, 0x13, 0x02];
const stringTags = new Set([ia5, utf8, printable]);

/**
 * `SES_ESPictrueInfo`: a type (`ofd`, `PNG`), the bytes, width and height. Its depth differs between versions
 * 1 and 4 of the standard and a bare seal, so it is found by its structure.
 */
const pictureIn = (bytes: Buffer, depth: number): SealPicture | null => {
  if (depth > maxDerDepth) return null;
  const list = derList(bytes);
  const [type, data, width] = list;
  const isPicture =
    type !== undefined &&
    stringTags.has(type.tag) &&
    data?.tag === octets &&
    width?.tag === integer &&
    data.content.length > 16;
  if (isPicture) return { type: type.content.toString('latin1').toLowerCase(), bytes: data.content };
  for (const { tag, content } of list) {
    const found = tag === sequence ? pictureIn(content, depth + 1) : null;
    if (found) return found;
  }
  return null;
};

/** The picture in a signed value or a seal file; null if there is none. */
const sealPictureOf = (bytes: Buffer): SealPicture | null => pictureIn(bytes, 0);

const signaturePaths = (file: OfdFile, { signatures, folder }: OfdDocument): readonly string[] => {
  if (signatures === null) return [];
  const root = file.parts.xml(signatures)?.root;
  return childrenOf(root, 'Signature')
    .slice(0, maxSignatures)
    .flatMap(
      ({ attributes }) =>
        file.parts.locate(attributes['BaseLoc'] ?? '', [folderOf(signatures), folder]) ?? [],
    );
};

const pictureOf = (file: OfdFile, root: OfdElement, folders: readonly string[]): SealPicture | null => {
  const info = childOf(root, 'SignedInfo');
  const locations = [elementText(root, 'SignedValue'), elementText(childOf(info, 'Seal'), 'BaseLoc')];
  for (const location of locations) {
    const path = location === null ? null : file.parts.locate(location, folders);
    const bytes = path === null ? null : file.parts.read(path);
    const picture = bytes && sealPictureOf(bytes);
    if (picture) return picture;
  }
  return null;
};

const placesOf = (file: OfdFile, document: OfdDocument, path: string): readonly SealPlace[] => {
  const root = file.parts.xml(path)?.root;
  if (!root) return [];
  const stamps = childrenOf(childOf(root, 'SignedInfo'), 'StampAnnot');
  if (stamps.length === 0) return [];
  const picture = pictureOf(file, root, [folderOf(path), document.folder]);
  if (!picture) return [];
  return stamps.flatMap(({ attributes }) => {
    const boundary = boxOf(attributes['Boundary']);
    return boundary
      ? [{ pageId: attributes['PageRef'] ?? '', boundary, clip: boxOf(attributes['Clip']), picture }]
      : [];
  });
};

/** Damaged data counts as absent. */
const attempt = <Value>(work: () => readonly Value[]): readonly Value[] => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof OfdFailure) || error.reason !== 'damaged') throw error;
    return [];
  }
};

/** The positions of a document's seals. A damaged signature has no picture; it is checked elsewhere. */
export const sealPlaces = (file: OfdFile, document: OfdDocument): readonly SealPlace[] => {
  return attempt(() => signaturePaths(file, document)).flatMap((path) =>
    attempt(() => placesOf(file, document, path)),
  );
};
