/**
 * One element of ASN.1 in DER, or in BER with indefinite length. Every length is checked against the
 * available bytes before anything is read.
 */
export type Der = {
  /** The whole identifier byte: class, constructed bit and number. Numbers above 30 are refused. */
  readonly tag: number;
  /** The element including its header. */
  readonly bytes: Uint8Array;
  readonly content: Uint8Array;
  /** Children of a constructed element; empty for a primitive one. */
  readonly children: readonly Der[];
};

export const derTag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

const maxDepth = 24;
/** Maximum elements of one structure; a chain of certificates has a few hundred. */
const maxElements = 20_000;

type Budget = { elements: number };
type Found = { readonly der: Der; readonly end: number };

const isConstructed = (tag: number): boolean => (tag & 0x20) !== 0;

/** Start and end of the content; the end is -1 for an indefinite length. */
const readHead = (bytes: Uint8Array, at: number): { tag: number; start: number; end: number } | null => {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return null;
  if (first === 0x80) return isConstructed(tag) ? { tag, start: at + 2, end: -1 } : null;
  if (first < 0x80) return { tag, start: at + 2, end: at + 2 + first };
  const count = first & 0x7f;
  if (count > 4) return null;
  let length = 0;
  for (let index = 0; index < count; index += 1) {
    const next = bytes[at + 2 + index];
    if (next === undefined) return null;
    length = length * 256 + next;
  }
  return { tag, start: at + 2 + count, end: at + 2 + count + length };
};

const readChildren = (
  bytes: Uint8Array,
  from: number,
  end: number,
  depth: number,
  budget: Budget,
): { readonly children: readonly Der[]; readonly end: number } | null => {
  const children: Der[] = [];
  const isOpen = end < 0;
  // An indefinite length ends at two zeros, or at the end of the bytes.
  const last = isOpen ? bytes.length : end;
  for (let at = from; at < last;) {
    if (isOpen && bytes[at] === 0 && bytes[at + 1] === 0) return { children, end: at };
    const found = readElement(bytes, at, depth + 1, budget);
    if (!found || found.end > last) return null;
    children.push(found.der);
    at = found.end;
  }
  return isOpen ? null : { children, end };
};

const readElement = (bytes: Uint8Array, at: number, depth: number, budget: Budget): Found | null => {
  const head = readHead(bytes, at);
  budget.elements -= 1;
  if (!head || depth > maxDepth || budget.elements < 0 || head.end > bytes.length) return null;
  const { tag, start, end } = head;
  if (!isConstructed(tag)) {
    const der = { tag, bytes: bytes.subarray(at, end), content: bytes.subarray(start, end), children: [] };
    return { der, end };
  }
  const inner = readChildren(bytes, start, end, depth, budget);
  if (!inner) return null;
  const after = end < 0 ? inner.end + 2 : end;
  const der = {
    tag,
    bytes: bytes.subarray(at, after),
    content: bytes.subarray(start, inner.end),
    children: inner.children,
  };
  return { der, end: after };
};

/**
 * Parses the first element of these bytes; null if they are not ASN.1. Ignores bytes after it.
 * @param elements maximum elements
 */
export const parseDer = (bytes: Uint8Array, elements = maxElements): Der | null =>
  readElement(bytes, 0, 0, { elements })?.der ?? null;

/** The same, but nothing may follow it. */
export const parseWholeDer = (bytes: Uint8Array): Der | null => {
  const der = parseDer(bytes);
  return der?.bytes.length === bytes.length ? der : null;
};

/** An object identifier in dotted form (`1.2.156.10197.1.501`); null for any other element. */
export const objectIdOf = (der: Der | undefined): string | null => {
  if (der?.tag !== derTag.objectId || der.content.length === 0 || der.content.length > 64) return null;
  const parts: number[] = [];
  let value = 0;
  for (const byte of der.content) {
    value = value * 128 + (byte & 0x7f);
    if (value > Number.MAX_SAFE_INTEGER / 128) return null;
    if ((byte & 0x80) !== 0) continue;
    parts.push(value);
    value = 0;
  }
  const [first, ...rest] = parts;
  if (first === undefined) return null;
  const top = Math.min(2, Math.floor(first / 40));
  return [top, first - top * 40, ...rest].join('.');
};

/** A small integer; null for any other element. */
export const smallIntegerOf = (der: Der | undefined): number | null => {
  if (der?.tag !== derTag.integer || der.content.length === 0 || der.content.length > 4) return null;
  return der.content.reduce((sum, byte) => sum * 256 + byte, 0);
};

/** The bytes of a bit string of whole bytes; null for any other element. */
export const bitStringOf = (der: Der | undefined): Uint8Array | null =>
  der?.tag === derTag.bitString && der.content[0] === 0 ? der.content.subarray(1) : null;

/** The bytes of an octet string, joined if BER split it; null for any other element. */
export const octetStringOf = (der: Der | undefined): Uint8Array | null => {
  if (der?.tag === derTag.octetString) return der.content;
  if (der?.tag !== (derTag.octetString | 0x20)) return null;
  const parts = der.children.map(octetStringOf);
  return parts.includes(null) ? null : Buffer.concat(parts.filter((part) => part !== null));
};

const utf16Tags = 0x1e;
const latinTag = 0x14;

/** The text of any string type. */
export const derText = ({ tag, content }: Der): string => {
  if (tag === utf16Tags)
    return Buffer.from(content.subarray(0, content.length & ~1))
      .swap16()
      .toString('utf16le');
  return Buffer.from(content).toString(tag === latinTag ? 'latin1' : 'utf8');
};

const timePattern =
  /^(\d{4})-?(\d{2})-?(\d{2})[T ]?(\d{2}):?(\d{2}):?(\d{2})(?:[.,]\d+)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;
const chinaMinutes = 8 * 60;

const offsetMinutes = (zone: string | undefined): number => {
  if (zone === undefined) return chinaMinutes;
  if (zone.toUpperCase() === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith('-') ? -minutes : minutes;
};

/** Converts an instant in any format that seals use to ISO 8601 in UTC. Without a zone it is China's time. */
export const instantOf = (text: string): string | null => {
  const parts = timePattern.exec(text.trim());
  if (!parts) return null;
  const [, year, month, day, hour, minute, second, zone] = parts;
  const [y, mo, d] = [Number(year), Number(month), Number(day)];
  const local = Date.UTC(y, mo - 1, d, Number(hour), Number(minute), Number(second));
  const read = new Date(local);
  if (read.getUTCMonth() !== mo - 1 || read.getUTCDate() !== d) return null;
  return new Date(local - offsetMinutes(zone) * 60_000).toISOString().replace('.000Z', 'Z');
};

/** UTCTime or GeneralizedTime as an ISO 8601 instant; two-digit years below 50 are after 2000 (RFC 5280). */
export const timeOf = (der: Der | undefined): string | null => {
  if (!der) return null;
  const text = Buffer.from(der.content).toString('latin1');
  if (der.tag === derTag.generalizedTime) return instantOf(text);
  if (der.tag !== derTag.utcTime) return null;
  const withSeconds = /^\d{10}(Z|[+-])/.test(text) ? `${text.slice(0, 10)}00${text.slice(10)}` : text;
  return instantOf(`${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${withSeconds}`);
};
