import { readFile } from 'node:fs/promises';
import { failed, type Result } from '../../../../shared/result.ts';
import type { Failure } from '../../../../shared/services/failure.ts';
import { openRgb, type OpenedPicture } from '../../../formats/pictures/rgb-picture.ts';
import { refusal } from '../../../formats/refusal.ts';
import { bufferOver } from '../../../infra/bytes.ts';
import type { PictureSource } from './line-reader.ts';

const readBytes = async (picture: PictureSource): Promise<Buffer | null> => {
  if ('bytes' in picture) return bufferOver(picture.bytes);
  try {
    return await readFile(picture.path);
  } catch {
    return null;
  }
};

/** Decodes a picture: see `openRgb`. */
export const openPicture = async (source: PictureSource): Promise<Result<OpenedPicture, Failure>> => {
  const read = await readBytes(source);
  return read ? openRgb(read) : failed(refusal('missing'));
};
