import { inflateSync } from 'node:zlib';
import { nameSource, type PdfSignature } from './pdf-signatures.ts';

/** What a PDF contains of signatures besides those that can be checked. */
export type Leftovers = {
  /** Where parts of a signature stand that was taken out or hidden: `object 12`, or an offset in the file. */
  readonly removed: readonly string[];
  /** It has objects in a stream that is packed as no program packs them, so that they can't be searched. */
  readonly isClosed: boolean;
  /** A field for a signature, or the flag that there are signatures, without any signature. */
  readonly hasEmptyField: boolean;
};

const gap = String.raw`(?:[\s\0]|%[^\r\n]{0,200}[\r\n])*`;
/** A signature's dictionary, by its type or its format; or its value, a CMS in hex. */
const material = new RegExp(
  [
    `${nameSource('Type')}${gap}(?:${nameSource('Sig')}|${nameSource('DocTimeStamp')})`,
    `${nameSource('SubFilter')}${gap}/(?:adbe|ETSI|#)`,
    String.raw`${nameSource('Contents')}${gap}<\s*30\s*8[0-4][0-9A-Fa-f\s]{200}`,
    // Signed data by its own identifier, whatever its name.
    String.raw`<\s*308[0-4][0-9A-Fa-f]{2,8}06092[aA]864886[fF]70[dD]010702`,
  ].join('|'),
  'gu',
);
const signatureField = new RegExp(`${nameSource('FT')}${gap}${nameSource('Sig')}`, 'gu');
const fieldValue = new RegExp(
  String.raw`${nameSource('V')}${gap}(?:(\d{1,10})${gap}\d{1,5}${gap}R|<<|\[)`,
  'u',
);
const flags = new RegExp(String.raw`${nameSource('SigFlags')}${gap}[1-9]`, 'u');
const encrypted = new RegExp(nameSource('Encrypt'), 'u');
const objectStream = new RegExp(`${nameSource('Type')}${gap}${nameSource('ObjStm')}`, 'gu');

/** Limits for the streams that contain other objects: those of an invoice have a few kilobytes. */
const maxStreams = 400;
const maxStreamBytes = 4 * 1024 * 1024;
const maxAllBytes = 48 * 1024 * 1024;
/** Characters around a field that may belong to it. */
const maxObject = 16 * 1024;

const filterNames = [
  'FlateDecode',
  'ASCIIHexDecode',
  'ASCII85Decode',
  'LZWDecode',
  'RunLengthDecode',
  'Crypt',
];
const filterPattern = new RegExp(filterNames.map((name) => `(${nameSource(name)})`).join('|'), 'gu');
/** Rows of pixels, or filters that another object names: no program packs objects like that. */
const oddlyPacked = new RegExp(
  [
    String.raw`${nameSource('Predictor')}(?!${gap}1(?!\d))`,
    String.raw`(?:${nameSource('Filter')}|${nameSource('DecodeParms')})${gap}\[?${gap}\d`,
  ].join('|'),
  'u',
);

const ofHex = (packed: Buffer): Buffer => {
  const digits = packed.toString('latin1').split('>', 1)[0] ?? '';
  return Buffer.from(digits.replaceAll(/[^0-9A-Fa-f]/gu, ''), 'hex');
};

/** Five characters stand for four bytes, `z` for four zeros. */
const ofAscii85 = (packed: Buffer): Buffer => {
  const text = (packed.toString('latin1').split('~', 1)[0] ?? '').replaceAll(/[^!-uz]/gu, '');
  const bytes: number[] = [];
  for (const [group] of text.replaceAll('z', '!!!!!').matchAll(/.{1,5}/gsu)) {
    let value = 0;
    for (const character of group.padEnd(5, 'u')) value = value * 85 + character.charCodeAt(0) - 33;
    const four = [value / 0x1000000, value / 0x10000, value / 0x100, value].map(
      (one) => Math.floor(one) & 255,
    );
    bytes.push(...four.slice(0, group.length - 1));
  }
  return Buffer.from(bytes);
};

/** The content of a stream; null if it can't be unpacked here. */
const unpacked = (packed: Buffer, filters: readonly string[], limit: number): string | null => {
  let content = packed;
  for (const filter of filters) {
    try {
      if (filter === 'ASCIIHexDecode') content = ofHex(content);
      else if (filter === 'ASCII85Decode') content = ofAscii85(content);
      // Whatever follows the stream is ignored.
      else if (filter === 'FlateDecode') content = inflateSync(content, { maxOutputLength: limit });
      else return null;
    } catch {
      return null;
    }
  }
  return content.toString('latin1', 0, limit);
};

type ObjectStreams = { readonly texts: readonly string[]; readonly isAnyClosed: boolean };

/** The streams that contain other objects, as text. */
const objectStreams = (file: Buffer, text: string): ObjectStreams => {
  const texts: string[] = [];
  let left = maxAllBytes;
  let isAnyClosed = false;
  for (const { index } of text.matchAll(objectStream)) {
    const start = text.indexOf('stream', index);
    if (start < 0 || start - index > maxObject || texts.length >= maxStreams || left <= 0) break;
    const after = start + 'stream'.length;
    const from = text.startsWith('\r\n', after) ? after + 2 : after + 1;
    const dictionary = text.slice(Math.max(text.lastIndexOf('obj', index), start - maxObject), start);
    const filters = [...dictionary.matchAll(filterPattern)].map(
      ([, ...groups]) => filterNames[groups.findIndex((one) => one !== undefined)] ?? '',
    );
    const isOdd = oddlyPacked.test(dictionary);
    // Without a filter, it was searched with the file.
    if (filters.length === 0 && !isOdd) continue;
    const packed = file.subarray(from, Math.min(file.length, from + maxStreamBytes));
    const content = isOdd ? null : unpacked(packed, filters, Math.min(maxStreamBytes, left));
    left -= content?.length ?? 0;
    if (content === null) isAnyClosed = true;
    else texts.push(content);
  }
  return { texts, isAnyClosed };
};

/** The object around a place in the file. */
const objectAround = (text: string, at: number): string => {
  const from = Math.max(0, text.lastIndexOf('obj', at), at - maxObject);
  const end = text.indexOf('endobj', at);
  return text.slice(from, Math.min(end < 0 ? text.length : end, at + maxObject));
};

/**
 * The dictionary around a place in a stream of objects, which has no other bounds. Inner dictionaries are skipped.
 */
const dictionaryAround = (text: string, at: number): string => {
  let [from, to, depth] = [at, at, 0];
  for (; from > 0 && at - from < maxObject; from -= 1) {
    if (text.startsWith('>>', from)) depth += 1;
    else if (text.startsWith('<<', from) && (depth -= 1) < 0) break;
  }
  depth = 0;
  for (; to < text.length && to - at < maxObject; to += 1) {
    if (text.startsWith('<<', to)) depth += 1;
    else if (text.startsWith('>>', to) && (depth -= 1) < 0) break;
  }
  return text.slice(from, to);
};

type Fields = { readonly lost: readonly string[]; readonly hasEmpty: boolean };

/** Fields whose value is no signature that was found. */
const fieldsIn = (
  text: string,
  around: (text: string, at: number) => string,
  objects: ReadonlySet<number>,
): Fields => {
  const lost: string[] = [];
  let hasEmpty = false;
  for (const { index } of text.matchAll(signatureField)) {
    const value = fieldValue.exec(around(text, index));
    const object = value?.[1];
    if (!value) hasEmpty = true;
    else if (object !== undefined && !objects.has(Number(object))) lost.push(`object ${object}`);
  }
  return { lost, hasEmpty };
};

/**
 * Searches a PDF, its streams of objects included, for what is left of signatures.
 * @param text the file's bytes in Latin-1
 */
export const findLeftovers = (file: Buffer, text: string, signatures: readonly PdfSignature[]): Leftovers => {
  const objects = new Set(signatures.flatMap(({ object }) => object ?? []));
  const isKnown = (at: number): boolean =>
    signatures.some(({ extent: { from, length } }) => at >= from && at < from + length);
  const { texts: streams, isAnyClosed } = objectStreams(file, text);
  const removed = [...text.matchAll(material)].flatMap(({ index }) => (isKnown(index) ? [] : [`${index}`]));
  const fields = fieldsIn(text, objectAround, objects);
  const inner = streams.map((stream) => fieldsIn(stream, dictionaryAround, objects));
  for (const stream of streams) if (stream.search(material) >= 0) removed.push('ObjStm');
  removed.push(...fields.lost, ...inner.flatMap(({ lost }) => lost));
  return {
    // The streams of an encrypted file are all closed.
    isClosed: isAnyClosed && !encrypted.test(text),
    removed: [...new Set(removed)],
    hasEmptyField:
      fields.hasEmpty ||
      inner.some(({ hasEmpty }) => hasEmpty) ||
      [text, ...streams].some((one) => flags.test(one)),
  };
};
