import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { heif_image_handle, MainModule } from 'libheif-js/libheif-wasm/libheif.js';
import { boundedPicture } from '../formats/pictures/bounded-picture.ts';
import { maxHeicBytes, maxPixelsInHeic } from './limits.ts';

/** The photo of a HEIC, upright: rows of three bytes per pixel. */
type HeicPixels = { readonly data: Buffer; readonly width: number; readonly height: number };

type HeicRead =
  | { readonly kind: 'pixels'; readonly pixels: HeicPixels }
  | { readonly kind: 'too-many-pixels'; readonly width: number; readonly height: number }
  | { readonly kind: 'unreadable' };

/**
 * A new instance for each photo: its memory never shrinks, and a hostile photo leaves nothing for the next.
 * The library is a separate file, which anyone can replace (LGPL).
 */
const startLibrary = async (): Promise<MainModule> => {
  const path = createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm');
  const { default: start } = await import('libheif-js/libheif-wasm/libheif.js');
  return start({ wasmBinary: await readFile(path), print: () => {}, printErr: () => {} });
};

/** The library's limits: a 32-bit version, then 64-bit figures. Source: heif_security.h of libheif 1.23. */
const limitsAt = { pixels: 8, block: 40, total: 64 } as const;

/** The frames of a photo may differ from its declared size, so the library must refuse before it allocates. */
const setLimits = (library: MainModule): void => {
  const memory: unknown = library.HEAPU8;
  if (!(memory instanceof Uint8Array)) throw new Error('The HEIC library exposes no memory');
  // oxlint-disable-next-line no-underscore-dangle -- the library's own name
  const view = new DataView(memory.buffer, library._heif_get_global_security_limits(), 72);
  view.setBigUint64(limitsAt.pixels, BigInt(maxPixelsInHeic), true);
  view.setBigUint64(limitsAt.block, BigInt(maxHeicBytes), true);
  view.setBigUint64(limitsAt.total, BigInt(maxHeicBytes), true);
};

/** The library returns an error instead of a handle. */
const isHandle = (value: unknown): value is heif_image_handle =>
  typeof value === 'object' && value !== null && !('code' in value);

/** A plane of the library's memory. */
type Plane = {
  readonly data: Uint8Array;
  readonly stride: number;
  readonly width: number;
  readonly height: number;
};

const isPlane = (value: unknown): value is Plane =>
  typeof value === 'object' &&
  value !== null &&
  'data' in value &&
  value.data instanceof Uint8Array &&
  ['stride', 'width', 'height'].every((name) => Number.isInteger(Reflect.get(value, name)));

const planeOf = (decoded: unknown): Plane | null => {
  if (typeof decoded !== 'object' || decoded === null || !('channels' in decoded)) return null;
  const [plane]: unknown[] = Array.isArray(decoded.channels) ? decoded.channels : [];
  return isPlane(plane) && plane.data.length >= plane.stride * (plane.height - 1) + plane.width * 3
    ? plane
    : null;
};

/** Copies the rows without their padding. */
const packed = ({ data, stride, width, height }: Plane): Buffer => {
  const out = Buffer.allocUnsafe(width * height * 3);
  for (let row = 0; row < height; row += 1)
    out.set(data.subarray(row * stride, row * stride + width * 3), row * width * 3);
  return out;
};

/** Decodes the main photo of a HEIC. Its turns and mirrors are applied. */
export const readHeic = async (bytes: Buffer): Promise<HeicRead> => {
  const library = await startLibrary();
  setLimits(library);
  const context = library.heif_context_alloc();
  if (!context) throw new Error('The HEIC library returned no context');
  library.heif_context_read_from_memory(context, boundedPicture(bytes).bytes);
  const handle: unknown = library.heif_js_context_get_primary_image_handle(context);
  if (!isHandle(handle)) return { kind: 'unreadable' };
  const width = library.heif_image_handle_get_width(handle);
  const height = library.heif_image_handle_get_height(handle);
  if (width * height > maxPixelsInHeic) return { kind: 'too-many-pixels', width, height };
  const plane = planeOf(
    await library.heif_js_decode_image2(
      handle,
      library.heif_colorspace.heif_colorspace_RGB,
      library.heif_chroma.heif_chroma_interleaved_RGB,
    ),
  );
  if (!plane) return { kind: 'unreadable' };
  return { kind: 'pixels', pixels: { data: packed(plane), width: plane.width, height: plane.height } };
};
