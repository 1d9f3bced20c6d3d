import { failed, success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { openPdf, type PdfDocument } from '../formats/pdf/pdf-document.ts';
import { fileVersion, readWholeFile } from './read-file.ts';
import { largeFileBytes } from './limits.ts';
import { refusal } from '../formats/refusal.ts';
import { releaseBytes, sha256Of } from '../infra/bytes.ts';
import { maxPages } from '../formats/limits.ts';
import { declaredPictureBytes } from '../formats/pdf/declared-pictures.ts';

/** How many bytes of a dictionary around its count are read: its list of kids may be megabytes long. */
const nearby = 256;

const isPageTree = (bytes: Buffer, at: number): boolean => {
  const text = bytes.toString('latin1', Math.max(0, at - nearby), at + nearby);
  return /\/Type\s*\/Pages\b/.test(text) || /\/Kids\b/.test(text);
};

/**
 * The largest page count in a node of the page tree, as far as it can be read from the file's bytes. The
 * library counts by walking the pages, which takes seconds for a hundred thousand; this is a quick check
 * before.
 */
const statedPages = (bytes: Buffer): number => {
  let most = 0;
  for (let at = bytes.indexOf('/Count'); at >= 0; at = bytes.indexOf('/Count', at + 6)) {
    const count = Number(/^\/Count\s+(\d{1,9})\b/.exec(bytes.toString('latin1', at, at + 24))?.[1] ?? 0);
    if (count > most && isPageTree(bytes, at)) most = count;
  }
  return most;
};

/**
 * Lends the bytes of a file to code that parses them itself, until it returns: what it needs longer it copies. Null if
 * the file can't be read any more, or is too long to be held twice.
 */
export type LendBytes = <Value>(work: (bytes: Buffer) => Value) => Promise<Value | null>;

/** An open PDF and its file's properties. */
type KeptPdf = {
  readonly document: PdfDocument;
  readonly sha256: string;
  readonly length: number;
  readonly lend: LendBytes;
  /** The memory that its largest picture may take. */
  readonly pictureBytes: number;
};

const maxRawBytes = 64 * 1024 * 1024;

/** A small file stays in memory beside its open document; a large one is read again. */
const lenderOf =
  (path: string, length: number, small: Buffer | null): LendBytes =>
  async (work) => {
    if (small) return work(small);
    if (length > maxRawBytes) return null;
    const read = await readWholeFile(path);
    if (!read.ok) return null;
    try {
      return work(read.value.bytes);
    } finally {
      releaseBytes(read.value.bytes);
    }
  };

type Kept = { readonly key: string; readonly path: string; readonly pdf: KeptPdf };
let kept: Kept | null = null;

/** Closes the open PDF if it is large, and `isMeant` its path. */
export const closeLargePdf = async (isMeant: (path: string) => boolean): Promise<void> => {
  if (!kept || kept.pdf.length <= largeFileBytes || !isMeant(kept.path)) return;
  const { pdf } = kept;
  kept = null;
  await pdf.document.close();
};

const copyOf = (bytes: Buffer): Uint8Array<ArrayBuffer> => {
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return copy;
};

/**
 * Opens a PDF, or returns the open one, because its pages are requested one after the other. A file that
 * changed is opened again. One PDF at a time, since the worker processes one page at a time.
 */
export const openKeptPdf = async (
  path: string,
  password: string | null,
): Promise<Result<KeptPdf, Failure>> => {
  const version = await fileVersion(path);
  if (!version.ok) return version;
  const key = JSON.stringify([version.value, password]);
  if (kept?.key === key) return success(kept.pdf);
  await kept?.pdf.document.close();
  kept = null;
  const read = await readWholeFile(path);
  if (!read.ok) return read;
  const { bytes } = read.value;
  const stated = statedPages(bytes);
  if (stated > maxPages) return failed(refusal('too-many-pages', `${stated}`));
  const sha256 = sha256Of(bytes);
  const pictureBytes = declaredPictureBytes(bytes);
  const { length } = bytes;
  const small = length <= largeFileBytes ? bytes : null;
  // The library takes ownership of what it gets.
  const isOwn = length === bytes.buffer.byteLength;
  const opened = await openPdf(small || !isOwn ? copyOf(bytes) : new Uint8Array(bytes.buffer), password);
  if (!opened.ok) return opened;
  const lend = lenderOf(path, length, small);
  const pdf = { document: opened.value, sha256, length, lend, pictureBytes };
  kept = { key, path, pdf };
  return success(pdf);
};
