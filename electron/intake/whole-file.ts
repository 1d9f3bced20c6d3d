import type { FileHandle } from 'node:fs/promises';
import { openFile } from '../infra/files/read-bounded.ts';
import { formatHeadBytes, formatOf, type FileFormat } from './format.ts';

/** Whether the end of a file is there. `unknown`: its format says nothing about its end. */
export type FileEnd = 'whole' | 'cut' | 'unknown';

/** A zip ends with its directory and a comment of at most 65,535 bytes; the others end within less. */
const tailBytes = 66_000;
/** Scanners and mail programs add a few bytes behind the end. */
const nearEnd = 2_048;

type Parts = { readonly file: FileHandle; readonly size: number; readonly tail: Buffer };

const endsNear = (tail: Buffer, mark: Buffer): boolean => tail.subarray(-nearEnd).lastIndexOf(mark) !== -1;

const marks = {
  pdf: Buffer.from('%%EOF'),
  pdfStart: Buffer.from('startxref'),
  png: Buffer.from('IEND\xae\x42\x60\x82', 'latin1'),
  jpg: Buffer.from([0xff, 0xd9]),
  zip: Buffer.from('PK\x05\x06'),
} as const;

/** Bytes of a file; null beyond its end. */
const partAt = async ({ file, size }: Parts, at: number, bytes: number): Promise<Buffer | null> => {
  if (at + bytes > size) return null;
  const part = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(part, 0, bytes, at);
  return bytesRead < bytes ? null : part;
};

const mostDirectories = 8_192;
/** A scanner writes some hundred strips; more are not looked at. */
const mostStrips = 65_536;
const entryBytes = 12;
/** Tags for the offsets of strips and tiles, each with that for their lengths. */
const placeTags = [
  [273, 279],
  [324, 325],
] as const;

type Numbers = (part: Buffer, at: number, bytes: number) => number;

/** The numbers of a tag; null beyond the end of the file, empty if the directory has no such tag. */
const valuesOf = async (
  parts: Parts,
  directory: Buffer,
  tag: number,
  number: Numbers,
): Promise<readonly number[] | null> => {
  for (let entry = 0; entry < directory.length; entry += entryBytes) {
    if (number(directory, entry, 2) !== tag) continue;
    const width = number(directory, entry + 2, 2) === 3 ? 2 : 4;
    const count = Math.min(number(directory, entry + 4, 4), mostStrips);
    const isInside = count * width <= 4;
    const values = isInside
      ? directory.subarray(entry + 8, entry + 12)
      : await partAt(parts, number(directory, entry + 8, 4), count * width);
    return values && Array.from({ length: count }, (_, index) => number(values, index * width, width));
  }
  return [];
};

/** Bytes of a value by its type (TIFF 6.0, section 2); the types are numbered from 1. */
const typeBytes = [1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

/** Whether all values of a directory, and all pixels that it names, are inside of the file. */
const isInFile = async (parts: Parts, directory: Buffer, number: Numbers): Promise<boolean> => {
  for (let entry = 0; entry < directory.length; entry += entryBytes) {
    const bytes = (typeBytes[number(directory, entry + 2, 2) - 1] ?? 1) * number(directory, entry + 4, 4);
    if (bytes > 4 && number(directory, entry + 8, 4) + bytes > parts.size) return false;
  }
  for (const [places, lengths] of placeTags) {
    const at = await valuesOf(parts, directory, places, number);
    const bytes = await valuesOf(parts, directory, lengths, number);
    if (!at || !bytes) return false;
    if (at.some((place, index) => place + (bytes[index] ?? 0) > parts.size)) return false;
  }
  return true;
};

/** A TIFF may have its parts anywhere: the chain of directories and all pixels must be inside of the file. */
const tiffEnd = async (parts: Parts, head: Buffer): Promise<FileEnd> => {
  const little = head[0] === 0x49;
  const number: Numbers = (part, at, bytes) =>
    little ? part.readUIntLE(at, bytes) : part.readUIntBE(at, bytes);
  // The offsets of a BigTIFF are longer. No scanner writes one.
  if (head.length < 8 || number(head, 2, 2) !== 42) return 'unknown';
  let at = number(head, 4, 4);
  const seen = new Set<number>();
  while (at !== 0) {
    if (seen.has(at) || seen.size > mostDirectories) return 'unknown';
    seen.add(at);
    const count = await partAt(parts, at, 2);
    const bytes = count === null ? 0 : number(count, 0, 2) * entryBytes;
    const directory = count && (await partAt(parts, at + 2, bytes + 4));
    if (!directory || !(await isInFile(parts, directory.subarray(0, bytes), number))) return 'cut';
    at = number(directory, bytes, 4);
  }
  // Space for the first directory is left until the last part is written.
  return parts.size > 8 && number(head, 4, 4) !== 0 ? 'whole' : 'cut';
};

const endOf = async (format: FileFormat, head: Buffer, parts: Parts): Promise<FileEnd> => {
  const { tail } = parts;
  const isThere = (...all: readonly Buffer[]): FileEnd =>
    all.every((mark) => endsNear(tail, mark)) ? 'whole' : 'cut';
  if (format.kind === 'pdf') return isThere(marks.pdf, marks.pdfStart);
  if (format.kind === 'archive') return tail.lastIndexOf(marks.zip) === -1 ? 'cut' : 'whole';
  if (format.kind === 'convertible') return format.name === 'tiff' ? tiffEnd(parts, head) : 'unknown';
  if (format.kind !== 'picture' || format.encoding === 'bmp') return 'unknown';
  return isThere(format.encoding === 'png' ? marks.png : marks.jpg);
};

/** Looks for the end of a file by its format. Rejects if the file can't be read, such as while it is locked. */
export const fileEnd = async (path: string, size: number): Promise<FileEnd> => {
  const file = await openFile(path);
  try {
    const head = Buffer.alloc(Math.min(size, formatHeadBytes));
    await file.read(head, 0, head.length, 0);
    const tail = Buffer.alloc(Math.min(size, tailBytes));
    await file.read(tail, 0, tail.length, size - tail.length);
    return await endOf(formatOf(head), head, { file, size, tail });
  } finally {
    await file.close();
  }
};
