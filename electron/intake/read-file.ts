import { stat, type FileHandle } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { listColumnsOf } from '../../shared/books/tax-list-columns.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { formatHeadBytes, formatOf, isArchiveFormat, type FileFormat } from './format.ts';
import { maxArchiveBytes, maxArchiveEntries, maxFileBytes, maxMailBytes } from './limits.ts';
import { isOfd, isOfdEntry } from '../extract/document/ofd/package.ts';
import { openFile } from '../infra/files/read-bounded.ts';
import { firstCells } from '../formats/delimited.ts';
import { refusal } from '../formats/refusal.ts';
import { openPromise } from 'yauzl';
import { codeOf } from '../infra/error-code.ts';

/** Whether a zip is an OFD, by the names of its entries. False if it can't be opened. */
const isOfdFile = async (path: string): Promise<boolean> => {
  try {
    const zip = await openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false });
    try {
      if (zip.entryCount > maxArchiveEntries) return false;
      for await (const entry of zip.eachEntry()) if (isOfdEntry(entry)) return true;
      return false;
    } finally {
      zip.close();
    }
  } catch {
    return false;
  }
};

const missingCodes = new Set(['ENOENT', 'ENOTDIR']);

/**
 * Why a path can't be read, as a refusal. Throws on anything that is not a file system error, since that is a
 * bug.
 */
export const fileRefusal = (error: unknown): Failure => {
  const code = codeOf(error);
  if (code === '') throw error;
  return missingCodes.has(code) ? refusal('missing') : refusal('unreadable', code);
};

/** Identifies the content of a file, to tell whether it changed since it was opened. */
export const fileVersion = async (path: string): Promise<Result<string, Failure>> => {
  try {
    const { size, mtimeMs, ino } = await stat(path);
    return success(JSON.stringify([path, size, mtimeMs, ino]));
  } catch (error) {
    return failed(fileRefusal(error));
  }
};

/** A supported format. */
export type TakenFormat = Exclude<FileFormat, { readonly kind: 'unsupported' | 'unknown' }>;

/** A file's format and length, before reading it as a whole. */
export type ReadHead = { readonly format: TakenFormat; readonly bytes: number };

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`;

const reasonOf = (name: string) => (isArchiveFormat(name) ? 'other-archive' : 'unsupported-format');

/** Limits of length that differ from those of a picture or document. */
const mostBytes: Partial<Record<TakenFormat['kind'], number>> = {
  archive: maxArchiveBytes,
  mail: maxMailBytes,
  compound: maxMailBytes,
};

const whyUnknown = (head: Uint8Array) => {
  // A crash, or a file that only a cloud folder has, leaves a file of zeros.
  if (head.every((byte) => byte === 0)) return 'not-downloaded';
  return firstCells(head).some((row) => listColumnsOf(row)) ? 'spreadsheet' : 'not-an-image';
};

/**
 * Refuses what its first bytes and length already exclude.
 * @param head the first `formatHeadBytes` bytes
 * @param length the whole length in bytes
 */
export const readHead = (head: Uint8Array, length: number): Result<ReadHead, Failure> => {
  if (length === 0) return failed(refusal('empty'));
  const format = formatOf(head);
  if (format.kind === 'unknown') return failed(refusal(whyUnknown(head)));
  if (format.kind === 'unsupported') return failed(refusal(reasonOf(format.name), format.name));
  const most = mostBytes[format.kind] ?? maxFileBytes;
  return length > most
    ? failed(refusal('file-too-large', inMegabytes(length)))
    : success({ format, bytes: length });
};

const headOf = async (file: FileHandle): Promise<Result<ReadHead, Failure>> => {
  const stats = await file.stat();
  // Reading a pipe or a device might never end.
  if (!stats.isFile())
    return failed(refusal('unreadable', stats.isDirectory() ? 'EISDIR' : 'not a regular file'));
  const head = Buffer.alloc(formatHeadBytes);
  const { bytesRead } = await file.read(head, 0, head.length, 0);
  return readHead(head.subarray(0, bytesRead), bytesRead === 0 ? 0 : stats.size);
};

const withFile = async <Value>(
  path: string,
  work: (file: FileHandle) => Promise<Result<Value, Failure>>,
): Promise<Result<Value, Failure>> => {
  let file: FileHandle;
  try {
    file = await openFile(path);
  } catch (error) {
    return failed(fileRefusal(error));
  }
  try {
    return await work(file);
  } catch (error) {
    return failed(fileRefusal(error));
  } finally {
    await file.close();
  }
};

/** The type of a file, without reading all of it. */
export const readFileHead = async (path: string): Promise<Result<ReadHead, Failure>> => {
  const head = await withFile(path, headOf);
  if (!head.ok || head.value.format.kind !== 'archive' || !(await isOfdFile(path))) return head;
  const { bytes } = head.value;
  return bytes > maxFileBytes
    ? failed(refusal('file-too-large', inMegabytes(bytes)))
    : success({ format: { kind: 'ofd' }, bytes });
};

/** A file's bytes and format. An unsupported file is refused without reading all of it. */
export type FileBytes = { readonly format: TakenFormat; readonly bytes: Buffer<ArrayBuffer> };

const readOnce = async (file: FileHandle): Promise<Result<FileBytes, Failure>> => {
  const head = await headOf(file);
  if (!head.ok) return head;
  const bytes = Buffer.allocUnsafeSlow(head.value.bytes);
  let filled = 0;
  while (filled < bytes.length) {
    const part = await file.read(bytes, filled, bytes.length - filled, filled);
    // The file shrank while it was read: continues with the remaining bytes.
    if (part.bytesRead === 0) break;
    filled += part.bytesRead;
  }
  return success({ format: head.value.format, bytes: bytes.subarray(0, filled) });
};

/**
 * A changing file is read at most this often, with this many milliseconds in between; then it is used in its
 * current state.
 */
const readsOfChanging = 50;
const betweenReads = 100;

/** A scanner or a copy may still be writing the file: half of it would be a damaged picture. */
const readWhole = async (file: FileHandle): Promise<Result<FileBytes, Failure>> => {
  for (let reads = 1; ; reads += 1) {
    const before = await file.stat();
    const read = await readOnce(file);
    const after = await file.stat();
    if (reads === readsOfChanging || (before.size === after.size && before.mtimeMs === after.mtimeMs))
      return read;
    await setTimeout(betweenReads);
  }
};

export const readWholeFile = async (path: string): Promise<Result<FileBytes, Failure>> => {
  const read = await withFile(path, readWhole);
  if (!read.ok || read.value.format.kind !== 'archive' || !(await isOfd(read.value.bytes))) return read;
  return success({ format: { kind: 'ofd' }, bytes: read.value.bytes });
};
