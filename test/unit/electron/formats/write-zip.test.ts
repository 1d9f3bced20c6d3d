import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { zipOf } from '../../../../electron/formats/zip/write-zip.ts';
import { unzip } from '../../../helpers/unzip.ts';

const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((text) => text.replace(/[/\\:\0]/gu, '_'))
  .filter((text) => text !== '.' && text !== '..');

it('restores every file under its name', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, fc.uint8Array({ maxLength: 3000 })), async (files) => {
      const entries = Object.entries(files).map(([key, bytes]) => ({ name: key, bytes }));
      const read = await unzip(zipOf(entries));
      expect([...read].map(([key, bytes]) => [key, [...bytes]])).toEqual(
        entries.map(({ name: key, bytes }) => [key.toWellFormed(), [...bytes]]),
      );
    }),
    { numRuns: 200 },
  );
});

it('contains checksums that detect damage', async () => {
  const archive = zipOf([{ name: '发票.png', bytes: Buffer.from('picture') }]);
  expect([...(await unzip(archive))]).toEqual([['发票.png', Buffer.from('picture')]]);
  // CRC-32 of "picture" from Python's zlib.
  expect(archive.readUInt32LE(14).toString(16)).toBe('16db4f89');
});
