import {
  dictionaryOf,
  entriesOf,
  readPdfObjects,
  referenceOf,
  streamOf,
  type PdfObjects,
} from './pdf-objects.ts';

const read = new WeakMap<Buffer, PdfObjects>();

const objectsOf = (raw: Buffer): PdfObjects => {
  const known = read.get(raw);
  if (known) return known;
  const objects = readPdfObjects(raw);
  read.set(raw, objects);
  return objects;
};

/** Colours that a JPEG means by itself; those of print (CMYK) it does not. */
const isPlainColour = (value: string | undefined, objects: PdfObjects): boolean => {
  if (value === '/DeviceRGB' || value === '/DeviceGray') return true;
  const profile = /^\[\s*\/ICCBased\s+(\d+\s+\d+\s+R)\s*\]$/.exec(value ?? '');
  const components = entriesOf(dictionaryOf(profile?.[1], objects) ?? '').get('N');
  return components === '1' || components === '3';
};

/** Entries that change what the samples mean. */
const altering = ['Decode', 'SMask', 'Mask', 'ImageMask', 'DecodeParms'];

const jpegOf = (raw: Buffer, id: number, objects: PdfObjects): Buffer | null => {
  const object = objects(id);
  const entries = entriesOf(object?.dictionary ?? '');
  const filter = entries.get('Filter')?.replace(/^\[\s*(\S+)\s*\]$/, '$1');
  if (!object || filter !== '/DCTDecode' || altering.some((name) => entries.has(name))) return null;
  return isPlainColour(entries.get('ColorSpace'), objects) ? streamOf(raw, object) : null;
};

/** The one picture that a page names: the bytes of a JPEG that means by itself what the page shows, or null. */
export type SoleImage = { readonly jpeg: Buffer | null };

/** Null for a page that names no picture, or several. */
export const soleImageOf = (raw: Buffer, pageObject: number): SoleImage | null => {
  const objects = objectsOf(raw);
  const page = entriesOf(objects(pageObject)?.dictionary ?? '');
  const resources = entriesOf(dictionaryOf(page.get('Resources'), objects) ?? '');
  const named = [...entriesOf(dictionaryOf(resources.get('XObject'), objects) ?? '').values()];
  const id = referenceOf(named[0]);
  return named.length === 1 && id !== null ? { jpeg: jpegOf(raw, id, objects) } : null;
};
