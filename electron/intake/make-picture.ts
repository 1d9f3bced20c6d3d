import { turnedSize } from '../../shared/page-geometry.ts';
import type { Change, Preparation, Treatment } from '../../shared/contract/preparation.ts';
import { fitPicture } from './fit.ts';
import { leastLongSide } from './limits.ts';
import { coverMasks, releasePixels, type PagePixels } from '../formats/pictures/page-pixels.ts';
import type { PreparedPicture } from './page-request.ts';
import { sha256Of } from '../infra/bytes.ts';

/** The input for a sent picture. */
export type PreparedSource = {
  readonly originalSha256: string;
  readonly originalBytes: number;
  readonly pageCount: number;
  readonly format: string;
  readonly pixels: PagePixels;
  readonly page: Preparation['page'];
  /** Size of the page in pixels before any scaling. */
  readonly full: { readonly width: number; readonly height: number };
  readonly lossy: boolean;
  /** The changes made before these pixels. */
  readonly changes: readonly Change[];
};

type Size = { readonly width: number; readonly height: number };

const sizeChanges = (made: Size, full: Size): readonly Change[] => {
  if (made.width >= full.width && made.height >= full.height) return [];
  const scaled: Change = { id: 'scaled', width: made.width, height: made.height };
  return Math.max(made.width, made.height) < leastLongSide ? [scaled, { id: 'small' }] : [scaled];
};

const treatmentChanges = ({ turn, masks }: Treatment): readonly Change[] => [
  ...(masks.length > 0 ? [{ id: 'masked', count: masks.length } as const] : []),
  ...(turn !== 0 ? [{ id: 'turned', degrees: turn } as const] : []),
];

/** Masks, turns and encodes a page for sending. */
export const makePicture = async (source: PreparedSource, treatment: Treatment): Promise<PreparedPicture> => {
  const { originalSha256, originalBytes, pageCount, format, pixels, page, full, lossy } = source;
  const { turn, masks } = treatment;
  coverMasks(pixels, masks);
  const { bytes, encoding, width, height, quality } = await fitPicture(pixels, { turn, lossy });
  const encoded: Change = { id: 'encoded', from: format, to: encoding, quality };
  return {
    originalSha256,
    originalBytes,
    pageCount,
    sent: { encoding, width, height, bytes: bytes.length, sha256: sha256Of(bytes) },
    bytes,
    preparation: {
      format,
      page,
      treatment,
      changes: [
        ...source.changes,
        ...treatmentChanges(treatment),
        ...sizeChanges({ width, height }, turnedSize(full, turn)),
        encoded,
      ],
    },
  };
};

/** The same for a page that was rendered here at a resolution. Its pixels are released. */
export const makeRenderedPicture = async (
  { dpi, ...source }: Omit<PreparedSource, 'full' | 'lossy' | 'changes'> & { readonly dpi: number },
  treatment: Treatment,
): Promise<PreparedPicture> => {
  const { pixels } = source;
  try {
    const changes = [{ id: 'rendered', dpi }] as const;
    return await makePicture({ ...source, full: pixels, lossy: false, changes }, treatment);
  } finally {
    releasePixels(pixels);
  }
};
