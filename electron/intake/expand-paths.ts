import { readdir, realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { compareNames } from '../../shared/order.ts';
import { mentionsInvoice } from '../extract/document/xml/decode-xml.ts';
import { isArchiveName, isPictureName } from '../formats/zip/entry-name.ts';
import { formatHeadBytes, formatOf, isContainer, type FileFormat } from './format.ts';
import { openFile } from '../infra/files/read-bounded.ts';

type Expanded = {
  /** Files in the order of recognition, each named as given. */
  readonly files: readonly string[];
  /** How many files in folders were skipped because neither content nor name indicates a picture. */
  readonly passedOver: number;
};

/** Known formats that are in a folder for other reasons than being an invoice. */
const otherFiles = new Set(['RAR', '7z', 'MP4', 'ICO', 'SVG']);

const headOf = async (path: string): Promise<Uint8Array> => {
  const file = await openFile(path);
  try {
    const head = Buffer.alloc(formatHeadBytes);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/**
 * Whether content counts as a picture or document. This includes unreadable ones: their reader gives the
 * reason.
 */
export const countsAsPicture = (format: FileFormat): boolean =>
  format.kind === 'unsupported' ? !otherFiles.has(format.name) : format.kind !== 'unknown';

/** Whether a file counts as a picture or document, by content or name. */
export const looksLikePicture = async (path: string, name: string): Promise<boolean> => {
  if (isPictureName(name)) return true;
  try {
    const head = await headOf(path);
    const format = formatOf(head);
    if (format.kind === 'xml') return mentionsInvoice(head);
    // An office document is also a zip: a zip only counts if it has the name of an archive.
    return isContainer(format) ? isArchiveName(name) : countsAsPicture(format);
  } catch {
    // Unreadable and not named like a picture: skip it.
    return false;
  }
};

type Kind = 'folder' | 'file' | 'other';
const kindOf = async (path: string): Promise<Kind> => {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : 'other';
  } catch {
    return 'other';
  }
};

/**
 * Turns the paths of a command line into files. A folder gives its files recursively in natural order (1, 2, 10),
 * without hidden files. Links are followed, and a folder that links back to itself is entered once. In a folder, a
 * file counts if its content is a picture or document, or its name indicates one. A path that is not a folder is
 * passed on unchanged, even if missing: reading it gives the reason.
 */
export const expandPaths = async (paths: readonly string[]): Promise<Expanded> => {
  const files: string[] = [];
  let passedOver = 0;

  const walk = async (folder: string, entered: Set<string>): Promise<void> => {
    let real: string;
    let names: string[];
    try {
      real = await realpath(folder);
      names = await readdir(folder);
    } catch {
      // A folder that can't be listed is passed on like a file: reading it fails with the reason.
      files.push(folder);
      return;
    }
    if (entered.has(real)) return;
    entered.add(real);
    const prefix = folder.endsWith('/') || folder.endsWith(sep) ? folder : `${folder}${sep}`;
    for (const name of names.filter((entry) => !entry.startsWith('.')).toSorted(compareNames)) {
      const path = `${prefix}${name}`;
      const kind = await kindOf(path);
      if (kind === 'folder') await walk(path, entered);
      else if (kind === 'file' && (await looksLikePicture(path, name))) files.push(path);
      else if (kind === 'other' && isPictureName(name)) files.push(path);
      else passedOver += 1;
    }
  };

  for (const path of paths) {
    if ((await kindOf(path)) === 'folder') await walk(path, new Set());
    else files.push(path);
  }
  return { files, passedOver };
};
