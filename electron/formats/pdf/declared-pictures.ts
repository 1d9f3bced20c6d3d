import { bufferOver } from '../../infra/bytes.ts';
import { maxBitsInPdf, maxPixelsInPdf } from '../limits.ts';

/** Bytes of a dictionary around its entries. */
const searchRadius = 400;

/** A picture is held as decoded, and as drawn: four bytes a pixel each. */
const bytesPerPixel = 8;

/** One bit a pixel: as decoded, and as grey. */
const bytesPerBit = 2;

/** The depth of pictures is not looked for in larger files. */
const mostSearched = 64 * 1024 * 1024;

type DeclaredPicture = { readonly pixels: number; readonly isOneBit: boolean };

const numberIn = (dictionary: string, name: string): number =>
  Number(new RegExp(`/${name}\\s+(\\d{1,6})\\b(?!\\s+\\d+\\s+R)`, 'u').exec(dictionary)?.[1] ?? 0);

/** Whether a dictionary says, and nothing near it denies, that a pixel has one bit. */
const saysOneBit = (dictionary: string): boolean => {
  const depths = [...dictionary.matchAll(/\/BitsPerComponent\s*(\d+)/gu)].map(([, bits]) => Number(bits));
  const isGrey = /\/DeviceGray\b|\/ImageMask\s+true\b/u.test(dictionary);
  return isGrey && depths.length > 0 && depths.every((bits) => bits === 1);
};

/** The dictionary of a picture is never compressed, so it can be found in the bytes of the file. */
const declaredPictures = (bytes: Buffer): readonly DeclaredPicture[] => {
  const found: DeclaredPicture[] = [];
  for (let at = bytes.indexOf('/Width'); at >= 0; at = bytes.indexOf('/Width', at + 6)) {
    // Only what is near is looked at: a hostile file has millions of them.
    const before = bytes.toString('latin1', Math.max(0, at - searchRadius), at);
    const after = bytes.toString('latin1', at, at + searchRadius);
    const own = after.split('stream', 1)[0] ?? '';
    const dictionary = before.slice(Math.max(0, before.lastIndexOf('<<'))) + own;
    const pixels = numberIn(own, 'Width') * numberIn(dictionary, 'Height');
    found.push({ pixels, isOneBit: saysOneBit(dictionary) });
  }
  return found;
};

/** What the depth of a file's pictures can't be told from: they state it in their own data, or elsewhere. */
const hidesDepth = (bytes: Buffer): boolean =>
  bytes.includes('/JPXDecode') || /\/(?:Width|Height)\s+\d+\s+\d+\s+R\b/u.test(bytes.toString('latin1'));

/**
 * Most pixels of a picture that may be decoded in this PDF. It is larger if all large pictures have one bit a pixel, and
 * then exactly as large as the largest.
 */
export const pictureLimit = (file: Uint8Array): number => {
  const bytes = bufferOver(file);
  if (bytes.length > mostSearched) return maxPixelsInPdf;
  const large = declaredPictures(bytes).filter(({ pixels }) => pixels > maxPixelsInPdf);
  const most = large.reduce((sum, { pixels }) => Math.max(sum, pixels), maxPixelsInPdf);
  if (most === maxPixelsInPdf || most > maxBitsInPdf) return maxPixelsInPdf;
  return large.every(({ isOneBit }) => isOneBit) && !hidesDepth(bytes) ? most : maxPixelsInPdf;
};

/** The memory that the largest picture of a PDF may take, in bytes. */
export const declaredPictureBytes = (bytes: Buffer): number =>
  declaredPictures(bytes).reduce(
    (most, { pixels, isOneBit }) =>
      Math.max(
        most,
        isOneBit
          ? Math.min(pixels, maxBitsInPdf) * bytesPerBit
          : Math.min(pixels, maxPixelsInPdf) * bytesPerPixel,
      ),
    0,
  );
