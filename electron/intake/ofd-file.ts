import { openPromise } from 'yauzl';
import { isOfdEntries } from '../extract/document/ofd/package.ts';
import { decodeEntryName } from './entry-name.ts';
import { maxArchiveEntries } from './limits.ts';

/** Whether a zip is an OFD, by the names of its entries. False if it can't be opened. */
export const isOfdFile = async (path: string): Promise<boolean> => {
  try {
    const zip = await openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false });
    try {
      if (zip.entryCount > maxArchiveEntries) return false;
      for await (const entry of zip.eachEntry()) if (isOfdEntries([decodeEntryName(entry)])) return true;
      return false;
    } finally {
      zip.close();
    }
  } catch {
    return false;
  }
};
