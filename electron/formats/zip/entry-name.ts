import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import iconv from 'iconv-lite';
import type { Entry } from 'yauzl';

/** A file named like a picture that contains none is reported to the user instead of skipped. */
const pictureName = /\.(jpe?g|jfif|png|bmp|dib|gif|webp|tiff?|avif|hei[cf]|pdf|ofd)$/i;
export const isPictureName = (name: string): boolean => pictureName.test(name);
export const isArchiveName = (name: string): boolean => /\.(?:zip|eml|msg)$/i.test(name);

/** Hidden files, and the copies that macOS adds for each file. */
export const isHiddenName = (name: string): boolean =>
  name.split('/').some((part) => /^\.[^.]/.test(part) || part === '__MACOSX');

/** Bit 11 of the general purpose flags: the name is UTF-8. */
const isUtf8Flag = 0x800;

const decodeBytes = (raw: Buffer, isMarked: boolean): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    // Chinese Windows writes names in its own code page without marking them.
    return isMarked ? raw.toString('utf8') : iconv.decode(raw, 'gb18030');
  }
};

/** Info-ZIP's Unicode Path: a version, the checksum of the raw name, and the name in UTF-8. */
const unicodePathField = 0x7075;
const unicodePathHead = 5;

/** The name that an entry's Unicode Path field states; `fits` if the field belongs to the entry's raw name. */
const unicodePathOf = ({
  extraFields,
  fileNameRaw,
}: Pick<Entry, 'extraFields' | 'fileNameRaw'>): { readonly name: string; readonly fits: boolean } | null => {
  const data = extraFields.find(({ id }) => id === unicodePathField)?.data;
  if (!data) return null;
  const name = data.subarray(unicodePathHead);
  const fits = data.length > unicodePathHead && data[0] === 1 && data.readUInt32LE(1) === crc32(fileNameRaw);
  return { name: name.toString('utf8'), fits: fits && isUtf8(name) };
};

const rawNameOf = ({ fileNameRaw, generalPurposeBitFlag }: Entry): string =>
  decodeBytes(fileNameRaw, (generalPurposeBitFlag & isUtf8Flag) !== 0);

/**
 * The name of a file in a zip that only carries files, with forward slashes. It is only displayed and never used as
 * a path. A Unicode Path field counts if it belongs to the raw name: some programs write the name in GBK and in
 * this field.
 */
export const decodeEntryName = (entry: Entry): string => {
  const stated = unicodePathOf(entry);
  return (stated?.fits === true ? stated.name : rawNameOf(entry)).replaceAll('\\', '/');
};

/** Each name that a program could read for an entry, with forward slashes. */
export const possibleEntryNames = (entry: Entry): readonly string[] => {
  const stated = unicodePathOf(entry);
  return [rawNameOf(entry), ...(stated ? [stated.name] : [])].map((name) => name.replaceAll('\\', '/'));
};

/**
 * The name of an entry exactly as its archive states it; null if its Unicode Path field states another one, so that
 * two programs would read different files.
 */
export const exactEntryName = (entry: Entry): string | null => {
  const name = rawNameOf(entry);
  const stated = entry.extraFields.filter(({ id }) => id === unicodePathField);
  return stated.every(({ data }) => data.subarray(unicodePathHead).toString('utf8') === name) ? name : null;
};
