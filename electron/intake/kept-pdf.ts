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
 * Lends the bytes of an open PDF to code that parses them itself, until it returns: what it needs longer it copies. Null
 * if they are too many to be held twice.
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

/** A small file stays in memory beside its open document; the library has the only copy of a large one. */
const lenderOf =
  ({ proxy }: PdfDocument, length: number, small: Buffer | null): LendBytes =>
  async (work) => {
    if (small) return work(small);
    if (length > maxRawBytes) return null;
    const copy = await proxy.getData();
    try {
      return work(Buffer.from(copy.buffer, copy.byteOffset, copy.byteLength));
    } finally {
      releaseBytes(copy);
    }
  };

type Kept = { readonly key: string; readonly path: string; readonly pdf: KeptPdf };
let kept: Kept | null = null;
/** The large PDF that is held, while another one is `kept`. */
let aside: Kept | null = null;

/** Closes the open PDFs that are large, and whose paths are meant. */
export const closeLargePdf = async (isMeant: (path: string) => boolean): Promise<void> => {
  const isClosed = (one: Kept | null): one is Kept =>
    one !== null && one.pdf.length > largeFileBytes && isMeant(one.path);
  const closed = [kept, aside].filter(isClosed);
  if (isClosed(kept)) kept = null;
  if (isClosed(aside)) aside = null;
  for (const { pdf } of closed) await pdf.document.close();
};

let held: string | null = null;
let lettingGo: NodeJS.Timeout | undefined;

/** Keeps a large PDF open while smaller ones are opened. No other large one stays open. */
export const holdLargePdf = async (path: string): Promise<void> => {
  clearTimeout(lettingGo);
  held = path;
  await closeLargePdf((open) => open !== path);
};

/** Closes the held PDF, unless it is held again before. */
export const letGoLargePdf = (afterMs: number): void => {
  clearTimeout(lettingGo);
  lettingGo = setTimeout(() => {
    held = null;
    void closeLargePdf(() => true);
  }, afterMs);
  lettingGo.unref();
};

/** Makes room for another open PDF. */
const putAway = async (): Promise<void> => {
  const before = kept;
  kept = null;
  if (!before) return;
  if (before.path !== held || before.pdf.length <= largeFileBytes) {
    await before.pdf.document.close();
    return;
  }
  // Its file has changed since.
  const older = aside;
  aside = before;
  await older?.pdf.document.close();
};

const copyOf = (bytes: Buffer): Uint8Array<ArrayBuffer> => {
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return copy;
};

/**
 * Opens a PDF, or returns the open one, because its pages are requested one after the other. A file that
 * changed is opened again. One PDF at a time, apart from a held one, since the worker processes one page at a time.
 */
export const openKeptPdf = async (
  path: string,
  password: string | null,
): Promise<Result<KeptPdf, Failure>> => {
  const version = await fileVersion(path);
  if (!version.ok) return version;
  const key = JSON.stringify([version.value, password]);
  if (kept?.key === key) return success(kept.pdf);
  await putAway();
  if (aside?.key === key) {
    kept = aside;
    aside = null;
    return success(kept.pdf);
  }
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
  const lend = lenderOf(opened.value, length, small);
  const pdf = { document: opened.value, sha256, length, lend, pictureBytes };
  kept = { key, path, pdf };
  return success(pdf);
};
