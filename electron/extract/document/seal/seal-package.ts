import type { Entry, ZipFile } from 'yauzl';
import { success, failed, type Result } from '../../../../shared/result.ts';
import { bufferOver } from '../../../infra/bytes.ts';
import { unpackEntry } from '../../../formats/zip/unpack-entry.ts';

/** The files of an OFD package by their absolute paths (`/Doc_0/Document.xml`). */
export type SealPackage = {
  /** Paths that occur more than once, so that two programs could read different files. */
  readonly ambiguous: readonly string[];
  readonly paths: readonly string[];
  readonly read: (path: string) => Promise<Uint8Array | null>;
  readonly close: () => void;
};

/** An invoice has some twenty files of a few hundred kilobytes; the limits leave room for embedded fonts. */
const maxEntries = 20_000;
const maxUnpackedBytes = 96 * 1024 * 1024;

const absolute = (name: string): string => `/${name.replaceAll('\\', '/').replace(/^\/+/, '')}`;

const openZip = async (bytes: Uint8Array): Promise<ZipFile> => {
  const { fromBufferPromise } = await import('yauzl');
  const buffer = bufferOver(bytes);
  return fromBufferPromise(buffer, { lazyEntries: true, autoClose: false });
};

const readWhole = async (zip: ZipFile, entry: Entry): Promise<Uint8Array | null> => {
  try {
    return await unpackEntry(zip, entry);
  } catch {
    return null;
  }
};

/** Opens the package. A file that cannot be unpacked reads as null, like a missing one. */
export const openSealPackage = async (bytes: Uint8Array): Promise<Result<SealPackage, 'unreadable'>> => {
  let zip: ZipFile | null = null;
  try {
    zip = await openZip(bytes);
    const entries = new Map<string, Entry>();
    const ambiguous: string[] = [];
    let total = 0;
    if (zip.entryCount > maxEntries) throw new Error('Too many files');
    for await (const entry of zip.eachEntry()) {
      const path = absolute(entry.fileName);
      if (path.endsWith('/')) continue;
      total += entry.uncompressedSize;
      if (total > maxUnpackedBytes) throw new Error('Too many bytes');
      if (entries.has(path)) ambiguous.push(path);
      entries.set(path, entry);
    }
    const opened = zip;
    return success({
      ambiguous,
      paths: [...entries.keys()],
      read: async (path) => {
        const entry = entries.get(path);
        return entry ? readWhole(opened, entry) : null;
      },
      close: () => opened.close(),
    });
  } catch {
    zip?.close();
    return failed('unreadable');
  }
};
