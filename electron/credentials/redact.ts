/**
 * Removes secrets, signatures and pictures from any text before logging, including error stacks and JSON
 * bodies. A placeholder names what was removed.
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
  // The same string in base64, anywhere: it always begins with `api_key="`.
  { pattern: /YXBpX2tleT0i[A-Za-z0-9+/=%]*/gu, instead: '[authorization removed]' },
  // Headers, on a line of their own or as a member of an object.
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
  // The one-use token of the browser host's address.
  { pattern: /([#?&]token=)[^&\s"'<>]+/giu, instead: '$1[removed]' },
  // Base64 of a picture or of a response: no sentence has such a long word.
  {
    pattern: /[A-Za-z0-9+/_-]{200,}={0,2}/gu,
    instead: (run) => `[base64, ${String(run.length)} characters removed]`,
  },
];

/** A secret in the forms that a text may contain: plain, in an address, in base64 with any text before it. */
const formsOf = (secret: string): readonly string[] => {
  const shifted = [0, 1, 2].map((shift) => {
    const base64 = Buffer.from('\0'.repeat(shift) + secret, 'utf8').toString('base64');
    // The first and the last group also contain neighbouring bytes; only the part between belongs to the
    // secret.
    return base64.slice(shift === 0 ? 0 : 4, -4);
  });
  const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...shifted];
  // A form with only a few characters would also match harmless words.
  return [...new Set(forms)].filter((form) => form.length >= 6).sort((a, b) => b.length - a.length);
};

/**
 * A function that cleans texts for a log. `secrets` is called each time, because secrets change while Vouch
 * runs. Secrets shorter than six characters are not removed.
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

/** Removes signatures, secrets in named members and pictures, for a log without secrets of its own. */
export const redact = (text: string): string => createRedactor()(text);
