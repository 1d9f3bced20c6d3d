import { crc32, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startPart } from '../../../../electron/formats/zip/deflated-part.ts';

it('has the checksum of its text, whether its head comes first or last', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string({ maxLength: 50 })), (head, texts) => {
      const part = startPart('a');
      for (const text of texts) part.add(text.repeat(5000));
      const { crc, bytes, pieces } = part.end(head);
      const whole = Buffer.from(`${head.toWellFormed()}${texts.map((text) => text.repeat(5000)).join('')}`);
      expect([crc, bytes]).toEqual([crc32(whole), whole.length]);
      expect(inflateRawSync(Buffer.concat(pieces)).equals(whole)).toBe(true);
    }),
    { numRuns: 20 },
  );
});
