import { mapQuad, type Quad, type Transform } from '../geometry.ts';
import type { DecodedInvoice, Region } from './regions.ts';

type Size = { readonly width: number; readonly height: number };

/** An extraction in pixels of the sent picture, and the size that the service stated if it was different. */
type FittedInvoice = { readonly decoded: DecodedInvoice; readonly responseSize: Size | null };

const scaleRegion = (
  { quad, blocks, ...region }: Region,
  scaled: (quad: Quad | null) => Quad | null,
): Region => ({
  ...region,
  quad: scaled(quad),
  blocks: blocks.map(({ quad: block, lines, ...rest }) => ({
    ...rest,
    quad: scaled(block),
    lines: lines.map((line) => ({ ...line, quad: scaled(line.quad) })),
  })),
});

/**
 * A size with other proportions is not a scaled version of the picture: its coordinates are left unchanged.
 */
const sameShape = (one: Size, other: Size): boolean =>
  Math.abs((one.width * other.height) / (one.height * other.width) - 1) < 0.05;

/**
 * Converts the coordinates of an extraction to pixels of the sent picture, if the response states another
 * size (vat-invoice.md, width and height of the decoded text).
 */
export const inSentPixels = (decoded: DecodedInvoice, sent: Size): FittedInvoice => {
  const { width, height } = decoded;
  if (width === null || height === null || width <= 0 || height <= 0) return { decoded, responseSize: null };
  if (width === sent.width && height === sent.height) return { decoded, responseSize: null };
  if (!sameShape({ width, height }, sent)) return { decoded, responseSize: null };
  const scale: Transform = { a: sent.width / width, b: 0, c: 0, d: sent.height / height, e: 0, f: 0 };
  const scaled = (quad: Quad | null): Quad | null => quad && mapQuad(scale, quad);
  return {
    decoded: { ...decoded, ...sent, regions: decoded.regions.map((region) => scaleRegion(region, scaled)) },
    responseSize: { width, height },
  };
};
