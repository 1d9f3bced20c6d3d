import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Excel calls a workbook damaged that has a longer one. */
const maxLength = 2_000;

/** Every segment is encoded: no name can become a scheme, a host or the end of an attribute. */
const asAddress = (path: string): string => path.split(sep).map(encodeURIComponent).join('/');

/**
 * The link from a workbook to an original on the same computer; null where there can be none.
 * Relative to the workbook where both are on one drive: it survives moving the folder, and names no more of the
 * computer than it must.
 * @param workbook where it will be
 */
export const originalLink = (original: string | null, workbook: string): string | null => {
  if (original === null) return null;
  const path = resolve(original);
  const way = relative(dirname(resolve(workbook)), path);
  const link = way === '' || isAbsolute(way) ? pathToFileURL(path).href : asAddress(way);
  return link.length > maxLength ? null : link;
};
