import type { Sharp } from 'sharp';
import { type Turn, turnedSize } from '../../shared/page-geometry.ts';
import { leastLongSide, maxMadeBytes, maxSide } from './limits.ts';
import { loadSharp } from '../formats/pictures/open-sharp.ts';
import {
  isGrey,
  sampleOf,
  type PagePixels,
  coverMasks,
  releasePixels,
} from '../formats/pictures/page-pixels.ts';
import { straighten, straightenedPixels } from '../formats/pictures/straighten.ts';
import type { Change, Preparation, Treatment } from '../../shared/contract/preparation.ts';
import type { PreparedPicture } from './page-request.ts';
import { sha256Of } from '../infra/bytes.ts';

/** A picture within the size limit of the services. */
type Fitted = {
  readonly bytes: Buffer;
  readonly encoding: 'jpg' | 'png';
  readonly width: number;
  readonly height: number;
  /** Null for a png. */
  readonly quality: number | null;
};

type FitOptions = {
  readonly turn: Turn;
  /** A JPEG already has losses: it is not converted to a larger png. */
  readonly lossy: boolean;
};

/** Best first. Below the last one, the picture is scaled down instead. */
const qualities = [95, 92, 90, 85, 80] as const;
/** Estimated first: if it does not fit, higher qualities need no estimate. */
const middle = 90;
/** For a picture that must not be scaled down further. */
const lastQualities = [80, 70, 60, 50, 40] as const;

type Encoding = { readonly kind: 'png' } | { readonly kind: 'jpg'; readonly quality: number };

const encode = (picture: Sharp, encoding: Encoding): Sharp =>
  encoding.kind === 'png'
    ? // For line art a higher level saves little and takes three times as long.
      picture.png({ compressionLevel: 3, adaptiveFiltering: false })
    : picture.jpeg({
        quality: encoding.quality,
        // Small coloured print (seals, stamps) suffers most from chroma subsampling.
        chromaSubsampling: encoding.quality >= 90 ? '4:4:4' : '4:2:0',
      });

/** Drops an unused fourth channel, and colour if there is none: one channel then equals three. */
const plain = (picture: Sharp, { channels }: PagePixels, grey: boolean): Sharp => {
  if (grey && channels !== 1) return picture.extractChannel('green');
  return channels === 4 ? picture.removeAlpha() : picture;
};

const openRaw = async ({ data, width, height, channels }: PagePixels): Promise<Sharp> =>
  (await loadSharp())(data, { raw: { width, height, channels }, limitInputPixels: false });

const encodeAt = async (
  page: PagePixels,
  grey: boolean,
  turn: Turn,
  scale: number,
  encoding: Encoding,
): Promise<{ readonly bytes: Buffer; readonly width: number; readonly height: number }> => {
  const turned = turnedSize(page, turn);
  const upright = (await openRaw(page)).rotate(turn);
  const sized =
    scale < 1
      ? upright.resize({
          width: Math.max(1, Math.round(turned.width * scale)),
          height: Math.max(1, Math.round(turned.height * scale)),
          fit: 'fill',
          kernel: 'lanczos3',
        })
      : upright;
  const { data, info } = await encode(plain(sized, page, grey), encoding).toBuffer({
    resolveWithObject: true,
  });
  return { bytes: data, width: info.width, height: info.height };
};

const [sampleStrips, sampleRows] = [8, 16];

/** Estimates the encoded size in bytes from a sample. */
const foretell = async (page: PagePixels, grey: boolean, encoding: Encoding): Promise<number> => {
  const sample = sampleOf(page, sampleStrips, sampleRows);
  const bytes = await encode(plain(await openRaw(sample), page, grey), encoding).toBuffer();
  return (bytes.length * page.height) / sample.height;
};

/** An encoding is tried if its estimated size exceeds the limit by at most this factor. */
const trust = 0.97;

/** Bytes per pixel below which no JPEG of a non-empty page falls, even line art on white paper. */
const clearlySmall = 0.05;

const foretellAt = (page: PagePixels, grey: boolean, quality: number): Promise<number> =>
  foretell(page, grey, { kind: 'jpg', quality });

type Plan = { readonly encoding: Encoding; readonly scale: number };

/** The best encodings whose estimated size fits, best first, followed by smaller and smaller pictures. */
async function* plansFor(page: PagePixels, grey: boolean, lossy: boolean): AsyncGenerator<Plan> {
  const full = Math.min(1, maxSide / Math.max(page.width, page.height));
  if (!lossy) {
    const png = await foretell(page, grey, { kind: 'png' });
    const fits = png * trust <= maxMadeBytes;
    const isSmaller =
      png <= clearlySmall * page.width * page.height || png <= (await foretellAt(page, grey, qualities[0]));
    if (fits && isSmaller) yield { encoding: { kind: 'png' }, scale: full };
  }
  let smallest = await foretellAt(page, grey, middle);
  const isMiddleRoomy = smallest * trust <= maxMadeBytes;
  for (const quality of qualities) {
    if (quality >= middle && !isMiddleRoomy) continue;
    smallest = await foretellAt(page, grey, quality);
    if (smallest * trust <= maxMadeBytes) yield { encoding: { kind: 'jpg', quality }, scale: full };
  }
  const longSide = Math.max(page.width, page.height);
  const least = Math.min(full, leastLongSide / longSide);
  // Bytes shrink a little more slowly than pixels, because each pixel contains more detail.
  for (let scale = Math.sqrt(maxMadeBytes / smallest) * 0.97; scale > least; scale *= 0.85)
    if (scale < full) yield { encoding: { kind: 'jpg', quality: 85 }, scale };
  for (const quality of lastQualities) yield { encoding: { kind: 'jpg', quality }, scale: least };
  for (let scale = least * 0.8; scale * longSide >= 16; scale *= 0.8)
    yield { encoding: { kind: 'jpg', quality: 60 }, scale };
}

/** Encodes a page within the size limit with the least loss: lowers the quality first, then the size. */
const fitPicture = async (page: PagePixels, { turn, lossy }: FitOptions): Promise<Fitted> => {
  const grey = isGrey(page);
  for await (const plan of plansFor(page, grey, lossy)) {
    const made = await encodeAt(page, grey, turn, plan.scale, plan.encoding);
    if (made.bytes.length > maxMadeBytes) continue;
    const { encoding } = plan;
    return { ...made, encoding: encoding.kind, quality: encoding.kind === 'jpg' ? encoding.quality : null };
  }
  throw new Error('A picture of 16 × 16 pixels does not fit');
};

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

const treatmentChanges = ({ turn, masks, corners }: Treatment): readonly Change[] => [
  ...(masks.length > 0 ? [{ id: 'masked', count: masks.length } as const] : []),
  ...(corners ? [{ id: 'straightened' } as const] : []),
  ...(turn !== 0 ? [{ id: 'turned', degrees: turn } as const] : []),
];

/** Masks, straightens, turns and encodes a page for sending. */
export const makePicture = async (source: PreparedSource, treatment: Treatment): Promise<PreparedPicture> => {
  const { originalSha256, originalBytes, pageCount, format, pixels, page, full, lossy } = source;
  const { turn, masks, corners } = treatment;
  coverMasks(pixels, masks);
  const shown = corners ? straighten(pixels, corners) : pixels;
  const { bytes, encoding, width, height, quality } = await fitPicture(shown, { turn, lossy });
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
        ...sizeChanges(
          { width, height },
          turnedSize(corners ? straightenedPixels(full, corners) : full, turn),
        ),
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
