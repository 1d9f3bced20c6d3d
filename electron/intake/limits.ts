/**
 * Limits of the intake. A small file can require huge memory and time: every limit here is checked before the
 * work that it limits.
 */

/** Bytes of a picture or document. */
export const maxFileBytes = 200 * 1024 * 1024;

/** A document above this length is large: several times its length must not be in memory at once. */
export const largeFileBytes = 16 * 1024 * 1024;

/**
 * Longest side of a picture to decode (A0 at 2,000 dpi): a decoder holds several rows, which may be millions of
 * pixels wide.
 */
export const maxDecodedSide = 100_000;

/** Bytes that a decoder may hold for a picture that is not decoded row by row. */
export const maxPictureBytes = 240_000_000;

/** Pixels of a BMP, which is held at four bytes per pixel, up to three times. */
export const maxPixelsInBmp = 40_000_000;

/** Pixels of a HEIC (48 megapixels from a phone), which is held at eight bytes per pixel. */
export const maxPixelsInHeic = 50_000_000;

/** Bytes that the HEIC decoder may hold. */
export const maxHeicBytes = 320_000_000;

/** Bytes of a mail, which is read on the main thread. Mail servers refuse larger ones. */
export const maxMailBytes = 50 * 1024 * 1024;

/** Bytes of a zip with all its files unpacked, and its number of files. */
export const maxArchiveBytes = 1024 * 1024 * 1024;
export const maxUnpackedBytes = 1024 * 1024 * 1024;
export const maxArchiveEntries = 10_000;

/** Limit of processor time for preparing a page, in milliseconds. */
export const maxPageMs = 8000;

/** Converted pictures stay below 4,000,000 base64 characters, however the service defines "4 MB". */
export const maxMadeBytes = 2_999_997;

/** The long side is not scaled below this while anything else helps: small print would become illegible. */
export const leastLongSide = 1600;

/**
 * Longest side of a sent picture: the services return coordinates from 0 to 9999 (face-detect.md, Decoded
 * text).
 */
export const maxSide = 9999;

/**
 * Limits for reading the data of a file: processor time in milliseconds, memory in bytes. A digital invoice takes a
 * hundredth of them. A long file is held up to three times, and hashed.
 */
export const readLimits = (fileBytes: number) => ({
  cpuMs: 1600 + fileBytes / 50_000,
  bytes: 160 * 1024 * 1024 + 3 * fileBytes,
});

/**
 * The same for opening or drawing a page of a document, apart from the pixels of the page. A scan takes longer to
 * decode than text takes to draw; its file is longer, too.
 */
export const drawLimits = (documentBytes: number) => ({
  cpuMs: 1600 + documentBytes / 5000,
  bytes: 160 * 1024 * 1024 + 3 * documentBytes,
});
