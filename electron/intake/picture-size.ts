import { openSharp } from '../formats/pictures/open-sharp.ts';
import { readBmp } from './bmp.ts';

/** The size of a picture from its header, without decoding it; null if it states none. */
export const pictureSize = async (
  bytes: Buffer,
): Promise<{ readonly width: number; readonly height: number } | null> => {
  const bmp = readBmp(bytes);
  if (bmp) return bmp;
  try {
    const { width, height } = await (await openSharp(bytes)).metadata();
    return { width, height };
  } catch {
    return null;
  }
};
