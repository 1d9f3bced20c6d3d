/** Shorter ones are no keys of the console (32 characters), and would be found by chance in any picture's text. */
const minSecretLength = 8;

const mark = '[removed]';

/** Takes what a call must not leave behind out of a text; the very same text where there is nothing to hide. */
export type Hide = (text: string) => string;

/** A secret's own part of base64, whatever stands before and after it. */
const withinBase64 = (secret: Buffer): readonly string[] =>
  [0, 1, 2].map((shift) => {
    const base64 = Buffer.concat([Buffer.alloc(shift), secret]).toString('base64');
    // The first and the last group mix with their neighbours.
    return base64.slice(shift === 0 ? 0 : 4, -4);
  });

/** What of a call must stay between the service and us. */
export type CallSecrets = {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly signature: string;
  readonly authorization: string;
};

const bytesOf = (secret: string): readonly string[] =>
  [...Buffer.from(secret)].map((byte) => byte.toString(16).padStart(2, '0'));

const codesOf = (secret: string, write: (code: number) => string): string =>
  Array.from(secret, (character) => write(character.codePointAt(0) ?? 0)).join('');

/** One text as somebody else may write it. Case is ignored when it is looked for. */
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
  // UTF-16, as its bytes look where they are taken for UTF-8.
  Array.from(secret).join('\0'),
];

/** Each secret in each form in which an answer could give it back. */
export const formsOf = ({ apiKey, apiSecret, signature, authorization }: CallSecrets): readonly string[] => {
  const forms = [apiKey, apiSecret, signature, authorization].flatMap(writings);
  const encoded = [apiKey, apiSecret, signature].flatMap((secret) =>
    withinBase64(Buffer.from(secret)).concat(withinBase64(Buffer.from(secret, 'utf16le'))),
  );
  return [...new Set([...forms, ...encoded])].filter((form) => form.length >= minSecretLength);
};

/** ASCII letters count as small ones. */
const codeAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code >= 65 && code <= 90 ? code + 32 : code;
};

/** How many characters two texts share from these places on, forwards (step 1) or backwards (step -1). */
const sharedLength = (text: string, at: number, form: string, from: number, step: 1 | -1): number => {
  let length = 0;
  while (from + step * length >= 0 && from + step * length < form.length) {
    if (codeAt(text, at + step * length) !== codeAt(form, from + step * length)) break;
    length += 1;
  }
  return length;
};

type Place = { readonly form: string; readonly at: number };

/** Every piece of every form, and where it is in them. A text is looked at once, however many forms there are. */
type Index = { readonly marks: Uint8Array; readonly pieces: ReadonlyMap<string, readonly Place[]> };

const pieceLength = 8;
/** A text is looked at in steps: whatever has `pieceLength + stepLength - 1` characters of a form is met. */
const stepLength = 4;
const markBits = 18;

const markAt = (text: string, at: number): number =>
  ((codeAt(text, at) << 13) ^ (codeAt(text, at + 1) << 7) ^ codeAt(text, at + 2)) & ((1 << markBits) - 1);

const indexOf = (forms: readonly string[]): Index => {
  const marks = new Uint8Array(1 << markBits);
  const pieces = new Map<string, Place[]>();
  for (const form of forms)
    for (let at = 0; at + pieceLength <= form.length; at += 1) {
      marks[markAt(form, at)] = 1;
      const piece = form.slice(at, at + pieceLength).toLowerCase();
      const places = pieces.get(piece);
      if (places) places.push({ form, at });
      else pieces.set(piece, [{ form, at }]);
    }
  return { marks, pieces };
};

/** So much of a form is no chance: two fifths of it, 13 of the 32 characters of a key. */
const leastOf = (form: string): number =>
  Math.max(pieceLength + stepLength - 1, Math.ceil(form.length * 0.4));

type Span = { readonly start: number; readonly end: number };

const spansOf = (text: string, { marks, pieces }: Index): readonly Span[] => {
  const spans: Span[] = [];
  let end = 0;
  for (let at = 0; at + pieceLength <= text.length; at += stepLength) {
    if (at + pieceLength <= end || marks[markAt(text, at)] === 0) continue;
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

/** Forms that are too short to be met in steps are looked for one by one; no key of the console is so short. */
const shortSpans = (text: string, forms: readonly string[]): readonly Span[] => {
  const small = forms.length === 0 ? '' : text.toLowerCase();
  // Letters whose small form has another length would shift all that follows.
  const searched = small.length === text.length ? small : text;
  return forms.flatMap((form) => {
    const found: Span[] = [];
    const wanted = searched === text ? form : form.toLowerCase();
    for (let at = searched.indexOf(wanted); at >= 0; at = searched.indexOf(wanted, at + form.length))
      found.push({ start: at, end: at + form.length });
    return found;
  });
};

const withoutSpans = (text: string, spans: readonly Span[]): string => {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let end = 0;
  let isOpen = false;
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    if (span.start > end || !isOpen) {
      parts.push(text.slice(end, span.start), mark);
      isOpen = true;
    }
    end = Math.max(end, span.end);
  }
  return parts.join('') + text.slice(end);
};

/** JSON may write any character as a number, and a slash after a backslash; an escaped backslash is passed over. */
const escapes = /\\(?:u00([2-7][0-9a-f])|(.))/giu;

const isPlain = (character: string): boolean => character !== '"' && character !== '\\';

/** The same JSON with its printable ASCII written plainly. */
const unescaped = (text: string): string =>
  text.replace(escapes, (whole: string, code: string | undefined, next: string | undefined) => {
    if (code === undefined) return next === '/' ? '/' : whole;
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return isPlain(character) ? character : whole;
  });

const mayHideInEscapes = (text: string): boolean => text.includes('\\u00') || text.includes('\\/');

/** @param forms of all secrets, by `formsOf` */
export const hiderOf = (forms: readonly string[]): Hide => {
  const shortest = pieceLength + stepLength - 1;
  const index = indexOf(forms.filter((form) => form.length >= shortest));
  const short = forms.filter((form) => form.length < shortest);
  const hidePlain: Hide = (text) => withoutSpans(text, [...spansOf(text, index), ...shortSpans(text, short)]);
  return (text) => {
    const hidden = hidePlain(text);
    if (!mayHideInEscapes(hidden)) return hidden;
    const plain = unescaped(hidden);
    const found = hidePlain(plain);
    return found === plain ? hidden : found;
  };
};

/** A line of text without a signed query, whole or cut short. */
export const redactLine = (line: string): string =>
  line.replace(/(authorization(?:=|%3D))[^\s"'<>&]+/gi, `$1${mark}`);
