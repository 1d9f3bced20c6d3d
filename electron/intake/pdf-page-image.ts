import { inflateSync } from 'node:zlib';

/**
 * Parses just enough PDF syntax to find the stored picture of a scanned page (ISO 32000-1, 7.3 and 7.5.7).
 * The library handles everything else. Syntax that is not supported here is treated as not found.
 */

/** A dictionary's text without its brackets, and the offset of the stream that follows it. */
type PdfObject = { readonly dictionary: string; readonly streamAt: number | null };
/** Returns an object by its number; null if it can't be parsed. */
type PdfObjects = (id: number) => PdfObject | null;

const maxDictionary = 64 * 1024;
const maxObjectStream = 16 * 1024 * 1024;

/** The end of the value at `at`. Skips over whole dictionaries, arrays and strings. */
const valueEnd = (text: string, at: number): number => {
  const word = /^\s*(\d+\s+\d+\s+R\b|\/[^\s/<>[\]()]*|[^\s/<>[\]()]+)/.exec(text.slice(at, at + 512));
  if (word) return at + word[0].length;
  let depth = 0;
  for (let index = at; index < text.length; index += 1) {
    const two = text.slice(index, index + 2);
    if (two === '<<' || two === '>>') {
      depth += two === '<<' ? 1 : -1;
      index += 1;
    } else if (text[index] === '[' || text[index] === '(' || text[index] === '<') depth += 1;
    else if (text[index] === ']' || text[index] === ')' || text[index] === '>') depth -= 1;
    else continue;
    if (depth <= 0) return index + 1;
  }
  return text.length;
};

/** The entries of a dictionary's text, without nested ones. */
const entriesOf = (dictionary: string): ReadonlyMap<string, string> => {
  const entries = new Map<string, string>();
  const key = /\s*\/([^\s/<>[\]()]+)/y;
  let at = 0;
  for (;;) {
    key.lastIndex = at;
    const found = key.exec(dictionary);
    if (!found?.[1]) return entries;
    const end = valueEnd(dictionary, key.lastIndex);
    entries.set(found[1], dictionary.slice(key.lastIndex, end).trim());
    at = end;
  }
};

/** The object number of an indirect reference (`12 0 R`). */
const referenceOf = (value: string | undefined): number | null => {
  const found = /^(\d+)\s+\d+\s+R$/.exec(value ?? '');
  return found ? Number(found[1]) : null;
};

const isDictionary = (text: string): boolean => text.startsWith('<<') && text.endsWith('>>');
const inner = (text: string): string => text.slice(2, -2);

/** A direct dictionary, or a referenced one. */
const dictionaryOf = (value: string | undefined, objects: PdfObjects): string | null => {
  if (value === undefined) return null;
  const id = referenceOf(value);
  if (id !== null) return objects(id)?.dictionary ?? null;
  return isDictionary(value) ? inner(value) : null;
};

const objectAt = (bytes: Buffer, at: number): PdfObject | null => {
  const text = bytes.toString('latin1', at, Math.min(bytes.length, at + maxDictionary));
  const start = text.search(/\S/);
  if (start < 0 || !text.startsWith('<<', start)) return null;
  const end = valueEnd(text, start);
  const rest = /^\s*stream(\r\n|\n)/.exec(text.slice(end, end + 64));
  const streamAt = rest ? at + end + rest[0].length : null;
  return { dictionary: inner(text.slice(start, end)), streamAt };
};

/** The raw bytes of a stream in the file. */
const streamOf = (bytes: Buffer, { dictionary, streamAt }: PdfObject): Buffer | null => {
  if (streamAt === null) return null;
  const stated = entriesOf(dictionary).get('Length');
  // If the length is a reference, the next `endstream` marks the end.
  const end = referenceOf(stated) === null ? streamAt + Number(stated) : bytes.indexOf('endstream', streamAt);
  if (!Number.isSafeInteger(end) || end <= streamAt || end > bytes.length) return null;
  return bytes.subarray(streamAt, end);
};

/**
 * Finds every `n g obj` of the file; the last one with a number wins. It may lie within a stream or be
 * unused: callers must verify that it is what the page shows.
 */
const scanObjects = (bytes: Buffer): Map<number, number> => {
  const found = new Map<number, number>();
  for (let at = bytes.indexOf(' obj'); at >= 0; at = bytes.indexOf(' obj', at + 4)) {
    const before = /(\d+)\s+\d+$/.exec(bytes.toString('latin1', Math.max(0, at - 24), at));
    if (before) found.set(Number(before[1]), at + 4);
  }
  return found;
};

/** Adds the objects of a compressed object stream. */
const unpackObjects = (bytes: Buffer, object: PdfObject, into: Map<number, PdfObject>): void => {
  const entries = entriesOf(object.dictionary);
  const [count, first] = [Number(entries.get('N')), Number(entries.get('First'))];
  const packed = streamOf(bytes, object);
  if (!packed || entries.get('Filter') !== '/FlateDecode' || entries.has('DecodeParms')) return;
  const text = inflateSync(packed, { maxOutputLength: maxObjectStream }).toString('latin1');
  const numbers = text.slice(0, first).trim().split(/\s+/).map(Number);
  for (let index = 0; index < count; index += 1) {
    const [id, offset] = [numbers[index * 2], numbers[index * 2 + 1]];
    if (id === undefined || offset === undefined) return;
    const start = first + offset;
    const value = text.slice(start, valueEnd(text, start)).trim();
    if (isDictionary(value)) into.set(id, { dictionary: inner(value), streamAt: null });
  }
};

/** Locates the objects of a PDF. */
const readPdfObjects = (bytes: Buffer): PdfObjects => {
  const offsets = scanObjects(bytes);
  const unpacked = new Map<number, PdfObject>();
  for (const at of offsets.values()) {
    if (!bytes.toString('latin1', at, at + 512).includes('/ObjStm')) continue;
    const object = objectAt(bytes, at);
    try {
      if (object) unpackObjects(bytes, object, unpacked);
    } catch {
      // Encrypted or not deflated: its objects are not found.
    }
  }
  return (id) => {
    const at = offsets.get(id);
    return at === undefined ? (unpacked.get(id) ?? null) : objectAt(bytes, at);
  };
};

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
