import { inflateSync } from 'node:zlib';
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

/** Colour spaces that a JPEG decodes to without further data. CMYK is not one of them. */
const isPlainColour = (value: string | undefined, objects: PdfObjects): boolean => {
  if (value === '/DeviceRGB' || value === '/DeviceGray') return true;
  const profile = /^\[\s*\/ICCBased\s+(\d+\s+\d+\s+R)\s*\]$/.exec(value ?? '');
  const components = entriesOf(dictionaryOf(profile?.[1], objects) ?? '').get('N');
  return components === '1' || components === '3';
};

/** Entries that change the meaning of the samples. */
const altering = ['Decode', 'SMask', 'Mask', 'ImageMask', 'DecodeParms'];

const jpegOf = (raw: Buffer, id: number, objects: PdfObjects): Buffer | null => {
  const object = objects(id);
  const entries = entriesOf(object?.dictionary ?? '');
  const filter = entries.get('Filter')?.replace(/^\[\s*(\S+)\s*\]$/, '$1');
  if (!object || filter !== '/DCTDecode' || altering.some((name) => entries.has(name))) return null;
  return isPlainColour(entries.get('ColorSpace'), objects) ? streamOf(raw, object) : null;
};

/** Limit of nested page groups, from which pages inherit their resources (7.7.3.4). */
const mostGroups = 50;

const resourcesOf = (pageObject: number, objects: PdfObjects): string | null => {
  let entries = entriesOf(objects(pageObject)?.dictionary ?? '');
  for (let group = 0; group < mostGroups; group += 1) {
    const resources = entries.get('Resources');
    if (resources !== undefined) return dictionaryOf(resources, objects);
    const parent = dictionaryOf(entries.get('Parent'), objects);
    if (parent === null) return null;
    entries = entriesOf(parent);
  }
  return null;
};

/** The content stream of a scan is short, except for recognized text. */
const maxContent = 4 * 1024 * 1024;

/** A content stream's operators; null if its filter is not supported here. */
const contentOf = (raw: Buffer, id: number, objects: PdfObjects): string | null => {
  const object = objects(id);
  const stream = object && streamOf(raw, object);
  if (!object || !stream) return null;
  const filter = entriesOf(object.dictionary)
    .get('Filter')
    ?.replace(/^\[\s*(\S+)\s*\]$/, '$1');
  if (filter === undefined) return stream.toString('latin1', 0, maxContent);
  if (filter !== '/FlateDecode') return null;
  try {
    return inflateSync(stream, { maxOutputLength: maxContent }).toString('latin1');
  } catch {
    return null;
  }
};

/** The names of everything that a page's content paints. */
const paintedNames = (raw: Buffer, contents: string | undefined, objects: PdfObjects): readonly string[] => {
  const ids = [...(contents ?? '').matchAll(/(\d+)\s+\d+\s+R/g)].map(([, id]) => Number(id));
  const parts = ids.map((id) => contentOf(raw, id, objects) ?? '');
  return [...parts.join('\n').matchAll(/\/([^\s/<>[\]()]+)\s+Do\b/g)].map(([, name]) => name ?? '');
};

/**
 * The picture that a page seems to paint. It is found without the library and may be the wrong one. `jpeg`
 * contains the bytes of a JPEG that needs no further context to be decoded, or null.
 */
type SoleImage = { readonly jpeg: Buffer | null };

/** Null for a page that paints no picture or several. */
export const soleImageOf = (raw: Buffer, pageObject: number): SoleImage | null => {
  const objects = objectsOf(raw);
  const resources = entriesOf(resourcesOf(pageObject, objects) ?? '');
  const named = entriesOf(dictionaryOf(resources.get('XObject'), objects) ?? '');
  const contents = entriesOf(objects(pageObject)?.dictionary ?? '').get('Contents');
  const painted = named.size === 1 ? [...named.keys()] : paintedNames(raw, contents, objects);
  const id = painted.length === 1 ? referenceOf(named.get(painted[0] ?? '')) : null;
  return id === null ? null : { jpeg: jpegOf(raw, id, objects) };
};
