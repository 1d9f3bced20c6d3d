import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ExportPage } from './export-page.ts';

/** Excel reports a workbook with a longer link as damaged. */
const maxLength = 2_000;

/** Every segment is encoded: a name can't become a scheme, a host or the end of an attribute. */
const asAddress = (path: string): string => path.split(sep).map(encodeURIComponent).join('/');

/**
 * The link from a workbook to an original on the same computer; null if none is possible. It is relative to
 * the workbook if both are on one drive: it then survives moving the folder and reveals little about the
 * computer.
 * @param workbook path of the future workbook
 */
export const originalLink = (original: string | null, workbook: string): string | null => {
  if (original === null) return null;
  const path = resolve(original);
  const way = relative(dirname(resolve(workbook)), path);
  const link = way === '' || isAbsolute(way) ? pathToFileURL(path).href : asAddress(way);
  return link.length > maxLength ? null : link;
};

/** Adds the link from a workbook to the page's original; none if the workbook has no path on this computer. */
export const withLink = (page: ExportPage, original: string | null, workbook: string | null): ExportPage => {
  const link = workbook === null ? null : originalLink(original, workbook);
  return link === null ? page : { ...page, link };
};
