import { xmlRootOf } from '../extract/document/xml/decode-xml.ts';
import { isCompoundFile } from '../formats/compound-file.ts';
import { looksLikeMail } from './mail.ts';
import type { PictureFormat } from '../../shared/file-formats.ts';
import type { ImageEncoding } from '../../shared/services/service.ts';

/** Pictures that the services can't read and that are converted. */
export type ConvertibleName = Exclude<PictureFormat, ImageEncoding>;

/** The content of a file, detected from its first bytes and never from its name. */
export type FileFormat =
  | { readonly kind: 'picture'; readonly encoding: Exclude<ImageEncoding, 'jpeg'> }
  | { readonly kind: 'convertible'; readonly name: ConvertibleName }
  | { readonly kind: 'pdf' }
  /** Detected by the entries of its zip instead of its first bytes. */
  | { readonly kind: 'ofd' }
  /** A zip. Only its entries show whether it is an OFD or an office document. */
  | { readonly kind: 'archive' }
  /** A mail with attached files. */
  | { readonly kind: 'mail' }
  /** A mail that Outlook saved. Only its parts show whether it is an old Office document. */
  | { readonly kind: 'compound' }
  /** An unsupported picture or document; `name` is its common name. */
  | { readonly kind: 'unsupported'; readonly name: string }
  /** A digital invoice or any other XML: only its elements show which. */
  | { readonly kind: 'xml' }
  | { readonly kind: 'unknown' };

/** Number of first bytes that `formatOf` needs: a PDF's header may be anywhere in its first kilobyte. */
export const formatHeadBytes = 1024;

const startsWith = (head: Uint8Array, at: number, ...bytes: readonly number[]): boolean =>
  bytes.every((byte, index) => head[at + index] === byte);

const holds = (head: Uint8Array, at: number, text: string): boolean =>
  startsWith(head, at, ...Buffer.from(text, 'latin1'));

const isPng = (head: Uint8Array) => startsWith(head, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const isJpeg = (head: Uint8Array) => startsWith(head, 0, 0xff, 0xd8, 0xff);

const bmpHeaderSizes = new Set([12, 16, 40, 52, 56, 64, 108, 124]);
/** "BM" alone starts many texts: the size of the second header decides. */
const isBmp = (head: Uint8Array) =>
  holds(head, 0, 'BM') && bmpHeaderSizes.has(head[14] ?? 0) && head[15] === 0;

const isGif = (head: Uint8Array) => holds(head, 0, 'GIF87a') || holds(head, 0, 'GIF89a');
const isWebp = (head: Uint8Array) => holds(head, 0, 'RIFF') && holds(head, 8, 'WEBP');
const isTiff = (head: Uint8Array) =>
  holds(head, 0, 'II*\0') || holds(head, 0, 'MM\0*') || holds(head, 0, 'II+\0') || holds(head, 0, 'MM\0+');

/** `PK\5\6` is a zip without entries. */
const isZip = (head: Uint8Array) => holds(head, 0, 'PK\x03\x04') || holds(head, 0, 'PK\x05\x06');

/** Brands of ISO base media files (`ftyp` at 4): the major brand, then the compatible ones from 16. */
const brandNames: readonly (readonly [RegExp, string])[] = [
  [/^(avif|avis)/, 'AVIF'],
  [/^(heic|heix|hevc|hevx|heim|heis|hevm|hevs|mif1|msf1)/, 'HEIC'],
  [/^(crx )/, 'CR3'],
];
const isoMediaName = (head: Uint8Array): string | null => {
  if (!holds(head, 4, 'ftyp')) return null;
  const brands = Buffer.from(head.slice(8, 64)).toString('latin1');
  // "mif1" is also the major brand of some AVIF files.
  if (brands.startsWith('mif1') && brands.includes('avif')) return 'AVIF';
  return brandNames.find(([pattern]) => pattern.test(brands))?.[1] ?? 'MP4';
};

const latin1 = (head: Uint8Array): string => Buffer.from(head).toString('latin1');

type Signature = { readonly name: string; readonly matches: (head: Uint8Array) => boolean };
const unsupported: readonly Signature[] = [
  { name: 'JPEG XL', matches: (head) => startsWith(head, 0, 0xff, 0x0a) || holds(head, 4, 'JXL \r\n') },
  {
    name: 'JPEG 2000',
    matches: (head) => holds(head, 4, 'jP  \r\n') || startsWith(head, 0, 0xff, 0x4f, 0xff, 0x51),
  },
  { name: 'PSD', matches: (head) => holds(head, 0, '8BPS') },
  { name: 'ICO', matches: (head) => startsWith(head, 0, 0, 0, 1, 0) && (head[4] ?? 0) > 0 && head[5] === 0 },
  { name: 'RAR', matches: (head) => holds(head, 0, 'Rar!\x1a\x07') },
  { name: '7z', matches: (head) => holds(head, 0, "7z\xbc\xaf'\x1c") },
  { name: 'SVG', matches: (head) => latin1(head.subarray(0, 64)).trimStart().startsWith('<svg') },
];

/** Whether the name of an unsupported format is that of an archive, which the user can unpack. */
export const isArchiveFormat = (name: string): boolean => name === 'RAR' || name === '7z';

/** Whether a file is opened for the files in it. */
export const isContainer = ({ kind }: Pick<FileFormat, 'kind'>): boolean =>
  kind === 'archive' || kind === 'mail' || kind === 'compound';

/** The format of an XML file by its root element in the head: SVG and HTML are XML too, but not documents. */
const xmlFormatOf = (head: Uint8Array): FileFormat => {
  const root = xmlRootOf(head);
  if (root === null || root === 'html') return { kind: 'unknown' };
  return root === 'svg' ? { kind: 'unsupported', name: 'SVG' } : { kind: 'xml' };
};

/** @param head the file's first `formatHeadBytes` bytes, or the whole file if it is shorter */
export const formatOf = (head: Uint8Array): FileFormat => {
  if (isJpeg(head)) return { kind: 'picture', encoding: 'jpg' };
  if (isPng(head)) return { kind: 'picture', encoding: 'png' };
  if (isBmp(head)) return { kind: 'picture', encoding: 'bmp' };
  if (isGif(head)) return { kind: 'convertible', name: 'gif' };
  if (isWebp(head)) return { kind: 'convertible', name: 'webp' };
  if (isTiff(head)) return { kind: 'convertible', name: 'tiff' };
  if (isZip(head)) return { kind: 'archive' };
  if (isCompoundFile(head)) return { kind: 'compound' };
  const name = unsupported.find(({ matches }) => matches(head))?.name ?? isoMediaName(head);
  if (name === 'AVIF') return { kind: 'convertible', name: 'avif' };
  if (name === 'HEIC') return { kind: 'convertible', name: 'heic' };
  if (name !== null) return { kind: 'unsupported', name };
  if (looksLikeMail(head)) return { kind: 'mail' };
  if (latin1(head.subarray(0, formatHeadBytes)).includes('%PDF-')) return { kind: 'pdf' };
  return xmlFormatOf(head);
};
