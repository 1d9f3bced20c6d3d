import { describe, expect, test } from 'vitest';
import { openCompoundFile, type Storage } from '../../../../electron/formats/compound-file.ts';
import { mutate } from '../../../helpers/mutate.ts';
import { randomFrom } from '../../../helpers/random.ts';
import { writeCompound, type MadeStorage } from '../../../helpers/mails/write-compound.ts';

const bytesOf = (length: number, seed: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, index) => (index * 7 + seed) % 251));

const made: MadeStorage = {
  streams: { empty: Buffer.alloc(0), small: bytesOf(100, 1), large: bytesOf(9000, 2) },
  storages: {
    inner: { streams: { edge: bytesOf(4096, 3), below: bytesOf(4095, 4) }, storages: {} },
  },
};

const read = ({ streams, storages }: Storage): number => {
  let total = 0;
  for (const { bytes } of streams.values()) total += bytes().length;
  for (const open of storages.values()) total += read(open());
  return total;
};

describe('a compound file', () => {
  test.each([9, 12] as const)('gives its streams, with sectors of 2^%s bytes', (shift) => {
    const root = openCompoundFile(writeCompound(made, shift));
    expect(root.streams.get('SMALL')?.bytes()).toEqual(bytesOf(100, 1));
    expect(root.streams.get('LARGE')?.bytes()).toEqual(bytesOf(9000, 2));
    expect(root.streams.get('EMPTY')?.bytes()).toEqual(Buffer.alloc(0));
    const inner = root.storages.get('INNER')?.();
    expect(inner?.streams.get('EDGE')?.bytes()).toEqual(bytesOf(4096, 3));
    expect(inner?.streams.get('BELOW')?.bytes()).toEqual(bytesOf(4095, 4));
  });

  test('of more than 7 MB names the rest of its table elsewhere', () => {
    const large = Buffer.alloc(16 * 1024 * 1024, 5);
    const root = openCompoundFile(writeCompound({ streams: { large }, storages: {} }));
    expect(root.streams.get('LARGE')?.bytes().equals(large)).toBe(true);
  });

  test('whose streams share sectors is refused, so that its streams are never longer than the file', () => {
    const bytes = writeCompound({ streams: { one: bytesOf(5000, 1), two: bytesOf(5000, 2) }, storages: {} });
    const directory = (bytes.readUInt32LE(0x30) + 1) * 512;
    // The second stream starts where the first does.
    bytes.copy(bytes, directory + 2 * 128 + 0x74, directory + 128 + 0x74, directory + 128 + 0x78);
    const { streams } = openCompoundFile(bytes);
    streams.get('ONE')?.bytes();
    expect(() => streams.get('TWO')?.bytes()).toThrow('a sector that is used twice');
  });

  test('with a chain that is a circle, or a directory that is one, is refused', () => {
    const chain = writeCompound(made);
    const table = (chain.readUInt32LE(0x4c) + 1) * 512;
    for (let at = 0; at < 512; at += 4) chain.writeUInt32LE(0, table + at);
    expect(() => read(openCompoundFile(chain))).toThrow('a sector that is used twice');
    const tree = writeCompound(made);
    const directory = (tree.readUInt32LE(0x30) + 1) * 512;
    tree.writeUInt32LE(1, directory + 128 + 0x44);
    expect(() => openCompoundFile(tree)).toThrow('a circle of entries');
  });

  test('that states more than it has is refused', () => {
    const bytes = writeCompound(made);
    const directory = (bytes.readUInt32LE(0x30) + 1) * 512;
    for (let entry = 1; entry < 4; entry += 1)
      bytes.writeUInt32LE(0x7fff_ffff, directory + entry * 128 + 0x78);
    expect(() => read(openCompoundFile(bytes))).toThrow('a stream longer than the file');
  });

  test('that is damaged anywhere ends as damaged, or gives at most its own length', () => {
    const random = randomFrom(3);
    const [whole, other] = [writeCompound(made), writeCompound(made, 12)];
    for (let round = 0; round < 400; round += 1) {
      const bytes = mutate(random.chance(0.5) ? whole : other, random.next, other);
      try {
        expect(read(openCompoundFile(bytes))).toBeLessThanOrEqual(bytes.length);
      } catch (error) {
        expect(error).toMatchObject({ name: 'DamagedCompoundFile' });
      }
    }
  });
});
