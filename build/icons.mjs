// Draws every icon of the packages from one source, renderer/icon.svg, into out/package/.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from './install.mjs';

const source = join(root, 'renderer', 'icon.svg');
const folder = join(root, 'out', 'package');

/** @param {number} size in pixels */
const draw = (size) =>
  sharp(source, { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();

/**
 * Windows: a directory of pictures (ICONDIR), each a complete PNG. 256 is written as 0.
 * @param {readonly { size: number, png: Buffer }[]} pictures
 */
export const icoOf = (pictures) => {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  pictures.forEach(({ size, png }, index) => {
    const at = 6 + 16 * index;
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
};

/** The PNG types of macOS's container by size; retina types by their size in pixels. */
const icnsTypes = /** @type {const} */ ([
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
]);

/**
 * macOS: entries of type, length and PNG, after a header of the same form.
 * @param {readonly { type: string, png: Buffer }[]} entries
 */
export const icnsOf = (entries) => {
  const parts = entries.map(({ type, png }) => Buffer.concat([headOf(type, png.length), png]));
  const body = Buffer.concat(parts);
  return Buffer.concat([headOf('icns', body.length), body]);
};

/**
 * @param {string} type four letters
 * @param {number} length of the following data
 */
const headOf = (type, length) => {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(length + 8, 4);
  return head;
};

export const drawIcons = async () => {
  mkdirSync(join(folder, 'icons'), { recursive: true });
  const ico = await Promise.all(
    [16, 24, 32, 48, 64, 128, 256].map(async (size) => ({ size, png: await draw(size) })),
  );
  writeFileSync(join(folder, 'icon.ico'), icoOf(ico));
  const icns = await Promise.all(icnsTypes.map(async ([type, size]) => ({ type, png: await draw(size) })));
  writeFileSync(join(folder, 'icon.icns'), icnsOf(icns));
  for (const size of [16, 32, 48, 64, 128, 256, 512])
    writeFileSync(join(folder, 'icons', `${size}x${size}.png`), await draw(size));
};
