/** The folder of a path in the package, with a trailing slash; empty for the root. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Resolves `.`, `..` and double slashes; null if the path leads out of the package. */
export const normalizePath = (path: string): string | null => {
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.length > 0 ? parts.join('/') : null;
};

/**
 * The possible paths of a location in a file, most likely first. The standard does not define the base: the
 * root, the file with the reference, or the document's folder.
 */
export const possiblePaths = (location: string, folders: readonly string[]): readonly string[] => {
  const wanted = location.trim();
  if (wanted === '') return [];
  const isAbsolute = /^[\\/]/.test(wanted);
  const bases = isAbsolute ? [''] : [...folders, ''];
  return bases.map((folder) => normalizePath(`${folder}${wanted}`)).filter((path) => path !== null);
};
