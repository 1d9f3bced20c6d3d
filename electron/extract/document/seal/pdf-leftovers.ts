import { searchObjectStreams } from './pdf-object-streams.ts';
import { nameSource, type PdfSignature } from './pdf-signatures.ts';

/** What a PDF contains of signatures besides those that can be checked. */
export type Leftovers = {
  /** Where parts of a signature stand that was taken out or hidden: `object 12`, or an offset in the file. */
  readonly removed: readonly string[];
  /** It has objects that can't be searched: packed as no program packs them, too large or too many. */
  readonly isClosed: boolean;
  /** A field for a signature, or the flag that there are signatures, without any signature. */
  readonly hasEmptyField: boolean;
};

const gap = String.raw`(?:[\s\0]|%[^\r\n]{0,200}[\r\n])*`;
/** The identifier of signed data, with its tag and length. */
const signedData = Buffer.from('06092a864886f70d010702', 'hex');

/** These bytes in a string of hex digits, which may have blanks anywhere. */
const inHex = Array.from(signedData.toString('hex'), (digit) =>
  /[a-f]/u.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit,
).join(String.raw`[\s\0]*`);

const shortEscapes: Readonly<Record<number, string>> = { 9: 't', 13: 'r' };

/** A byte as it is, as a short escape, or as an octal one. */
const inLiteral = (byte: number): string => {
  const raw = `\\x${byte.toString(16).padStart(2, '0')}`;
  const octal = byte.toString(8);
  const zeros = `0{0,${3 - octal.length}}`;
  const short = shortEscapes[byte];
  return String.raw`(?:\\?${raw}|\\${zeros}${octal}${short === undefined ? '' : String.raw`|\\${short}`})`;
};

/** A signature's dictionary, by its type or its format; or its value, a CMS. */
const material = new RegExp(
  [
    `${nameSource('Type')}${gap}(?:${nameSource('Sig')}|${nameSource('DocTimeStamp')})`,
    `${nameSource('SubFilter')}${gap}/(?:adbe|ETSI|#)`,
    String.raw`${nameSource('Contents')}${gap}<\s*30\s*8[0-4][0-9A-Fa-f\s]{200}`,
    // Signed data by its own identifier, whatever its name and form.
    inHex,
    Array.from(signedData, inLiteral).join(String.raw`(?:\\\r?\n)?`),
  ].join('|'),
  'gu',
);
const signatureField = new RegExp(`${nameSource('FT')}${gap}${nameSource('Sig')}`, 'gu');
const fieldValue = new RegExp(
  String.raw`${nameSource('V')}${gap}(?:(\d{1,10})${gap}\d{1,5}${gap}R|<<|\[)`,
  'u',
);
const flags = new RegExp(String.raw`${nameSource('SigFlags')}${gap}[1-9]`, 'u');

/** Characters around a field that may belong to it. */
const maxObject = 16 * 1024;
/** Fields for signatures in one text: more of them than a form has. */
const maxFields = 400;

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

type Fields = { readonly lost: readonly string[]; readonly hasEmpty: boolean; readonly isCut: boolean };

/** Fields whose value is no signature that was found. */
const fieldsIn = (
  text: string,
  around: (text: string, at: number) => string,
  objects: ReadonlySet<number>,
): Fields => {
  const lost: string[] = [];
  let hasEmpty = false;
  let count = 0;
  for (const { index } of text.matchAll(signatureField)) {
    if ((count += 1) > maxFields) return { lost, hasEmpty, isCut: true };
    const value = fieldValue.exec(around(text, index));
    const object = value?.[1];
    if (!value) hasEmpty = true;
    else if (object !== undefined && !objects.has(Number(object))) lost.push(`object ${object}`);
  }
  return { lost, hasEmpty, isCut: false };
};

/**
 * Searches a PDF, its streams of objects included, for what is left of signatures.
 * @param text the file's bytes in Latin-1
 */
export const findLeftovers = (file: Buffer, text: string, signatures: readonly PdfSignature[]): Leftovers => {
  const objects = new Set(signatures.flatMap(({ object }) => object ?? []));
  const isKnown = (at: number): boolean =>
    signatures.some(({ extent: { from, length } }) => at >= from && at < from + length);
  const removed = [...text.matchAll(material)].flatMap(({ index }) => (isKnown(index) ? [] : [`${index}`]));
  const fields = [fieldsIn(text, objectAround, objects)];
  let isFlagged = flags.test(text);
  const isSearched = searchObjectStreams(file, text, (content) => {
    if (content.search(material) >= 0) removed.push('ObjStm');
    fields.push(fieldsIn(content, dictionaryAround, objects));
    isFlagged ||= flags.test(content);
  });
  removed.push(...fields.flatMap(({ lost }) => lost));
  return {
    isClosed: !isSearched || fields.some((one) => one.isCut),
    removed: [...new Set(removed)],
    hasEmptyField: isFlagged || fields.some(({ hasEmpty }) => hasEmpty),
  };
};
