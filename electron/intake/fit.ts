import type { Sharp } from 'sharp';
import type { Turn } from '../../shared/contract/preparation.ts';
import { turnedSize } from '../../shared/page-geometry.ts';
import { leastLongSide, maxMadeBytes, maxSide } from './limits.ts';
import { loadSharp } from './open-sharp.ts';
import { isGrey, sampleOf, type PagePixels } from './page-pixels.ts';

/** A picture that is under the limit of the services. */
export type Fitted = {
  readonly bytes: Buffer;
  readonly encoding: 'jpg' | 'png';
  readonly width: number;
  readonly height: number;
  /** Null for a png. */
  readonly quality: number | null;
};

export type FitOptions = {
  readonly turn: Turn;
  /** What came as a JPEG has its losses already and is not made into a larger png. */
  readonly lossy: boolean;
};

/** Best first; below the last one the picture is scaled instead. */
const qualities = [95, 92, 90, 85, 80] as const;
/** Asked about first: where it does not fit, nobody has to foretell what is above it. */
const middle = 90;
/** For a picture that must not get any smaller. */
const lastQualities = [80, 70, 60, 50, 40] as const;

type Encoding = { readonly kind: 'png' } | { readonly kind: 'jpg'; readonly quality: number };

const encode = (picture: Sharp, encoding: Encoding): Sharp =>
  encoding.kind === 'png'
    ? // Line art gains little from more, and takes three times as long.
      picture.png({ compressionLevel: 3, adaptiveFiltering: false })
    : picture.jpeg({
        quality: encoding.quality,
        // Small coloured print (seals, stamps) suffers most from halved colour.
        chromaSubsampling: encoding.quality >= 90 ? '4:4:4' : '4:2:0',
      });

/** What is not used of a fourth channel, and colour where there is none, is left out: one channel is as good as three. */
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

/** Bytes that the whole will have, foretold from a part of it. */
const foretell = async (page: PagePixels, grey: boolean, encoding: Encoding): Promise<number> => {
  const sample = sampleOf(page, sampleStrips, sampleRows);
  const bytes = await encode(plain(await openRaw(sample), page, grey), encoding).toBuffer();
  return (bytes.length * page.height) / sample.height;
};

/** A foretold size can be out by this much and still be tried. */
const trust = 0.97;

/** Bytes a pixel that no JPEG of a page with anything on it goes below: line art on white paper does. */
const clearlySmall = 0.05;

const foretellAt = (page: PagePixels, grey: boolean, quality: number): Promise<number> =>
  foretell(page, grey, { kind: 'jpg', quality });

type Plan = { readonly encoding: Encoding; readonly scale: number };

/** The best encodings whose foretold size fits, best first, and then smaller and smaller pictures. */
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
  // Bytes go down a little slower than pixels: there is more detail in each.
  for (let scale = Math.sqrt(maxMadeBytes / smallest) * 0.97; scale > least; scale *= 0.85)
    if (scale < full) yield { encoding: { kind: 'jpg', quality: 85 }, scale };
  for (const quality of lastQualities) yield { encoding: { kind: 'jpg', quality }, scale: least };
  for (let scale = least * 0.8; scale * longSide >= 16; scale *= 0.8)
    yield { encoding: { kind: 'jpg', quality: 60 }, scale };
}

/** Encodes a page with the least harm that brings it under the limit: first by quality, then by size. */
export const fitPage = async (page: PagePixels, { turn, lossy }: FitOptions): Promise<Fitted> => {
  const grey = isGrey(page);
  for await (const plan of plansFor(page, grey, lossy)) {
    const made = await encodeAt(page, grey, turn, plan.scale, plan.encoding);
    if (made.bytes.length > maxMadeBytes) continue;
    const { encoding } = plan;
    return { ...made, encoding: encoding.kind, quality: encoding.kind === 'jpg' ? encoding.quality : null };
  }
  throw new Error('A picture of 16 pixels a side did not fit');
};
