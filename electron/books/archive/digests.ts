import { sha256Of } from '../../infra/bytes.ts';

/** Path of the digest list, at the root of an archive. */
export const digestListPath = 'digests.txt';

export type Digest = { readonly path: string; readonly sha256: string };

const seal = '# sha256 of the lines above: ';

const byPath = (a: Digest, b: Digest): number => (a.path < b.path ? -1 : Number(a.path > b.path));

/**
 * The digest list of an archive in the format of `sha256sum`, sorted by path. Its last line is the digest of
 * the lines above, so that a change of the list is detected.
 */
export const writeDigests = (digests: readonly Digest[]): string => {
  const lines = digests
    .toSorted(byPath)
    .map(({ path, sha256 }) => `${sha256}  ${path}\n`)
    .join('');
  return `${lines}${seal}${sha256Of(lines)}\n`;
};

const line = /^([0-9a-f]{64}) {2}([^\n]+)$/;

/** Whether a path is below the root, in the form that this program writes. */
const isInside = (path: string): boolean =>
  !/[\\\p{Cc}]|^[A-Za-z]:/u.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

/** Parses a digest list; null if a single byte differs from the written list. */
export const readDigests = (bytes: Buffer): readonly Digest[] | null => {
  const text = bytes.toString('utf8');
  const digests = text
    .split('\n')
    .slice(0, -2)
    .map((each) => line.exec(each))
    .map((match) => (match ? { sha256: match[1] ?? '', path: match[2] ?? '' } : null));
  if (digests.some((digest) => digest === null || !isInside(digest.path))) return null;
  const whole = digests.filter((digest) => digest !== null);
  // The list has exactly one valid form: writing it again must give the same bytes.
  return Buffer.from(writeDigests(whole)).equals(bytes) ? whole : null;
};
