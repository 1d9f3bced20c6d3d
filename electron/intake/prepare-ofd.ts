import { openOfdPages, type DrawOptions, type OfdPages } from '../extract/document/ofd/draw/open-pages.ts';
import { success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { makeDrawnPicture, possibleDpi, type DrawnPage } from './drawn-page.ts';
import type { PageRequest, PreparedPicture } from './page-request.ts';
import { usualDpi } from '../formats/pdf/pdf-page.ts';
import { fileVersion, readWholeFile } from './read-file.ts';
import { sha256Of } from '../infra/bytes.ts';

/** An open OFD and its file's properties. */
type KeptOfd = { readonly pages: OfdPages; readonly sha256: string; readonly length: number };

type Kept = { readonly key: string; readonly ofd: KeptOfd };
let kept: Kept | null = null;

/** Opens an OFD, or returns the open one, because its pages are requested one after the other. */
export const openKeptOfd = async (path: string): Promise<Result<KeptOfd, Failure>> => {
  const key = await fileVersion(path);
  if (!key.ok) return key;
  if (kept?.key === key.value) return success(kept.ofd);
  kept?.ofd.pages.close();
  kept = null;
  const read = await readWholeFile(path);
  if (!read.ok) return read;
  const { bytes } = read.value;
  const opened = await openOfdPages(bytes);
  if (!opened.ok) return opened;
  const ofd = { pages: opened.value, sha256: sha256Of(bytes), length: bytes.length };
  kept = { key: key.value, ofd };
  return success(ofd);
};

/** Draws a page on a white background, at a lower resolution if it is too large for the wanted one. */
export const drawOfdPage = async (
  { pages }: KeptOfd,
  page: number,
  wantedDpi: number = usualDpi,
  options: Pick<DrawOptions, 'withoutText' | 'onGlyph'> = {},
): Promise<Result<DrawnPage, Failure>> => {
  const size = pages.sizeOf(page);
  if (!size.ok) return size;
  const dpi = possibleDpi(size.value, wantedDpi);
  const drawn = await pages.drawPage(page, { ...options, dpi });
  if (!drawn.ok) return drawn;
  const canvas = drawn.value;
  const pixels = { data: canvas.data(), width: canvas.width, height: canvas.height, channels: 4 } as const;
  return success({ pixels, ...size.value, dpi: Math.round(dpi) });
};

export const prepareOfd = async (
  { path, page, treatment }: PageRequest,
  onEncoding: () => void,
): Promise<Result<PreparedPicture, Failure>> => {
  const opened = await openKeptOfd(path);
  if (!opened.ok) return opened;
  const drawn = await drawOfdPage(opened.value, page);
  if (!drawn.ok) return drawn;
  onEncoding();
  const { sha256, length, pages } = opened.value;
  const file = {
    originalSha256: sha256,
    originalBytes: length,
    pageCount: pages.pageCount,
    format: 'ofd',
  } as const;
  return success(await makeDrawnPicture(drawn.value, file, treatment));
};
