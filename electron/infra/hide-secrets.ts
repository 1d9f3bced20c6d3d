/** A shorter text would match harmless words. Keys of the console have 32 characters. */
const minSecretLength = 6;

/** Removes the secrets of a call from a text; returns the same text if there is nothing to hide. */
export type Hide = (text: string) => string;

/** The part of a secret's base64 that does not depend on the text before and after it. */
const withinBase64 = (secret: Buffer): readonly string[] =>
  [0, 1, 2].map((shift) => {
    const base64 = Buffer.concat([Buffer.alloc(shift), secret]).toString('base64');
    // The first and the last group also contain neighbouring bytes.
    return base64.slice(shift === 0 ? 0 : 4, -4);
  });

const bytesOf = (secret: string): readonly string[] =>
  [...Buffer.from(secret)].map((byte) => byte.toString(16).padStart(2, '0'));

const codesOf = (secret: string, write: (code: number) => string): string =>
  Array.from(secret, (character) => write(character.codePointAt(0) ?? 0)).join('');

/** Variants of one text in other notations. The search ignores case. */
const writings = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  encodeURIComponent(encodeURIComponent(secret)),
  JSON.stringify(secret).slice(1, -1),
  bytesOf(secret).join(''),
  bytesOf(secret).join(' '),
  bytesOf(secret)
    .map((byte) => `%${byte}`)
    .join(''),
  bytesOf(secret)
    .map((byte) => `%25${byte}`)
    .join(''),
  bytesOf(secret)
    .map((byte) => `\\x${byte}`)
    .join(''),
  codesOf(secret, (code) => `&#${code};`),
  codesOf(secret, (code) => `&#x${code.toString(16)};`),
  secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('=', '&#61;'),
  // UTF-16 bytes that were interpreted as UTF-8.
  Array.from(secret).join('\0'),
];

/**
 * Each secret in each form in which a text could contain it.
 * @param inBase64 the secrets that base64 text may contain among other text
 */
export const formsOf = (
  secrets: readonly string[],
  inBase64: readonly string[] = secrets,
): readonly string[] => {
  const encoded = inBase64.flatMap((secret) =>
    withinBase64(Buffer.from(secret)).concat(withinBase64(Buffer.from(secret, 'utf16le'))),
  );
  return [...new Set([...secrets.flatMap(writings), ...encoded])].filter(
    (form) => form.length >= minSecretLength,
  );
};

/** ASCII letters count as lower case. */
const codeAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code >= 65 && code <= 90 ? code + 32 : code;
};

/** How many characters two texts share from these positions, forwards (step 1) or backwards (step -1). */
const sharedLength = (text: string, at: number, form: string, from: number, step: 1 | -1): number => {
  let length = 0;
  while (from + step * length >= 0 && from + step * length < form.length) {
    if (codeAt(text, at + step * length) !== codeAt(form, from + step * length)) break;
    length += 1;
  }
  return length;
};

type Place = { readonly form: string; readonly at: number };

/**
 * Every piece of every form, with its position. A text is searched once, regardless of the number of forms.
 */
type Index = { readonly starts: Uint8Array; readonly pieces: ReadonlyMap<string, readonly Place[]> };

const pieceLength = 8;
/**
 * The search advances in steps: it finds any part of a form with at least `pieceLength + stepLength - 1`
 * characters.
 */
const stepLength = 4;
const startBits = 18;

const startAt = (text: string, at: number): number =>
  ((codeAt(text, at) << 13) ^ (codeAt(text, at + 1) << 7) ^ codeAt(text, at + 2)) & ((1 << startBits) - 1);

const indexOf = (forms: readonly string[]): Index => {
  const starts = new Uint8Array(1 << startBits);
  const pieces = new Map<string, Place[]>();
  for (const form of forms)
    for (let at = 0; at + pieceLength <= form.length; at += 1) {
      starts[startAt(form, at)] = 1;
      const piece = form.slice(at, at + pieceLength).toLowerCase();
      const places = pieces.get(piece);
      if (places) places.push({ form, at });
      else pieces.set(piece, [{ form, at }]);
    }
  return { starts, pieces };
};

/**
 * The length of a match that is not a coincidence: two fifths of a form, 13 of the 32 characters of a key.
 */
const leastOf = (form: string): number =>
  Math.max(pieceLength + stepLength - 1, Math.ceil(form.length * 0.4));

type Span = { readonly start: number; readonly end: number };

const spansOf = (text: string, { starts, pieces }: Index): readonly Span[] => {
  const spans: Span[] = [];
  let end = 0;
  for (let at = 0; at + pieceLength <= text.length; at += stepLength) {
    if (at + pieceLength <= end || starts[startAt(text, at)] === 0) continue;
    for (const { form, at: from } of pieces.get(text.slice(at, at + pieceLength).toLowerCase()) ?? []) {
      const before = sharedLength(text, at, form, from, -1) - 1;
      const after = sharedLength(text, at, form, from, 1);
      if (before + after < Math.min(leastOf(form), form.length)) continue;
      spans.push({ start: at - before, end: at + after });
      end = Math.max(end, at + after);
    }
  }
  return spans;
};

/** Searches one by one for forms that are too short for the steps. Keys of the console are longer. */
const shortSpans = (text: string, forms: readonly string[]): readonly Span[] => {
  const small = forms.length === 0 ? '' : text.toLowerCase();
  // Letters whose lower-case form has another length would shift the rest of the text.
  const searched = small.length === text.length ? small : text;
  return forms.flatMap((form) => {
    const found: Span[] = [];
    const wanted = searched === text ? form : form.toLowerCase();
    for (let at = searched.indexOf(wanted); at >= 0; at = searched.indexOf(wanted, at + form.length))
      found.push({ start: at, end: at + form.length });
    return found;
  });
};

const withoutSpans = (text: string, spans: readonly Span[], replacement: string): string => {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let end = 0;
  let isOpen = false;
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    if (span.start > end || !isOpen) {
      parts.push(text.slice(end, span.start), replacement);
      isOpen = true;
    }
    end = Math.max(end, span.end);
  }
  return parts.join('') + text.slice(end);
};

/**
 * JSON may write any character as a number, and a slash after a backslash; an escaped backslash is skipped.
 */
const escapes = /\\(?:u00([2-7][0-9a-f])|(.))/giu;

const isPlain = (character: string): boolean => character !== '"' && character !== '\\';

/** The same JSON with its printable ASCII unescaped. */
const unescaped = (text: string): string =>
  text.replace(escapes, (whole: string, code: string | undefined, next: string | undefined) => {
    if (code === undefined) return next === '/' ? '/' : whole;
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return isPlain(character) ? character : whole;
  });

const mayHideInEscapes = (text: string): boolean => text.includes('\\u00') || text.includes('\\/');

const usualReplacement = '[removed]';

/** The forms of a call are used twice: for its headers and for its response. Building their index takes a while. */
const made = new WeakMap<readonly string[], Hide>();

/**
 * @param forms of all secrets, by `formsOf`, which must not change afterwards
 * @param replacement what replaces a secret
 */
export const hiderOf = (forms: readonly string[], replacement = usualReplacement): Hide => {
  const known = replacement === usualReplacement ? made.get(forms) : undefined;
  if (known) return known;
  const hide = makeHider(forms, replacement);
  if (replacement === usualReplacement) made.set(forms, hide);
  return hide;
};

const makeHider = (forms: readonly string[], replacement: string): Hide => {
  const shortest = pieceLength + stepLength - 1;
  const index = indexOf(forms.filter((form) => form.length >= shortest));
  const short = forms.filter((form) => form.length < shortest);
  const hidePlain: Hide = (text) =>
    withoutSpans(text, [...spansOf(text, index), ...shortSpans(text, short)], replacement);
  return (text) => {
    const hidden = hidePlain(text);
    if (!mayHideInEscapes(hidden)) return hidden;
    const plain = unescaped(hidden);
    const found = hidePlain(plain);
    return found === plain ? hidden : found;
  };
};
