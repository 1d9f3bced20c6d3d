import { constants, inflateRawSync } from 'node:zlib';
import { dictionaryAt, tokenAt, type PdfDictionary } from './pdf-dictionary.ts';

/** Limits: the streams of objects of an invoice have a few kilobytes. */
const maxStreams = 20_000;
const maxStreamBytes = 16 * 1024 * 1024;
const maxAllBytes = 48 * 1024 * 1024;
/** Of dictionaries, to find these streams. */
const maxRead = 32 * 1024 * 1024;

type Filter = 'flate' | 'hex' | 'ascii85';

/** Names of filters that are undone here, with the short ones that readers take as well. */
const filters: Readonly<Record<string, Filter>> = {
  '/FlateDecode': 'flate',
  '/Fl': 'flate',
  '/ASCIIHexDecode': 'hex',
  '/AHx': 'hex',
  '/ASCII85Decode': 'ascii85',
  '/A85': 'ascii85',
};

/** What comes before the mark of the end. */
const until = (packed: Buffer, mark: string, limit: number): string => {
  const end = packed.subarray(0, limit).indexOf(mark);
  return packed.toString('latin1', 0, end < 0 ? limit : end);
};

const ofHex = (packed: string): Buffer => Buffer.from(packed.replaceAll(/[^0-9A-Fa-f]/gu, ''), 'hex');

/** Five characters stand for four bytes, `z` for four zeros. */
const ofAscii85 = (packed: string): Buffer => {
  const text = packed.replaceAll(/[^!-uz]/gu, '');
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

/** `broken` can't be unpacked, `large` is more than the limit. */
type Unpacked = Buffer | 'broken' | 'large';

const isOverLimit = (problem: unknown): boolean =>
  problem instanceof Error && 'code' in problem && problem.code === 'ERR_BUFFER_TOO_LARGE';

// Readers check no sum, take what there is of a cut stream, and ignore what follows.
const inflated = (packed: Buffer, limit: number): Unpacked => {
  try {
    return inflateRawSync(packed.subarray(2), {
      maxOutputLength: limit,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch (problem) {
    return isOverLimit(problem) ? 'large' : 'broken';
  }
};

const unpacked = (packed: Buffer, names: readonly Filter[], limit: number): Unpacked => {
  let content: Unpacked = packed;
  for (const name of names) {
    if (typeof content === 'string') return content;
    if (name === 'flate') content = inflated(content, limit);
    else {
      const written = until(content, name === 'hex' ? '>' : '~', limit);
      if (written.length >= limit) return 'large';
      content = name === 'hex' ? ofHex(written) : ofAscii85(written);
    }
  }
  return content;
};

type Entries = NonNullable<PdfDictionary['entries']>;

/** The filters of a stream; null if they can't be undone here, or are not written as programs write them. */
const filtersOf = (entries: Entries): readonly Filter[] | null => {
  const [names = [], ...others] = ['F', 'Filter']
    .flatMap((key) => [entries.get(key) ?? []])
    .filter(({ length }) => length > 0);
  const isList = names[0] === '[';
  const inner = isList ? names.slice(1, -1) : names;
  const known = inner.flatMap((name) => filters[name] ?? []);
  if (others.length > 0 || known.length < inner.length || (!isList && known.length > 1)) return null;
  const parameters = ['DP', 'DecodeParms'].flatMap((key) => entries.get(key) ?? []);
  const hasRows = parameters.some((token, at) => token === '/Predictor' && parameters[at + 1] !== '1');
  return hasRows || parameters.includes('R') ? null : known;
};

/** The dictionary of a stream, if it may contain other objects: readers ask only for their number and place. */
const isOfObjects = (entries: Entries): boolean =>
  (entries.has('N') && entries.has('First')) || entries.get('Type')?.[0] === '/ObjStm';

const objectWord = /(?<!end)obj(?![^\0\t\n\f\r ()<>[\]{}/%])/gu;
const lineEnd = /\r\n?|\n/gu;

/** Just after the end of the line. */
const nextLine = (text: string, from: number): number => {
  lineEnd.lastIndex = from;
  return lineEnd.test(text) ? lineEnd.lastIndex : text.length;
};

/** The trailer's dictionary: behind a table of places, or that of a stream of places. */
const trailerAt = (text: string, from: number): PdfDictionary['entries'] => {
  let { token, end } = tokenAt(text, from);
  while (/^(?:xref|\d+|[nf])$/u.test(token)) ({ token, end } = tokenAt(text, end));
  return token === 'trailer' || token === 'obj' ? dictionaryAt(text, end).entries : null;
};

/** Whether the objects of a file are encrypted, as the trailer says that readers use. */
const isEncrypted = (text: string): boolean => {
  const start = text.lastIndexOf('startxref');
  const place = Number(tokenAt(text, start + 'startxref'.length).token);
  const isPlace = start >= 0 && Number.isSafeInteger(place);
  // Readers take the last trailer if none is at the place.
  const trailer = (isPlace ? trailerAt(text, place) : null) ?? trailerAt(text, text.lastIndexOf('trailer'));
  const [first = '', generation = ''] = trailer?.get('Encrypt') ?? [];
  if (first === '<<') return true;
  if (!/^\d{1,10}$/u.test(first) || !/^\d{1,5}$/u.test(generation)) return false;
  const object = new RegExp(String.raw`(?<!\d)${first}\s+${generation}\s+obj(?=\s*<<)`, 'u').exec(text);
  const entries = object && dictionaryAt(text, object.index + object[0].length).entries;
  return entries?.has('Filter') === true && entries.has('V');
};

/** Numbers and places of objects, at the beginning of a stream of them. */
const head = /^\s*\d+\s+\d+\s/u;
/** A stream among the objects of another one: no program writes it, but readers take it. */
const innerStream = />>(?:[\s\0]|%[^\r\n]{0,200}[\r\n])*stream(?=[\r\n])/u;

/**
 * Unpacks the streams of a PDF that contain other objects, each in turn.
 * @param search is given their contents in Latin-1. Those without a filter are in the file as they are.
 * @returns whether all were searched: false if there are more, or larger ones, than are searched, or if any is packed as
 *   no program packs it
 */
export const searchObjectStreams = (
  file: Buffer,
  text: string,
  search: (content: string) => void,
): boolean => {
  let [read, left, count] = [maxRead, maxAllBytes, 0];
  let [isOdd, isBroken, isAnyOpen] = [false, false, false];
  for (const { index } of text.matchAll(objectWord)) {
    const from = index + 'obj'.length;
    const { entries, end, isTooLarge } = dictionaryAt(text, from);
    const word = entries ? tokenAt(text, end) : { token: '', end };
    read -= word.end - from;
    const isStream = word.token === 'stream' && entries !== null && isOfObjects(entries);
    if (isTooLarge || read < 0 || (isStream && (count += 1) > maxStreams)) return false;
    if (!isStream) continue;
    const names = filtersOf(entries);
    if (!names) isOdd = true;
    if (!names || names.length === 0) continue;
    const start = nextLine(text, word.end);
    const limit = Math.min(maxStreamBytes, left);
    const content = limit <= 0 ? 'large' : unpacked(file.subarray(start), names, limit);
    left -= typeof content === 'string' ? 0 : content.length;
    if (content === 'broken') isBroken = true;
    else if (content === 'large') isOdd = true;
    else {
      const inner = content.toString('latin1');
      if (innerStream.test(inner)) isOdd = true;
      if (head.test(inner)) isAnyOpen = true;
      search(inner);
    }
  }
  // The streams of an encrypted file are all broken.
  return !isOdd && !(isBroken && (isAnyOpen || !isEncrypted(text)));
};
