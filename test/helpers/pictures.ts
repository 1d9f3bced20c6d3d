import sharp from 'sharp';

/** A small picture of one colour with a darker corner, so that turns are distinguishable. */
const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 220, b: 240 } } }).composite([
    {
      input: {
        create: {
          width: Math.ceil(width / 4),
          height: Math.ceil(height / 4),
          channels: 3,
          background: '#203040',
        },
      },
      left: 0,
      top: 0,
    },
  ]);

export const png = (width = 40, height = 30): Promise<Buffer> => drawing(width, height).png().toBuffer();

/** @param orientation EXIF orientation, 1 to 8; none if absent */
export const jpeg = (width = 40, height = 30, orientation?: number): Promise<Buffer> => {
  const picture = drawing(width, height);
  return (orientation === undefined ? picture : picture.withMetadata({ orientation }))
    .jpeg({ quality: 95 })
    .toBuffer();
};

/** Different pictures for different seeds, because identical bytes share one call. */
export const pictureOf = (seed: number): Promise<Buffer> =>
  sharp({
    create: {
      width: 64,
      height: 48,
      channels: 3,
      background: { r: seed % 256, g: Math.floor(seed / 256) % 256, b: 90 },
    },
  })
    .png()
    .toBuffer();

/** A Windows BMP with eight bits per pixel in runs (BI_RLE8), or with another compression in its header. */
export const runBmp = (width: number, height: number, runs: readonly number[], compression = 1): Buffer => {
  const start = 54 + 256 * 4;
  const bytes = Buffer.alloc(start + runs.length, 0x60);
  bytes.write('BM', 'latin1');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.fill(0, 6, 54);
  bytes.writeUInt32LE(start, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(compression === 2 ? 4 : 8, 28);
  bytes.writeUInt32LE(compression, 30);
  bytes.set(runs, start);
  return bytes;
};

/** A Windows BMP with 24 bits per pixel; a negative height means rows from the top down. */
export const bmp = (width = 8, height = 6): Buffer => {
  const row = Math.ceil((width * 24) / 32) * 4;
  const bytes = Buffer.alloc(54 + row * Math.abs(height), 0x80);
  bytes.write('BM', 'latin1');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(0, 6);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  bytes.fill(0, 30, 54);
  return bytes;
};

/** A different small picture for each number. */
export const smallPicture = (index: number): Buffer => {
  const bytes = bmp(32, 32);
  bytes.writeUInt32LE(index, 54);
  return bytes;
};

/** The darkest and the mean value in a part of a picture, in fractions of its size. */
export const darkness = async (bytes: Buffer, x: number, y: number, w: number, h: number) => {
  const { width, height } = await sharp(bytes).metadata();
  const part = {
    left: Math.round(x * width),
    top: Math.round(y * height),
    width: Math.max(1, Math.round(w * width)),
    height: Math.max(1, Math.round(h * height)),
  };
  const cut = await sharp(bytes).extract(part).greyscale().png().toBuffer();
  const { channels } = await sharp(cut).stats();
  return { darkest: channels[0]?.min ?? 255, mean: channels[0]?.mean ?? 255 };
};

/** A photo with a dark disc at 30, 40. */
export const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d0d8e0' } })
    .composite([
      {
        input: Buffer.from(`<svg width="${width}" height="${height}"><circle cx="30" cy="40" r="25"/></svg>`),
      },
    ])
    .jpeg({ quality: 80 })
    .toBuffer();

/** The mean of a part of a picture, in fractions of its size; 0 is black. */
export const meanOf = async (bytes: Buffer, x: number, y: number, w: number, h: number) => {
  const { width, height } = await sharp(bytes).metadata();
  const part = {
    left: Math.round(x * width),
    top: Math.round(y * height),
    width: Math.round(w * width),
    height: Math.round(h * height),
  };
  const { channels } = await sharp(await sharp(bytes).extract(part).png().toBuffer()).stats();
  return channels[0]?.mean ?? 255;
};
