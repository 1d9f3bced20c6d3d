/**
 * What is taken in at most. A file can ask for far more memory and time than its own size: every bound here stands
 * before the work that it bounds.
 */

/** Bytes of a picture or document. */
export const maxFileBytes = 200 * 1024 * 1024;

/** Decoding stops above this many pixels: the defaults of the decoders let a file of 600 kB take 700 MB. */
export const maxPixels = 100_000_000;

/** Bytes that a decoder may hold of one picture that does not come out row by row. */
export const maxPictureBytes = 240_000_000;

/** Pixels of a BMP: it is held as four bytes a pixel, up to three times. */
export const maxPixelsInBmp = 40_000_000;

/** Pixels of a picture inside a PDF: it is held as four bytes a pixel, twice. */
export const maxPixelsInPdf = 40_000_000;

/** Pixels that a PDF page is rendered to; a larger page comes at fewer dots an inch. */
export const maxRenderedPixels = 24_000_000;

/** Points of a side of a PDF page: 2.5 m, twice the largest paper (A0 is 3,370 points high). */
export const maxPagePoints = 7200;

/** Pages of a PDF or TIFF. */
export const maxPages = 2000;

/** Bytes of a zip, of all its files unpacked, and how many files it has. */
export const maxArchiveBytes = 1024 * 1024 * 1024;
export const maxUnpackedBytes = 1024 * 1024 * 1024;
export const maxArchiveEntries = 10_000;

/** A page that takes longer than this to be made ready is given up. */
export const maxPageMs = 8000;

/** What is made here stays below 4,000,000 base64 characters, whatever "4 MB" means to the service. */
export const maxMadeBytes = 2_999_997;

/** Nothing is scaled below this long side as long as anything else helps: small print is lost there. */
export const leastLongSide = 1600;

/** Pixels of a side of what is sent: the services tell places from 0 to 9999 (face-detect.md, Decoded text). */
export const maxSide = 9999;
