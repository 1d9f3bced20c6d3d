import { createHash } from 'node:crypto';
import type { Sharp, SharpOptions } from 'sharp';
import type { Sent } from '../../shared/records.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { base64Length, maxImageCharacters } from '../../shared/services/service.ts';
import { readBmp } from './bmp.ts';
import { formatOf } from './format.ts';
import { refuseByHead } from './read-file.ts';
import { refusal } from './refusal.ts';

/** A picture that is ready to be sent. */
export type PreparedPicture = {
  /** SHA-256 of the bytes as they came, in lower-case hexadecimal. */
  readonly originalSha256: string;
  readonly originalBytes: number;
  readonly sent: Sent;
  readonly bytes: Buffer;
};

/** Decoding stops above this many pixels: the defaults let a file of 600 kB take 700 MB. */
export const maxPixels = 100_000_000;

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** sharp takes 50 ms to load: only those who need it pay. */
export const openSharp = async (bytes: Buffer): Promise<Sharp> => {
  const { default: sharp } = await import('sharp');
  // Jobs run side by side already, and no picture is looked at twice.
  sharp.cache(false);
  const options: SharpOptions = { failOn: 'truncated', limitInputPixels: maxPixels };
  return sharp(bytes, options);
};

const withinLimit = (bytes: Uint8Array): boolean => base64Length(bytes.length) <= maxImageCharacters;

type Fitted = { readonly bytes: Buffer; readonly width: number; readonly height: number };

/** Qualities that are tried for a turned JPEG until it fits; the first one does for nearly all. */
const qualities = [95, 90, 85, 80];

/** The picture with its EXIF orientation baked in, so that the overlay fits what the eye sees. */
const turnUpright = async (bytes: Buffer, encoding: 'jpg' | 'png'): Promise<Fitted | null> => {
  for (const quality of qualities) {
    const upright = (await openSharp(bytes)).autoOrient().keepIccProfile();
    const encoded = encoding === 'jpg' ? upright.jpeg({ quality }) : upright.png();
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    if (withinLimit(data)) return { bytes: data, width: info.width, height: info.height };
    if (encoding === 'png') break;
  }
  return null;
};

/** Decodes every row at a small size: a cut file is found out before a call is paid for it. */
const decodesWhole = async (bytes: Buffer): Promise<boolean> => {
  try {
    await (await openSharp(bytes)).resize({ width: 16, height: 16, fit: 'inside' }).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
};

const fitCompressed = async (bytes: Buffer, encoding: 'jpg' | 'png'): Promise<Result<Fitted, Failure>> => {
  let size: { readonly width: number; readonly height: number; readonly orientation?: number | undefined };
  try {
    size = await (await openSharp(bytes)).metadata();
  } catch (error) {
    const said = error instanceof Error ? error.message : null;
    return failed(refusal(said?.includes('pixel limit') ? 'too-many-pixels' : 'damaged', said));
  }
  if (size.width * size.height > maxPixels)
    return failed(refusal('too-many-pixels', `${size.width} × ${size.height}`));
  if (!(await decodesWhole(bytes))) return failed(refusal('damaged'));
  if ((size.orientation ?? 1) <= 1) return success({ bytes, width: size.width, height: size.height });
  const upright = await turnUpright(bytes, encoding);
  return upright ? success(upright) : failed(refusal('too-large'));
};

const fitBmp = (bytes: Buffer): Result<Fitted, Failure> => {
  const size = readBmp(bytes);
  if (!size) return failed(refusal('damaged'));
  if (size.width * size.height > maxPixels)
    return failed(refusal('too-many-pixels', `${size.width} × ${size.height}`));
  return success({ bytes, ...size });
};

/**
 * Makes ready what is sent: by content jpg, png or bmp, byte for byte as it came, except that an EXIF orientation is
 * baked in. Everything else is refused with its reason, before any call.
 */
export const preparePicture = async (original: Buffer): Promise<Result<PreparedPicture, Failure>> => {
  const refused = refuseByHead(original, original.length);
  if (refused) return failed(refused);
  const format = formatOf(original);
  if (format.kind !== 'picture') return failed(refusal('not-an-image'));
  const { encoding } = format;
  const fitted = encoding === 'bmp' ? fitBmp(original) : await fitCompressed(original, encoding);
  if (!fitted.ok) return fitted;
  const { bytes, width, height } = fitted.value;
  const originalSha256 = sha256Of(original);
  const sha256 = bytes === original ? originalSha256 : sha256Of(bytes);
  return success({
    originalSha256,
    originalBytes: original.length,
    sent: { encoding, width, height, bytes: bytes.length, sha256 },
    bytes,
  });
};
