import iconv from 'iconv-lite';
import type { Entry } from 'yauzl';

/** A file named like a picture that contains none is reported to the user instead of skipped. */
const pictureName = /\.(jpe?g|jfif|png|bmp|dib|gif|webp|tiff?|avif|hei[cf]|pdf|ofd)$/i;
export const isPictureName = (name: string): boolean => pictureName.test(name);
export const isArchiveName = (name: string): boolean => /\.zip$/i.test(name);

/** Hidden files, and the copies that macOS adds for each file. */
export const isHiddenName = (name: string): boolean =>
  name.split('/').some((part) => /^\.[^.]/.test(part) || part === '__MACOSX');

/** Bit 11 of the general purpose flags: the name is UTF-8. */
const isUtf8Flag = 0x800;

const decodeBytes = (raw: Buffer, isUtf8: boolean): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    // Chinese Windows writes names in its own code page without marking them.
    return isUtf8 ? raw.toString('utf8') : iconv.decode(raw, 'gb18030');
  }
};

/** The name of a file in a zip, with forward slashes. It is only displayed and never used as a path. */
export const decodeEntryName = ({ fileNameRaw, generalPurposeBitFlag }: Entry): string =>
  decodeBytes(fileNameRaw, (generalPurposeBitFlag & isUtf8Flag) !== 0).replaceAll('\\', '/');
