const hex = (character: string): string => {
  const digits = character.charCodeAt(0).toString(16).padStart(2, '0');
  return `#${Array.from(digits, (digit) => (/[a-f]/u.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit)).join('')}`;
};

/**
 * The source of a regular expression for a name of a PDF (`/Type`) in Latin-1, with any of its characters escaped
 * (`/T#79pe`), and nothing of a name behind it.
 * @param name letters only
 */
export const nameSource = (name: string): string =>
  `/${Array.from(name, (character) => `(?:${character}|${hex(character)})`).join('')}(?=[\\s\\0()<>\\[\\]\\{\\}/%]|$)`;

/** A name without its escapes. */
export const decodedName = (name: string): string =>
  name.replace(/#([0-9A-Fa-f]{2})/gu, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
