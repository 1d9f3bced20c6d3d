/** Shorter ones are no keys of the console (32 characters), and would be found by chance in any picture's text. */
const minSecretLength = 8;

/** A secret that was cut short is one still, as long as this much of it is left. */
const probeLength = 16;

const mark = '[removed]';

/** Takes what a call must not leave behind out of a text; the very same text where there is nothing to hide. */
export type Hide = (text: string) => string;

/** A secret's own part of base64, whatever stands before and after it. */
const withinBase64 = (secret: string): readonly string[] =>
  [0, 1, 2].map((shift) => {
    const base64 = Buffer.from('\0'.repeat(shift) + secret).toString('base64');
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

/** Each secret in each form in which an answer could give it back. */
export const formsOf = ({ apiKey, apiSecret, signature, authorization }: CallSecrets): readonly string[] => {
  const forms = [apiKey, apiSecret, signature, authorization].flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ]);
  return [...new Set([...forms, ...[apiKey, apiSecret, signature].flatMap(withinBase64)])].filter(
    (form) => form.length >= minSecretLength,
  );
};

/** How far a text goes on as a form does. */
const matchLength = (text: string, at: number, form: string): number => {
  let length = 0;
  while (length < form.length && text.charCodeAt(at + length) === form.charCodeAt(length)) length += 1;
  return length;
};

/** Forms that begin alike are looked for once. */
type Probe = { readonly begins: string; readonly forms: readonly string[] };

const probesOf = (forms: readonly string[]): readonly Probe[] =>
  [...Map.groupBy(forms, (form) => form.slice(0, probeLength))].map(([begins, alike]) => ({
    begins,
    forms: alike,
  }));

const withoutForms = (text: string, { begins, forms }: Probe): string => {
  let at = text.indexOf(begins);
  if (at < 0) return text;
  const parts: string[] = [];
  let end = 0;
  for (; at >= 0; at = text.indexOf(begins, end)) {
    parts.push(text.slice(end, at), mark);
    const start = at;
    end = start + Math.max(...forms.map((form) => matchLength(text, start, form)));
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
  const probes = probesOf(forms);
  const hidePlain: Hide = (text) => probes.reduce(withoutForms, text);
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
