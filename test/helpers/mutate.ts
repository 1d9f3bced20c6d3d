import { deflateSync, inflateSync } from 'node:zlib';
import { pngChunk } from './hostile.ts';

type Mutation = (bytes: Buffer, random: () => number, other: Buffer) => Buffer;

const below = (random: () => number, limit: number): number => Math.floor(random() * limit);

const mutations: readonly Mutation[] = [
  // Truncated anywhere.
  (bytes, random) => bytes.subarray(0, below(random, bytes.length)),
  // Flipped bits, a few or many.
  (bytes, random) => {
    const copy = Buffer.from(bytes);
    const flips = 1 + below(random, random() < 0.5 ? 4 : 400);
    for (let flip = 0; flip < flips; flip += 1) {
      const at = below(random, copy.length);
      copy[at] = (copy[at] ?? 0) ^ (1 << below(random, 8));
    }
    return copy;
  },
  // The header of another file.
  (bytes, random, other) => {
    const length = Math.min(other.length, bytes.length, 4 + below(random, 60));
    return Buffer.concat([other.subarray(0, length), bytes.subarray(length)]);
  },
  // Bits flipped in the first bytes, which contain sizes and offsets.
  (bytes, random) => {
    const copy = Buffer.from(bytes);
    for (let flip = 0; flip < 3; flip += 1) {
      const at = 8 + below(random, Math.min(200, copy.length - 9));
      copy[at] = below(random, 256);
    }
    return copy;
  },
  // A part removed or duplicated.
  (bytes, random) => {
    const [from, to] = [below(random, bytes.length), below(random, bytes.length)];
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
];

/** A damaged file: truncated, with flipped bits, or with another file's header. */
export const mutate = (bytes: Buffer, random: () => number, other: Buffer): Buffer =>
  mutations[below(random, mutations.length)]?.(bytes, random, other) ?? bytes;

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

type Part = { readonly type: string; readonly data: Buffer };

/** The chunks of a valid PNG. */
const pngParts = (png: Buffer): readonly Part[] => {
  const parts: Part[] = [];
  for (let at = pngSignature.length; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at);
    parts.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return parts;
};

const flipped = (bytes: Buffer, random: () => number, most: number): Buffer => {
  const copy = Buffer.from(bytes);
  if (copy.length === 0) return copy;
  for (let left = 1 + below(random, most); left > 0; left -= 1) {
    const at = below(random, copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << below(random, 8));
  }
  return copy;
};

/** Damages the protected data of a PNG, and makes its checksums match again. */
const mutatePng = (png: Buffer, random: () => number): Buffer => {
  const parts = pngParts(png);
  const pixels = parts.filter(({ type }) => type === 'IDAT');
  const others = parts.filter(({ type }) => type !== 'IDAT' && type !== 'IEND');
  const head = others.map(({ type, data }, index) => {
    const isHeader = type === 'IHDR';
    // Another header is rarely valid, so the header is mostly left unchanged.
    const isChanged = random() < (isHeader ? 0.15 : 0.7);
    const type2 = !isHeader && random() < 0.1 ? (others[index - 1]?.type ?? type) : type;
    return pngChunk(type2, isChanged ? flipped(data, random, isHeader ? 1 : 8) : data);
  });
  const rows = inflateSync(Buffer.concat(pixels.map(({ data }) => data)));
  const kept = random() < 0.2 ? rows.subarray(0, below(random, rows.length)) : rows;
  const damaged = deflateSync(flipped(kept, random, random() < 0.5 ? 4 : 400), { level: 1 });
  const split = below(random, damaged.length);
  return Buffer.concat([
    pngSignature,
    ...head,
    pngChunk('IDAT', damaged.subarray(0, split)),
    pngChunk('IDAT', damaged.subarray(split)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

/** Appends boxes to an AVIF or HEIC, or flips a few bits of its picture: its tables stay usable. */
const mutateBoxes = (file: Buffer, random: () => number): Buffer => {
  const data = file.lastIndexOf('mdat');
  const boxes = ['free', 'uuid', 'meta', 'moov', 'skip']
    .filter(() => random() < 0.4)
    .map((type) => {
      const box = Buffer.from(Array.from({ length: 8 + below(random, 400) }, () => below(random, 256)));
      // Some stated sizes are wrong.
      box.writeUInt32BE(random() < 0.7 ? box.length : below(random, 0xffff_ffff), 0);
      box.write(type, 4, 'latin1');
      return box;
    });
  const picture = file.subarray(data + 4);
  const changed = random() < 0.5 ? flipped(picture, random, 2) : picture;
  return Buffer.concat([file.subarray(0, data + 4), changed, ...boxes]);
};

/**
 * A damaged file that gets past the first checks of its format, because checksums and tables still match: most other
 * mutations of these formats never reach a decoder. Other formats are mutated in the usual way.
 */
export const mutateInside = (bytes: Buffer, random: () => number, other: Buffer): Buffer => {
  if (bytes.subarray(0, 8).equals(pngSignature)) return mutatePng(bytes, random);
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return mutateBoxes(bytes, random);
  return mutate(bytes, random, other);
};
