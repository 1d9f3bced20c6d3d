import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A secret in every form in which it could leak: as text, in UTF-16, URL-encoded, in hex, within base64. */
export const formsOf = (secret: string): readonly Buffer[] => {
  const within = [0, 1, 2].map((shift) => {
    const base64 = Buffer.from('\0'.repeat(shift) + secret).toString('base64');
    // The first and the last group depend on adjacent bytes; only those in between are certain.
    return base64.slice(4, -4);
  });
  const texts = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('hex'), ...within];
  const utf16 = Buffer.from(secret, 'utf16le');
  return [...texts.map((text) => Buffer.from(text)), utf16];
};

/** The names of those texts or bytes that contain one of the secrets. */
export const placesOf = (
  secrets: readonly string[],
  places: Iterable<readonly [string, string | Buffer]>,
): readonly string[] => {
  const forms = secrets.flatMap(formsOf);
  return [...places]
    .filter(([, content]) => {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      return forms.some((form) => bytes.includes(form));
    })
    .map(([name]) => name);
};

/** Every file below a folder: its name and its bytes. */
export function* filesBelow(folder: string): Generator<readonly [string, Buffer]> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    yield [path, Buffer.concat([Buffer.from(path), readFileSync(path)])];
  }
}

/** The command line of every running process; empty if the system does not list them. */
export function* commandLines(): Generator<readonly [string, Buffer]> {
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      yield [`argv of ${pid}`, readFileSync(`/proc/${pid}/cmdline`)];
    } catch {
      // The process has ended since.
    }
  }
}

/** A text in JSON with each character as a \u escape. */
export const asNumbers = (text: string): string =>
  text.replaceAll(/./gsu, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The same text, unescaped once more. */
export const asLetters = (text: string): string =>
  text.replaceAll(/\\u([0-9a-f]{4})/giu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
