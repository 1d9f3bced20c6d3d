/**
 * What a log may hold of a text: no secret, no signature, no picture. Works on any text, an error's stack or a JSON
 * body as well as a plain sentence; what is taken out is named in its place.
 */
const rules: readonly {
  readonly pattern: RegExp;
  readonly instead: string | ((...parts: string[]) => string);
}[] = [
  // The signed query (both documents, Query parameters); quotes and blanks end an address in a log line.
  { pattern: /\b(authorization|signature)=[^&\s"'<>]+/giu, instead: '$1=[removed]' },
  // The authorization string before its base64 (both documents, Construction).
  {
    pattern: /(api_key|api_secret|signature)(\\?["']?\s*[:=]\s*)\\?"[^"]*"/giu,
    instead: '$1$2"[removed]"',
  },
  // The same string after its base64, wherever it stands: it always begins with `api_key="`.
  { pattern: /YXBpX2tleT0i[A-Za-z0-9+/=%]*/gu, instead: '[authorization removed]' },
  // Headers, in a line of their own or as a member of an object.
  {
    pattern:
      /\b((?:proxy-)?authorization|cookie|set-cookie|x-vouch-session)(["']?\s*:\s*)(?!\[removed\])(?:"[^"]*"|'[^']*'|[^\r\n]+)/giu,
    instead: '$1$2[removed]',
  },
  // The members in which settings and accounts name a secret.
  {
    pattern:
      /(api[_-]?key|api[_-]?secret)(\\?["']?\s*[:=]\s*)(?!\\?"?\[removed\])(?:\\?"[^"]*"|'[^']*'|[^\s,;}&]+)/giu,
    instead: '$1$2[removed]',
  },
  // The one-use token of the browser host's address.
  { pattern: /([#?&]token=)[^&\s"'<>]+/giu, instead: '$1[removed]' },
  // Base64 of a picture or of a reply: no sentence has so long a word.
  {
    pattern: /[A-Za-z0-9+/_-]{200,}={0,2}/gu,
    instead: (run) => `[base64, ${String(run.length)} characters removed]`,
  },
];

/** A secret as it may stand in a text: plain, in an address, in base64 whatever stands before it. */
const formsOf = (secret: string): readonly string[] => {
  const shifted = [0, 1, 2].map((shift) => {
    const base64 = Buffer.from('\0'.repeat(shift) + secret, 'utf8').toString('base64');
    // The first and the last group mix with their neighbours; what lies between is the secret's own.
    return base64.slice(shift === 0 ? 0 : 4, -4);
  });
  const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...shifted];
  // A form of a few characters would take harmless words with it.
  return [...new Set(forms)].filter((form) => form.length >= 6).sort((a, b) => b.length - a.length);
};

/**
 * A function that cleans texts for a log. `secrets` are looked up at each call, since they change while Vouch runs;
 * secrets shorter than six characters are beyond it.
 */
export const createRedactor =
  (secrets: () => readonly string[] = () => []) =>
  (text: string): string => {
    const withoutSecrets = secrets()
      .flatMap(formsOf)
      .reduce((rest, form) => rest.replaceAll(form, '[secret removed]'), text);
    return rules.reduce(
      (rest, { pattern, instead }) =>
        typeof instead === 'string' ? rest.replace(pattern, instead) : rest.replace(pattern, instead),
      withoutSecrets,
    );
  };

/** A text without signature, secret by name, or picture; for a log that knows no secrets of its own. */
export const redact = (text: string): string => createRedactor()(text);
