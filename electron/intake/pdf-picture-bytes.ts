import { maxPixelsInPdf } from './limits.ts';

/** Bytes of a dictionary around its entries. */
const searchRadius = 400;
/** A picture is held as decoded, and as drawn: four bytes a pixel each. */
const bytesPerPixel = 8;

const entryIn = (dictionary: string, name: string): number =>
  Number(new RegExp(`/${name}\\s+(\\d{1,6})\\b`, 'u').exec(dictionary)?.[1] ?? 0);

/**
 * The memory that the largest picture of a PDF may take, in bytes. The dictionary of a picture is never compressed, so
 * it can be found in the file's bytes.
 */
export const declaredPictureBytes = (bytes: Buffer): number => {
  let most = 0;
  for (let at = bytes.indexOf('/Width'); at >= 0; at = bytes.indexOf('/Width', at + 6)) {
    const dictionary = bytes.toString('latin1', Math.max(0, at - searchRadius), at + searchRadius);
    most = Math.max(
      most,
      entryIn(dictionary.slice(Math.min(at, searchRadius)), 'Width') * entryIn(dictionary, 'Height'),
    );
  }
  return Math.min(most, maxPixelsInPdf) * bytesPerPixel;
};
