import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOfStream } from '../../../../renderer/shell/lines.ts';

const inChunks = async function* (bytes: Uint8Array, cuts: readonly number[]) {
  await Promise.resolve();
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((one, other) => one - other);
  let from = 0;
  for (const place of [...places, bytes.length]) {
    yield bytes.slice(from, place);
    from = place;
  }
};

const collect = async (bytes: Uint8Array, cuts: readonly number[]) => {
  const lines: string[] = [];
  for await (const line of linesOfStream(inChunks(bytes, cuts))) lines.push(line);
  return lines;
};

test('returns complete lines however the stream is split, even within a character', async () => {
  const line = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => JSON.stringify({ 名: text }));
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.array(fc.nat()), fc.boolean(), async (lines, cuts, isEnded) => {
      const bytes = new TextEncoder().encode(lines.join('\n') + (isEnded ? '\n' : ''));
      expect(await collect(bytes, cuts)).toEqual(lines);
    }),
  );
});

test('ignores empty lines and carriage returns', async () => {
  expect(await collect(new TextEncoder().encode('\n{"a":1}\r\n\n\n{"b":2}\n'), [3])).toEqual([
    '{"a":1}',
    '{"b":2}',
  ]);
});
