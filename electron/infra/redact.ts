import { formsOf, hiderOf, type Hide } from './hide-secrets.ts';

/**
 * Removes secrets, signatures and pictures from any text before logging, including error stacks and JSON
 * bodies. A placeholder names what was removed.
 */
const rules: readonly {
  readonly pattern: RegExp;
  readonly instead: string | ((...parts: string[]) => string);
}[] = [
  // The signed query (both documents, Query parameters), complete or truncated; quotes and blanks end an address in
  // a log line.
  { pattern: /(authorization|\bsignature)(=|%3D)[^&\s"'<>]+/giu, instead: '$1$2[removed]' },
  // The authorization string before its base64 (both documents, Construction).
  {
    pattern: /(api_key|api_secret|signature)(\\?["']?\s*[:=]\s*)\\?"[^"]*"/giu,
    instead: '$1$2"[removed]"',
  },
  // The same string in base64, anywhere: it always begins with `api_key="`.
  { pattern: /YXBpX2tleT0i[A-Za-z0-9+/=%]*/gu, instead: '[authorization removed]' },
  // Headers, on a separate line or as a member of an object.
  {
    pattern:
      /\b((?:proxy-)?authorization|cookie|set-cookie|x-vouch-session)(["']?\s*:\s*)(?!\[removed\])(?:"[^"]*"|'[^']*'|[^\r\n]+)/giu,
    instead: '$1$2[removed]',
  },
  // The members that contain secrets in settings and accounts.
  {
    pattern:
      /(api[_-]?key|api[_-]?secret)(\\?["']?\s*[:=]\s*)(?!\\?"?\[removed\])(?:\\?"[^"]*"|'[^']*'|[^\s,;}&]+)/giu,
    instead: '$1$2[removed]',
  },
  // A password in a body, or in an address, such as that of a database or a proxy.
  {
    pattern: /(password\\?["']\s*:\s*\\?)(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)/gisu,
    instead: '$1"[removed]"',
  },
  { pattern: /(:\/\/[^\s:@/?#"'<>]{0,200}:)[^\s@/"'<>]{1,200}@/gu, instead: '$1[removed]@' },
  // The cookies of an office, also without the name of their header.
  { pattern: /(__Host-[\w-]{1,40}=)[^;\s"'<>]+/gu, instead: '$1[removed]' },
  // A personal token of an office, whole or cut off.
  { pattern: /\bvouch_[\w-]{20,}/gu, instead: '[token removed]' },
  // The one-use token of the browser host's address, and the link that makes an office's account.
  { pattern: /([#?&](?:token|link)=)[^&\s"'<>]+/giu, instead: '$1[removed]' },
  // Base64 of a picture or of a response: no sentence has such a long word.
  {
    pattern: /[A-Za-z0-9+/_-]{200,}={0,2}/gu,
    instead: (run) => `[base64, ${String(run.length)} characters removed]`,
  },
];

/**
 * A function that cleans texts for a log. `secrets` is called each time, because secrets change while Vouch
 * runs. Secrets shorter than six characters are not removed.
 */
export const createRedactor = (secrets: () => readonly string[] = () => []): Hide => {
  let hidden: { readonly secrets: string; readonly hide: Hide } | null = null;
  const hideSecrets: Hide = (text) => {
    const known = secrets();
    if (known.length === 0) return text;
    const key = known.join('\0');
    if (hidden?.secrets !== key) hidden = { secrets: key, hide: hiderOf(formsOf(known), '[secret removed]') };
    return hidden.hide(text);
  };
  return (text) =>
    rules.reduce(
      (rest, { pattern, instead }) =>
        typeof instead === 'string' ? rest.replace(pattern, instead) : rest.replace(pattern, instead),
      hideSecrets(text),
    );
};

/** Removes signatures, secrets in named members, and pictures, from a log whose process knows no secrets. */
export const redact = (text: string): string => createRedactor()(text);

/**
 * The service's text may repeat parts of the request without their names. A signature has 44 characters of base64 and
 * a console key has 32; no ordinary word is that long.
 */
const longWord = /[A-Za-z0-9+/=%_-]{32,}/gu;

/** Removes every long word of the service's text, except those in a text that is no secret. */
export const redactLongWords = (text: string, kept: string | null): string =>
  text.replace(longWord, (word) => (kept?.includes(word) ? word : '[removed]'));
