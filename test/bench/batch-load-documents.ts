import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import sharp from 'sharp';

/**
 * Writes a number of different photos of the same length, in a separate process, so that its cost is not
 * measured.
 */
const [, , folder = '', count = '', length = ''] = argv;
const wantedBytes = Number(length);

/** A photo with the size of an invoice's, just below the service's limit. */
const photo = async (): Promise<Buffer> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 10 } as const;
  const size = { width: 3264, height: 2448, channels: 3, background: '#fff', noise } as const;
  const bytes = await sharp({ create: size }).blur(0.8).jpeg({ quality: 97 }).toBuffer();
  if (bytes.length > wantedBytes) throw new Error(`The photo has ${bytes.length} bytes`);
  return bytes;
};

/**
 * The photo filled to its full length with comments; the first contains the number, so that no two are equal.
 */
const numbered = (bytes: Buffer, index: number): Buffer => {
  const comments: Buffer[] = [];
  for (let left = wantedBytes - bytes.length; left > 8;) {
    const part = Buffer.alloc(Math.min(left, 0xffff));
    part.writeUInt16BE(0xfffe, 0);
    part.writeUInt16BE(part.length - 2, 2);
    part.writeUInt32BE(index, 4);
    comments.push(part);
    left -= part.length;
  }
  return Buffer.concat([
    bytes.subarray(0, 2),
    ...comments,
    bytes.subarray(2),
    Buffer.alloc(wantedBytes),
  ]).subarray(0, wantedBytes);
};

mkdirSync(folder);
const bytes = await photo();
for (let index = 0; index < Number(count); index += 1)
  writeFileSync(join(folder, `${String(index).padStart(5, '0')}.jpg`), numbered(bytes, index));
