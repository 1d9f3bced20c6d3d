import { dictionaryAt, tokenAt, type PdfDictionary } from './pdf-dictionary.ts';
import { searchObjectStreams } from './pdf-object-streams.ts';
import { nameSource, type PdfSignature } from './pdf-signatures.ts';

type Entries = NonNullable<PdfDictionary['entries']>;
type Tokens = readonly string[];
/** An object as it is written: a dictionary, perhaps of a stream, or other tokens. */
type Value = { readonly entries: Entries | null; readonly tokens: Tokens; readonly isStream: boolean };
type Added = Value & { readonly number: number; readonly at: number };

/** One revision that was appended to a PDF. */
type Revision = {
  readonly from: number;
  /** After its mark of the end. */
  readonly end: number;
  readonly objects: readonly Added[];
  /** Where its table of places stands, and what the table says. */
  readonly table: { readonly at: number; readonly places: ReadonlyMap<number, number> } | null;
  readonly trailer: Entries;
  /** Where readers are told to look for a table. */
  readonly place: number;
};

/** An appended revision that leaves all that is read and drawn as it was. */
export type HarmlessRevision = {
  readonly end: number;
  /** It only adds certificates and proofs of their validity. */
  readonly isForValidation: boolean;
};

/** More than a signature or its proofs add. */
const maxRevisions = 8;
const maxAdded = 60;
const maxTokens = 10_000;

const blanks = String.raw`(?:[\s\0]|%[^\r\n]*[\r\n])+`;
const endMark = /[\0\s]*%%EOF/uy;
const placeStart = /[\0\s]*(?:xref|\d+\s+\d+\s+obj)/uy;
const objectStart = /\d[\s\0]+\d+[\s\0]+obj/gu;

const isNumber = (token: string): boolean => /^\d{1,10}$/u.test(token);

/** Just after a value; null if it is not written as programs write it. */
const valueAt = (text: string, from: number): { value: Value; end: number } | null => {
  const { entries, end, isTooLarge } = dictionaryAt(text, from);
  if (isTooLarge) return null;
  const tokens: string[] = [];
  let word = tokenAt(text, entries ? end : from);
  if (entries && word.token === 'stream') {
    const last = text.indexOf('endstream', word.end);
    word = tokenAt(text, last < 0 ? text.length : last + 'endstream'.length);
    return word.token === 'endobj' ? { value: { entries, tokens, isStream: true }, end: word.end } : null;
  }
  for (; word.token !== 'endobj'; word = tokenAt(text, word.end)) {
    if (entries || word.token === '' || word.token === 'stream' || tokens.length > maxTokens) return null;
    tokens.push(word.token);
  }
  return { value: { entries, tokens, isStream: false }, end: word.end };
};

/** A table of places, after its word; null if it frees an object. */
const tableAt = (text: string, from: number): { places: Map<number, number>; end: number } | null => {
  const places = new Map<number, number>();
  let [at, word] = [from, tokenAt(text, from)];
  const next = (): string => {
    const { token } = word;
    [at, word] = [word.end, tokenAt(text, word.end)];
    return token;
  };
  while (isNumber(word.token)) {
    const [first, count] = [Number(next()), Number(next())];
    if (!(count <= maxAdded)) return null;
    for (let number = first; number < first + count; number += 1) {
      const [place, , kind] = [next(), next(), next()];
      if (kind === 'n') places.set(number, Number(place));
      else if (kind !== 'f' || number !== 0) return null;
    }
  }
  return { places, end: at };
};

/** Reads one revision; null if anything in it is not as programs write it. */
const revisionAt = (text: string, from: number): Revision | null => {
  const objects: Added[] = [];
  let [at, table, trailer] = [from, null as Revision['table'], null as Entries | null];
  for (;;) {
    const { token, end } = tokenAt(text, at);
    if (isNumber(token)) {
      const generation = tokenAt(text, end);
      const word = tokenAt(text, generation.end);
      const read = generation.token === '0' && word.token === 'obj' ? valueAt(text, word.end) : null;
      if (!read || objects.length >= maxAdded) return null;
      objects.push({ ...read.value, number: Number(token), at: end - token.length });
      at = read.end;
    } else if (token === 'xref') {
      const read = table ? null : tableAt(text, end);
      if (!read) return null;
      table = { at: end - token.length, places: read.places };
      at = read.end;
    } else if (token === 'trailer') {
      const read = dictionaryAt(text, end);
      if (trailer || !read.entries) return null;
      trailer = read.entries;
      at = read.end;
    } else if (token === 'startxref') {
      const place = tokenAt(text, end);
      endMark.lastIndex = place.end;
      if (!trailer || !isNumber(place.token) || !endMark.test(text)) return null;
      return { from, end: endMark.lastIndex, objects, table, trailer, place: Number(place.token) };
    } else return null;
  }
};

const areSame = (one: Tokens = [], other: Tokens = []): boolean =>
  one.length === other.length && one.every((token, at) => token === other[at]);

/** Whether all entries are the same but those with these names. */
const areSameBut = (one: Entries, other: Entries, names: readonly string[]): boolean =>
  [...new Set([...one.keys(), ...other.keys()])].every(
    (name) => names.includes(name) || areSame(one.get(name), other.get(name)),
  );

/** Whether a list of references is the same with some of these objects at its end. */
const isLonger = (
  old: Tokens = ['[', ']'],
  list: Tokens = ['[', ']'],
  more: ReadonlySet<number>,
): boolean => {
  const isList = [old, list].every((one) => one[0] === '[' && one.at(-1) === ']');
  const known = old.slice(0, -1);
  if (!isList || !areSame(known, list.slice(0, known.length))) return false;
  const rest = list.slice(known.length, -1);
  return (
    rest.length % 3 === 0 &&
    rest.every((token, at) => (at % 3 === 0 ? more.has(Number(token)) : token === (at % 3 === 1 ? '0' : 'R')))
  );
};

const isEmpty = (list: Tokens | undefined): boolean => list === undefined || areSame(list, ['[', ']']);

const noEntries: Entries = new Map();

/** Whether a form only gets fields for new signatures. */
const isSameForm = (old: Entries, form: Entries, widgets: ReadonlySet<number>): boolean =>
  areSameBut(old, form, ['Fields', 'SigFlags', ...(isEmpty(old.get('Fields')) ? ['DR', 'DA'] : [])]) &&
  isLonger(old.get('Fields'), form.get('Fields'), widgets);

const typeOf = (entries: Entries | null): string => entries?.get('Type')?.[0] ?? '';

/** Types of objects that readers may find although nothing refers to them. */
const foundByType = new Set([
  '/Catalog',
  '/Pages',
  '/Page',
  '/XRef',
  '/ObjStm',
  '/Filespec',
  '/EmbeddedFile',
]);
const aboutFile = new Set(
  'Title Author Subject Keywords Creator Producer CreationDate ModDate Trapped'.split(' '),
);
const proofs = ['Certs', 'OCSPs', 'CRLs', 'VRI'];

/** The last match before a place in the file. */
const lastBefore = (text: string, before: number, pattern: string): RegExpExecArray | undefined =>
  [...text.slice(0, before).matchAll(new RegExp(pattern, 'gu'))].at(-1);

const referenceTo = (name: string): string =>
  String.raw`${nameSource(name)}[\s\0]*(\d{1,10})[\s\0]+(\d{1,5})[\s\0]+R`;

const ofTrailer = new Set(['Size', 'Root', 'Prev', 'Info', 'ID']);

/** Whether readers look for objects as before: in tables that say where they really are. */
const isFoundAlike = (text: string, revision: Revision): boolean => {
  const { from, table, trailer, place, objects } = revision;
  const isFamiliar = (name: string): boolean => {
    const before = lastBefore(text, from, referenceTo(name));
    const value = trailer.get(name);
    return value ? areSame(value, [before?.[1] ?? '', before?.[2] ?? '', 'R']) : name !== 'Root';
  };
  if (![...trailer.keys()].every((name) => ofTrailer.has(name))) return false;
  if (!isFamiliar('Root') || !isFamiliar('Info')) return false;
  const isPlace = (at: number): boolean => {
    placeStart.lastIndex = at;
    return placeStart.test(text);
  };
  const places = new Map(objects.map(({ number, at }) => [number, at]));
  if (table && ![...table.places].every(([number, at]) => places.get(number) === at)) return false;
  const start = lastBefore(text, from, String.raw`startxref[\s\0]+(\d{1,10})`)?.[1];
  const before = trailer.get('Prev')?.[0];
  if (start === undefined || (before !== undefined && Number(before) !== Number(start))) return false;
  // Without a table, readers search the whole file: only if they did so before.
  return isPlace(Number(start))
    ? table !== null && place === table.at && before !== undefined
    : place === table?.at || !isPlace(place);
};

/** The numbers of the objects in streams of objects, and their text; null if not all can be unpacked. */
const packedIn = (file: Buffer, text: string): { numbers: ReadonlySet<number>; text: string } | null => {
  const numbers = new Set<number>();
  const texts: string[] = [];
  const isSearched = searchObjectStreams(file, text, (content) => {
    texts.push(content);
    const head = (/^[\d\s\0]*/u.exec(content)?.[0] ?? '').split(/[\s\0]+/u).filter((one) => one !== '');
    for (const number of head) numbers.add(Number(number));
  });
  return isSearched ? { numbers, text: texts.join('\n') } : null;
};

/** What a signature's field and its widget may have: no file, no action and no other fields. */
const ofSignatureField = new Set(
  (
    'Type Subtype FT T TU TM Ff V Lock SV DA Q ' +
    'Rect P F AP AS MK BS Border H C NM M Contents StructParent Lang'
  ).split(' '),
);

/** What an object changes for readers: nothing, a signature, or something else. */
type Effect = 'none' | 'signature' | 'other';

const effectOf = (
  object: Added,
  old: Value | null,
  about: {
    readonly widgets: ReadonlySet<number>;
    readonly added: ReadonlyMap<number, Added>;
    readonly isSignature: (number: number) => boolean;
    readonly info: number;
  },
): Effect => {
  const { widgets, added, isSignature, info } = about;
  const { entries, tokens } = object;
  if (!old) {
    const isOfObjects = entries?.has('N') === true && entries.has('First');
    if (foundByType.has(typeOf(entries)) || isOfObjects) return 'other';
    return widgets.has(object.number) || isSignature(object.number) ? 'signature' : 'none';
  }
  if (object.isStream || old.isStream) return 'other';
  if (!entries || !old.entries)
    return !entries && !old.entries && isLonger(old.tokens, tokens, widgets) ? 'signature' : 'other';
  const [before, type] = [old.entries, typeOf(entries)];
  if (type === '/Page' && typeOf(before) === '/Page') {
    const isSame = areSameBut(before, entries, ['Annots', 'LastModified']);
    const isMore =
      areSame(before.get('Annots'), entries.get('Annots')) ||
      isLonger(before.get('Annots'), entries.get('Annots'), widgets);
    return isSame && isMore ? 'signature' : 'other';
  }
  if (type === '/Catalog' && typeOf(before) === '/Catalog') {
    if (!areSameBut(before, entries, ['AcroForm', 'DSS', 'Extensions'])) return 'other';
    const [one, form] = [before.get('AcroForm'), entries.get('AcroForm')];
    if (areSame(one, form)) return 'none';
    const inner = (list: Tokens | undefined): Entries | null =>
      dictionaryAt(list?.join(' ') ?? '', 0).entries;
    const known = one ? inner(one) : noEntries;
    const next = form?.[2] === 'R' ? (added.get(Number(form[0]))?.entries ?? null) : inner(form);
    return known && next && isSameForm(known, next, widgets) ? 'signature' : 'other';
  }
  if (before.has('Fields') && isSameForm(before, entries, widgets)) return 'signature';
  if (isSignature(object.number) && typeOf(before) === '/Sig' && before.has('ByteRange')) return 'signature';
  const isInfo =
    object.number === info && [...before.keys(), ...entries.keys()].every((key) => aboutFile.has(key));
  return isInfo ? 'none' : 'other';
};

const judge = (
  file: Buffer,
  text: string,
  revision: Revision,
  signatures: readonly PdfSignature[],
): HarmlessRevision | null => {
  const { from, end, objects } = revision;
  const own = text.slice(from, end);
  // Readers that search the file must not find anything else.
  const isWhole =
    [...own.matchAll(objectStart)].length === objects.length && own.split('trailer').length === 2;
  if (!isWhole || !isFoundAlike(text, revision)) return null;
  const packed = packedIn(file.subarray(0, from), text.slice(0, from));
  if (!packed) return null;
  const added = new Map(objects.map((object) => [object.number, object]));
  if (added.size < objects.length) return null;
  const isSignature = (number: number): boolean =>
    signatures.some((one) => one.object === number && one.extent.from >= from && one.extent.from < end);
  const olds = new Map<number, Value | null>();
  for (const { number } of objects) {
    const found = lastBefore(text, from, String.raw`(?<![\d.])0*${number}[\s\0]+\d+[\s\0]+obj`);
    const old = found ? valueAt(text, found.index + found[0].length)?.value : null;
    const use = new RegExp(String.raw`(?<!\d)0*${number}${blanks}\d+${blanks}R`, 'u');
    // A missing object that the file asks for would appear.
    const isAwaited = !found && (use.test(text.slice(0, from)) || use.test(packed.text));
    if (old === undefined || packed.numbers.has(number) || isAwaited) return null;
    olds.set(number, old);
  }
  const isWidget = ({ number, entries }: Added): boolean =>
    olds.get(number) === null &&
    entries?.get('FT')?.[0] === '/Sig' &&
    entries.get('Subtype')?.[0] === '/Widget' &&
    isSignature(Number(entries.get('V')?.[0])) &&
    [...entries.keys()].every((name) => ofSignatureField.has(name));
  const widgets = new Set(objects.filter(isWidget).map(({ number }) => number));
  const info = Number(lastBefore(text, from, referenceTo('Info'))?.[1]);
  const effects = objects.map((object) =>
    effectOf(object, olds.get(object.number) ?? null, { widgets, added, isSignature, info }),
  );
  if (effects.includes('other')) return null;
  const hasProofs = objects.some(
    ({ entries }) => typeOf(entries) === '/DSS' || proofs.some((name) => entries?.has(name)),
  );
  return { end, isForValidation: hasProofs && effects.every((effect) => effect === 'none') };
};

/**
 * Reads the revisions that were appended to a PDF. Null in any doubt: a page, a content, a file or a form may be another
 * one, an object is packed, or something is not written as programs write it.
 * @param text the file's bytes in Latin-1
 * @param from where the signed part ends
 */
export const harmlessRevisions = (
  file: Buffer,
  text: string,
  from: number,
  signatures: readonly PdfSignature[],
): readonly HarmlessRevision[] | null => {
  if (
    signatures.length > maxRevisions ||
    !text.startsWith('%PDF-') ||
    new RegExp(nameSource('Encrypt'), 'u').test(text)
  )
    return null;
  const all: HarmlessRevision[] = [];
  for (let at = from; /[^\0\s]/u.test(text.slice(at));) {
    const revision = revisionAt(text, at);
    const harmless = revision && judge(file, text, revision, signatures);
    if (!harmless || all.length >= maxRevisions) return null;
    all.push(harmless);
    at = harmless.end;
  }
  return all;
};
