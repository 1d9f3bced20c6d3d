import type { Canvas } from '@napi-rs/canvas';
import type { ImagePoint, Quad } from '../../shared/geometry.ts';
import { type Homography, invertHomography, ontoQuad, project } from './homography.ts';
import { assertNever } from '../../shared/result.ts';
import type { Capture } from './model.ts';
import { type Random, seededRandom } from './random.ts';

/** RGBA pixels, row by row. */
export type Pixels = { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number };

/** A picture, and a map from points of the sheet to points of the picture. */
export type Captured = Pixels & { readonly map: (point: ImagePoint) => ImagePoint };

type Colour = readonly [number, number, number];

const pixelsOf = (canvas: Canvas): Pixels => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return { data, width: canvas.width, height: canvas.height };
};

/** The four corners of the sheet in the picture. */
const cornersOf = (
  { width, height }: Pixels,
  degrees: number,
  picture: { readonly width: number; readonly height: number },
  tilt: number,
): Quad => {
  const angle = (degrees * Math.PI) / 180;
  const place = (x: number, y: number): ImagePoint => {
    // The far edge of a sheet on a desk appears shorter, and its height slightly foreshortened.
    const nearness = 1 + tilt * (y / height);
    const [dx, dy] = [x * nearness, y * (1 - Math.abs(tilt) * 0.4)];
    return {
      x: picture.width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle),
      y: picture.height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle),
    };
  };
  const [x, y] = [width / 2, height / 2];
  return [place(-x, -y), place(x, -y), place(x, y), place(-x, y)];
};

/** Interpolated colour of the sheet at a point. */
const sample = ({ data, width, height }: Pixels, x: number, y: number): Colour => {
  const [left, top] = [Math.min(Math.max(x - 0.5, 0), width - 1.001), Math.min(Math.max(y - 0.5, 0), height - 1.001)];
  const [column, row] = [Math.floor(left), Math.floor(top)];
  const [fx, fy] = [left - column, top - row];
  const at = (row * width + column) * 4;
  const below = at + width * 4;
  const channel = (offset: number): number =>
    ((data[at + offset] ?? 0) * (1 - fx) + (data[at + 4 + offset] ?? 0) * fx) * (1 - fy) +
    ((data[below + offset] ?? 0) * (1 - fx) + (data[below + 4 + offset] ?? 0) * fx) * fy;
  return [channel(0), channel(1), channel(2)];
};

/** Distance of a point outside the sheet; negative inside. */
const outside = ({ width, height }: Pixels, x: number, y: number): number =>
  Math.max(-x, x - width, -y, y - height);

type Scene = {
  readonly backdrop: (x: number, y: number, distance: number) => Colour;
  /** Brightness factor of the sheet at each pixel. */
  readonly light: (x: number, y: number, sheetY: number) => number;
  readonly noise: () => number;
};

/** Renders the sheet through a projective map. */
const render = (
  sheet: Pixels,
  toPicture: Homography,
  size: { readonly width: number; readonly height: number },
  scene: Scene,
): Pixels => {
  const { width, height } = size;
  const toSheet = invertHomography(toPicture);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const point = project(toSheet, { x: x + 0.5, y: y + 0.5 });
      const distance = outside(sheet, point.x, point.y);
      const cover = Math.min(Math.max(0.5 - distance, 0), 1);
      const paper = cover > 0 ? sample(sheet, point.x, point.y) : ([0, 0, 0] as const);
      const behind = cover < 1 ? scene.backdrop(x, y, distance) : ([0, 0, 0] as const);
      const light = scene.light(x / width, y / height, point.y / sheet.height);
      const grain = scene.noise();
      const at = (y * width + x) * 4;
      for (const channel of [0, 1, 2] as const)
        data[at + channel] = (paper[channel] * cover * light + behind[channel] * (1 - cover)) + grain;
      data[at + 3] = 255;
    }
  return { data, width, height };
};

const glass: Scene = {
  backdrop: (_x, _y, distance) => {
    const shade = 250 - 26 * Math.exp(-distance / 5);
    return [shade, shade, shade];
  },
  light: () => 0.992,
  noise: () => 0,
};

const wood = (x: number, y: number): Colour => {
  const wave = Math.sin(y * 0.021 + Math.sin(x * 0.0032) * 2.2 + Math.sin(x * 0.011 + y * 0.004) * 0.5);
  const grain = Math.sin(y * 0.19 + Math.sin(x * 0.006) * 5) * 0.35 + Math.sin(y * 0.47 + x * 0.002) * 0.2;
  const tone = 1 + wave * 0.07 + grain * 0.05;
  return [146 * tone, 108 * tone, 74 * tone];
};

const desk = (random: Random): Scene => ({
  backdrop: (x, y, distance) => {
    const shadow = 1 - 0.5 * Math.exp(-distance / 16);
    const light = 1.02 - 0.22 * ((x + y) / 2800);
    const [red, green, blue] = wood(x, y);
    return [red * shadow * light, green * shadow * light, blue * shadow * light];
  },
  light: (x, y, sheetY) => {
    const fold = Math.exp(-(((sheetY - 0.52) / 0.006) ** 2));
    const side = sheetY < 0.52 ? 1 : -1;
    return 0.985 - 0.1 * x * x - 0.09 * y * y + fold * 0.045 * side - (side < 0 ? 0.012 : 0);
  },
  noise: () => (random() + random() - 1) * 5,
});

const photograph = (sheet: Pixels, degrees: number, seed: number): Captured => {
  const angle = (Math.abs(degrees) * Math.PI) / 180;
  const size = {
    width: Math.round(sheet.width * Math.cos(angle) + sheet.height * Math.sin(angle) + 110),
    height: Math.round(sheet.height * Math.cos(angle) + sheet.width * Math.sin(angle) + 90),
  };
  const toPicture = ontoQuad(sheet.width, sheet.height, cornersOf(sheet, degrees, size, 0.028));
  const pixels = render(sheet, toPicture, size, desk(seededRandom(seed)));
  return { ...pixels, map: (point) => project(toPicture, point) };
};

const scan = (sheet: Pixels, degrees: number): Captured => {
  const toPicture = ontoQuad(sheet.width, sheet.height, cornersOf(sheet, degrees, sheet, 0));
  const pixels = render(sheet, toPicture, sheet, glass);
  return { ...pixels, map: (point) => project(toPicture, point) };
};

/** Captures a drawn sheet as a picture. */
export const capture = (canvas: Canvas, how: Capture): Captured => {
  const sheet = pixelsOf(canvas);
  switch (how.kind) {
    case 'flat':
      return { ...sheet, map: (point) => point };
    case 'scan':
      return scan(sheet, how.degrees);
    case 'photo':
      return photograph(sheet, how.degrees, how.seed);
    default:
      return assertNever(how);
  }
};
