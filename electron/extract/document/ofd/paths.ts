/** The folder of a path in the package, with a slash behind; empty for the top. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Without `.`, `..` and double slashes; null where it leads out of the package. */
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
 * The places that a location in a file may mean, most likely first. The standard leaves it to the producer: from the
 * top, from the file that names it, or from the document's folder.
 */
export const possiblePaths = (location: string, folders: readonly string[]): readonly string[] => {
  const wanted = location.trim();
  if (wanted === '') return [];
  const isAbsolute = /^[\\/]/.test(wanted);
  const bases = isAbsolute ? [''] : [...folders, ''];
  return bases.map((folder) => normalizePath(`${folder}${wanted}`)).filter((path) => path !== null);
};
