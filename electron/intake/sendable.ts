import type { ImageEncoding } from '../../shared/services/service.ts';
import { fitsTheService } from '../../shared/services/requests.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { readBmp } from './bmp.ts';
import { mostPixels, oneByOne } from './held-bytes.ts';
import { maxPixelsInBmp, maxSide } from './limits.ts';
import { openSharp } from '../formats/pictures/open-sharp.ts';
import { untreated } from '../../shared/contract/preparation.ts';
import type { PreparedPicture } from './page-request.ts';
import { refusal } from '../formats/refusal.ts';
import { tooManyPixels } from '../formats/too-many-pixels.ts';
import { sha256Aside } from '../infra/bytes.ts';

type Encoding = Exclude<ImageEncoding, 'jpeg'>;
type Size = { readonly width: number; readonly height: number };

/** The size of a picture that can be sent unchanged, or the fact that it must be converted. */
type Verdict = Result<Size | 'has-to-be-made', Failure>;

const withinPixels = ({ width, height }: Size, most: number): Verdict => {
  const refused = tooManyPixels({ width, height }, most);
  return refused ? failed(refused) : success({ width, height });
};

/** Decodes every row at a small size, to detect a truncated file before a call is paid for it. */
const decodesWhole = async (bytes: Buffer): Promise<boolean> => {
  try {
    await (await openSharp(bytes)).resize({ width: 16, height: 16, fit: 'inside' }).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
};

const lookAtCompressed = async (bytes: Buffer): Promise<Verdict> => {
  try {
    const known = await (await openSharp(bytes)).metadata();
    const { width, height, orientation = 1 } = known;
    const size = withinPixels({ width, height }, mostPixels(known));
    if (!size.ok) return size;
    if (orientation > 1 || Math.max(width, height) > maxSide) return success('has-to-be-made');
    return (await oneByOne(known, () => decodesWhole(bytes))) ? size : failed(refusal('damaged'));
  } catch (error) {
    const detail = error instanceof Error ? error.message : null;
    return failed(refusal(detail?.includes('pixel limit') ? 'too-many-pixels' : 'damaged', detail));
  }
};

const lookAtBmp = (bytes: Buffer): Verdict => {
  const size = readBmp(bytes);
  if (!size) return failed(refusal('damaged'));
  return Math.max(size.width, size.height) > maxSide
    ? success('has-to-be-made')
    : withinPixels(size, maxPixelsInBmp);
};

/**
 * A picture that is sent byte for byte: a jpg, png or bmp that fits and is upright, even if interlaced or
 * CMYK. `has-to-be-made` for a picture that is too large or needs a turn.
 */
export const prepareSendable = async (
  bytes: Buffer<ArrayBuffer>,
  encoding: Encoding,
): Promise<Result<PreparedPicture | 'has-to-be-made', Failure>> => {
  if (!fitsTheService(bytes.length)) return success('has-to-be-made');
  const looked = encoding === 'bmp' ? lookAtBmp(bytes) : await lookAtCompressed(bytes);
  if (!looked.ok || looked.value === 'has-to-be-made') return looked.ok ? success('has-to-be-made') : looked;
  const { width, height } = looked.value;
  const sha256 = await sha256Aside(bytes);
  return success({
    originalSha256: sha256,
    originalBytes: bytes.length,
    pageCount: 1,
    sent: { encoding, width, height, bytes: bytes.length, sha256 },
    bytes,
    preparation: {
      format: encoding,
      page: { width, height, unit: 'px' },
      treatment: untreated,
      changes: [],
    },
  });
};
