/** Limits for opening files that may be hostile: a small file can require huge memory. */

/** Bytes of a decoded picture at its own depth: with the decoders' defaults, a file of 600 kB can take 700 MB. */
export const maxDecodedBytes = 256 * 1024 * 1024;

/** Pixels of a picture inside a PDF, which is held at four bytes per pixel, twice. */
export const maxPixelsInPdf = 40_000_000;

/** The same for one bit a pixel, which is held at one byte: A3 at 600 dpi has 70 million, A4 at 1,200 dpi 139. */
export const maxBitsInPdf = 150_000_000;

/** Pixels of a rendered PDF page; a larger page is rendered at a lower resolution. */
export const maxRenderedPixels = 24_000_000;

/** Side of a PDF page in points: 2.5 m, twice the largest paper (A0 is 3,370 points high). */
export const maxPagePoints = 7200;

/** Pages of a PDF or TIFF. */
export const maxPages = 2000;
