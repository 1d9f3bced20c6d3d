import iconv from 'iconv-lite';
import type { Entry } from 'yauzl';

/** What is called a picture and yet holds none is a fault that the user must hear of, not a file to pass over. */
const pictureName = /\.(jpe?g|jfif|png|bmp|dib|gif|webp|tiff?|avif|hei[cf]|pdf|ofd)$/i;
export const isPictureName = (name: string): boolean => pictureName.test(name);
export const isArchiveName = (name: string): boolean => /\.zip$/i.test(name);

/** Hidden files, and the copies that macOS lays beside each file. */
export const isHiddenName = (name: string): boolean =>
  name.split('/').some((part) => /^\.[^.]/.test(part) || part === '__MACOSX');

/** Bit 11 of the general purpose flags: the name is UTF-8. */
const isUtf8Flag = 0x800;

const decodeBytes = (raw: Buffer, isUtf8: boolean): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    // Chinese Windows writes names in its own code page and says nothing of it.
    return isUtf8 ? raw.toString('utf8') : iconv.decode(raw, 'gb18030');
  }
};

/** The name of a file in a zip, with forward slashes. It is shown and never used as a path of ours. */
export const decodeEntryName = ({ fileNameRaw, generalPurposeBitFlag }: Entry): string =>
  decodeBytes(fileNameRaw, (generalPurposeBitFlag & isUtf8Flag) !== 0).replaceAll('\\', '/');
