import { instantOf } from './der.ts';

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
};

export type Range = { readonly from: number; readonly length: number };

const maxSignatures = 32;
/** Characters of a dictionary besides its contents. */
const maxDictionary = 64 * 1024;
const maxContents = 4 * 1024 * 1024;

const rangePattern = /^\/ByteRange\s*\[\s*([\d\s+-]{1,100}?)\s*\]/;

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
  const found = new RegExp(String.raw`/${name}(?![A-Za-z0-9])`).exec(dictionary);
  return found ? dictionary.slice(found.index + found[0].length) : null;
};

/** `D:20240528101112+08'00'`. */
const dateOf = (text: string): string | null => {
  const parts = /^D:(\d{14})(Z|[+-]\d{2})?'?(\d{2})?/.exec(text);
  if (!parts) return null;
  const [, time = '', zone, minutes = '00'] = parts;
  return instantOf(`${time}${zone === undefined || zone === 'Z' ? (zone ?? '') : `${zone}:${minutes}`}`);
};

const readAt = (file: Buffer, at: number): PdfSignature | null => {
  const written = rangePattern.exec(file.toString('latin1', at, at + 160))?.[1];
  if (written === undefined) return null;
  const ranges = rangesOf(written.trim(), file.length);
  const gap = ranges ? { from: ranges[0].length, to: ranges[1].from } : { from: at, to: at };
  const head = Math.max(0, file.lastIndexOf('obj', Math.min(at, gap.from)));
  const end = file.indexOf('endobj', Math.max(at, gap.to));
  const from = Math.max(head, Math.min(at, gap.from) - maxDictionary);
  const to = Math.min(end < 0 ? file.length : end, Math.max(at, gap.to) + maxDictionary);
  const before = file.toString('latin1', from, gap.from);
  const after = file.toString('latin1', gap.to, to);
  const dictionary = `${before} ${after}`;
  const subFilter = /\/SubFilter\s*\/([A-Za-z0-9._-]{1,64})/.exec(dictionary)?.[1] ?? null;
  const isSignature = subFilter !== null || /\/Type\s*\/(?:Sig|DocTimeStamp)\b/.test(dictionary);
  if (!isSignature) return null;
  // The gap must be the value of /Contents, and not any other string.
  const isContents = /\/Contents\s*$/.test(before);
  const contents = ranges && isContents ? hexBetween(file, gap.from, gap.to) : null;
  const certificate = entry(dictionary, 'Cert');
  const date = stringAt(entry(dictionary, 'M') ?? '');
  const der = certificate === null ? null : stringAt(certificate.replace(/^\s*\[/, ''));
  return {
    subFilter,
    ranges,
    writtenRange: written.trim().replace(/\s+/g, ' '),
    contents,
    certificates: der ? [der] : [],
    at: date ? dateOf(Buffer.from(date).toString('latin1')) : null,
  };
};

/**
 * The signatures of a PDF in the order of the file. Found in the raw bytes: a signature dictionary is never
 * in a compressed stream, because its position in the file is part of it.
 */
export const findPdfSignatures = (file: Buffer): readonly PdfSignature[] => {
  const found: PdfSignature[] = [];
  for (let at = file.indexOf('/ByteRange'); at >= 0; at = file.indexOf('/ByteRange', at + 1)) {
    const signature = readAt(file, at);
    if (signature) found.push(signature);
    if (found.length >= maxSignatures) break;
  }
  return found;
};
