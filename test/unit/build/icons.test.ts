import { describe, expect, it } from 'vitest';
import { icnsOf, icoOf } from '../../../build/icons.mjs';

const png = (text: string): Buffer => Buffer.from(`\x89PNG ${text}`, 'latin1');

describe('an icon for Windows', () => {
  it('is a directory of pictures, each at its stated offset', () => {
    const pictures = [16, 48, 256].map((size) => ({ size, png: png(`of ${size}`) }));
    const ico = icoOf(pictures);
    expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, 3]);
    pictures.forEach((picture, index) => {
      const at = 6 + 16 * index;
      // One byte for a size: 0 stands for 256.
      expect([ico[at], ico[at + 1]]).toEqual([picture.size % 256, picture.size % 256]);
      const offset = ico.readUInt32LE(at + 12);
      expect(ico.subarray(offset, offset + ico.readUInt32LE(at + 8))).toEqual(picture.png);
    });
  });
});

describe('an icon for macOS', () => {
  it('is a chain of entries whose lengths lead to the end', () => {
    const entries = ['ic07', 'ic10'].map((type) => ({ type, png: png(type) }));
    const icns = icnsOf(entries);
    expect(icns.toString('latin1', 0, 4)).toBe('icns');
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    const found: string[] = [];
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
      found.push(icns.toString('latin1', at, at + 4));
    expect(found).toEqual(['ic07', 'ic10']);
  });
});
