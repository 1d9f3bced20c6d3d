import sharp from 'sharp';
import type { Pixels } from './capture.ts';
import type { Appearance } from './model.ts';

/** Bytes of a header and a two-colour palette in a BMP file. */
const bmpHeader = 14 + 40 + 8;

/** Black and white, one bit per pixel, like a fax or a simple office scanner. */
const encodeBmp = ({ data, width, height }: Pixels): Buffer => {
  const rowBytes = Math.ceil(width / 32) * 4;
  const file = Buffer.alloc(bmpHeader + rowBytes * height);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(bmpHeader, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(1, 28);
  file.writeUInt32LE(rowBytes * height, 34);
  file.writeInt32LE(7874, 38);
  file.writeInt32LE(7874, 42);
  file.writeUInt32LE(2, 46);
  file.writeUInt32LE(0x00ffffff, 58);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const grey = 0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0);
      // Rows are stored from the bottom up; the first pixel is the highest bit.
      const byte = bmpHeader + (height - 1 - y) * rowBytes + (x >> 3);
      if (grey > 186) file.writeUInt8(file.readUInt8(byte) | (0x80 >> (x & 7)), byte);
    }
  return file;
};

/** Encodes the picture file. The same pixels always give the same bytes. */
export const encode = async (pixels: Pixels, encoding: Appearance['encoding']): Promise<Buffer> => {
  const { data, width, height } = pixels;
  if (encoding === 'bmp') return encodeBmp(pixels);
  const raw = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  return encoding === 'png'
    ? raw.png({ palette: true, colours: 48, dither: 0, effort: 10, compressionLevel: 9 }).toBuffer()
    : raw.jpeg({ quality: 68, mozjpeg: true }).toBuffer();
};
