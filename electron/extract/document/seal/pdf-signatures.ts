import { instantOf } from './der.ts';

const escapePattern = (character: string): string => {
  const digits = character.charCodeAt(0).toString(16).padStart(2, '0');
  return `#${Array.from(digits, (digit) => (/[a-f]/u.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit)).join('')}`;
};

/**
 * The source of a regular expression for a name of a PDF (`/Type`) in Latin-1, with any of its characters escaped
 * (`/T#79pe`), and nothing of a name behind it.
 * @param name letters only
 */
export const nameSource = (name: string): string =>
  `/${Array.from(name, (character) => `(?:${character}|${escapePattern(character)})`).join('')}(?=[\\s\\0()<>\\[\\]\\{\\}/%]|$)`;

/** A name without its escapes. */
const decodedName = (name: string): string =>
  name.replace(/#([0-9A-Fa-f]{2})/gu, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );

/** A signature dictionary of a PDF (ISO 32000-1, 12.8.1), found in the file's own bytes. */
export type PdfSignature = {
  readonly subFilter: string | null;
  /** Offset and length of the two signed parts; null if the range is implausible for a genuine file. */
  readonly ranges: readonly [Range, Range] | null;
  /** As written, for the reason. */
  readonly writtenRange: string;
  readonly contents: Uint8Array | null;
  /** Certificates next to the signature (`adbe.x509.rsa_sha1`). */
  readonly certificates: readonly Uint8Array[];
  /** ISO 8601 instant; the signature covers it, but no third party confirms it. */
  readonly at: string | null;
  /** Number of the object that contains the dictionary. */
  readonly object: number | null;
  /** Where its dictionary stands in the file, its contents included. */
  readonly extent: Range;
  /** Its names are written with escapes, so that other programs may overlook it. */
  readonly isHidden: boolean;
};

export type Range = { readonly from: number; readonly length: number };

const maxSignatures = 32;
/** Characters of a dictionary besides its contents. */
const maxDictionary = 64 * 1024;
const maxContents = 4 * 1024 * 1024;

/** Between the tokens of a dictionary: blanks and comments. */
const gap = String.raw`(?:[\s\0]|%[^\r\n]{0,200}[\r\n])*`;
const rangePattern = new RegExp(String.raw`^${gap}\[\s*([\d\s+-]{1,100}?)\s*\]`, 'u');

/** The gap must be exactly the hex string of the contents: anything more could be changed unnoticed. */
const hexBetween = (file: Buffer, from: number, to: number): Uint8Array | null => {
  if (to - from < 4 || to - from > maxContents || file[from] !== 0x3c || file[to - 1] !== 0x3e) return null;
  const hex = file.toString('latin1', from + 1, to - 1);
  if (!/^[0-9A-Fa-f\s]*$/.test(hex)) return null;
  return Buffer.from(hex.replace(/\s+/g, ''), 'hex');
};

const rangesOf = (written: string, size: number): readonly [Range, Range] | null => {
  const numbers = written.split(/\s+/).map(Number);
  const [a, b, c, d] = numbers;
  if (numbers.length !== 4 || !numbers.every((one) => Number.isSafeInteger(one) && one >= 0)) return null;
  if (a !== 0 || b === undefined || c === undefined || d === undefined) return null;
  if (b === 0 || d === 0 || c <= b || c + d > size) return null;
  return [
    { from: a, length: b },
    { from: c, length: d },
  ];
};

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** A literal string with its escapes and nested parentheses; the text starts after the opening one. */
const literal = (text: string): Uint8Array => {
  let depth = 1;
  let out = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') {
      const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0];
      const next = text.charAt(at + 1);
      if (octal !== undefined) out += String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      else if (next !== '\n' && next !== '\r') out += escapes[next] ?? next;
      at += octal?.length ?? 1;
      continue;
    }
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0) break;
    out += character;
  }
  return Buffer.from(out, 'latin1');
};

/** The string at the start of this text, in either form. */
const stringAt = (text: string): Uint8Array | null => {
  const hex = /^\s*<([0-9A-Fa-f\s]*)>/.exec(text)?.[1];
  if (hex !== undefined) return Buffer.from(hex.replace(/\s+/g, ''), 'hex');
  const start = /^\s*\(/.exec(text)?.[0];
  return start === undefined ? null : literal(text.slice(start.length));
};

const entry = (dictionary: string, name: string): string | null => {
  const found = new RegExp(nameSource(name), 'u').exec(dictionary);
  return found ? dictionary.slice(found.index + found[0].length) : null;
};

/** `D:20240528101112+08'00'`. */
const dateOf = (text: string): string | null => {
  const parts = /^D:(\d{14})(Z|[+-]\d{2})?'?(\d{2})?/.exec(text);
  if (!parts) return null;
  const [, time = '', zone, minutes = '00'] = parts;
  return instantOf(`${time}${zone === undefined || zone === 'Z' ? (zone ?? '') : `${zone}:${minutes}`}`);
};

const subFilterPattern = new RegExp(
  String.raw`${nameSource('SubFilter')}${gap}/((?:#[0-9A-Fa-f]{2}|[A-Za-z0-9._-]){1,64})`,
  'u',
);
const typePattern = new RegExp(
  `${nameSource('Type')}${gap}(?:${nameSource('Sig')}|${nameSource('DocTimeStamp')})`,
  'u',
);
const contentsPattern = new RegExp(String.raw`${nameSource('Contents')}${gap}$`, 'u');
/** A name of a signature that is written with escapes, which no program does that writes signatures. */
const hiddenPattern = new RegExp(
  ['ByteRange', 'SubFilter', 'Contents', 'Type', 'Sig']
    .map((name) => String.raw`(?!/${name})${nameSource(name)}`)
    .join('|'),
  'u',
);

/** `12 0 obj` at the end of a text. */
const objectPattern = /(\d{1,10})\s+\d{1,5}\s+$/u;

/** @param at just after the name `/ByteRange` */
const readAt = (file: Buffer, start: number, at: number): PdfSignature | null => {
  const written = rangePattern.exec(file.toString('latin1', at, at + 400))?.[1] ?? null;
  const ranges = written === null ? null : rangesOf(written.trim(), file.length);
  const hole = ranges ? { from: ranges[0].length, to: ranges[1].from } : { from: start, to: start };
  const first = Math.min(start, hole.from);
  const head = Math.max(0, file.lastIndexOf('obj', first));
  const end = file.indexOf('endobj', Math.max(at, hole.to));
  const from = Math.max(head, first - maxDictionary);
  const to = Math.min(end < 0 ? file.length : end, Math.max(at, hole.to) + maxDictionary);
  const before = file.toString('latin1', from, hole.from);
  const dictionary = `${before} ${file.toString('latin1', hole.to, to)}`;
  // A stale range may end in the middle of a name.
  const around = file.toString('latin1', from, Math.min(to, hole.from + 64));
  const subFilter = subFilterPattern.exec(dictionary)?.[1] ?? null;
  const isSignature =
    subFilter !== null || typePattern.test(dictionary) || entry(dictionary, 'Contents') !== null;
  if (!isSignature) return null;
  // The gap must be the value of /Contents, and not any other string.
  const contents = ranges && contentsPattern.test(before) ? hexBetween(file, hole.from, hole.to) : null;
  const certificate = entry(dictionary, 'Cert');
  const date = stringAt(entry(dictionary, 'M') ?? '');
  const der = certificate === null ? null : stringAt(certificate.replace(/^\s*\[/, ''));
  const object = objectPattern.exec(file.toString('latin1', Math.max(0, head - 20), head))?.[1];
  return {
    subFilter: subFilter === null ? null : decodedName(subFilter),
    ranges,
    writtenRange: (written ?? '').trim().replace(/\s+/g, ' '),
    contents,
    certificates: der ? [der] : [],
    at: date ? dateOf(Buffer.from(date).toString('latin1')) : null,
    object: object === undefined ? null : Number(object),
    extent: { from, length: to - from },
    isHidden: hiddenPattern.test(dictionary) || hiddenPattern.test(around),
  };
};

const byteRange = new RegExp(nameSource('ByteRange'), 'gu');

/**
 * The signatures of a PDF in the order of the file. Found in the raw bytes: a signature dictionary is never
 * in a compressed stream, because its position in the file is part of it.
 * @param text the file's bytes in Latin-1
 */
export const findPdfSignatures = (file: Buffer, text: string): readonly PdfSignature[] => {
  const found: PdfSignature[] = [];
  for (const { index, 0: name } of text.matchAll(byteRange)) {
    const signature = readAt(file, index, index + name.length);
    if (signature) found.push(signature);
    if (found.length >= maxSignatures) break;
  }
  return found;
};
