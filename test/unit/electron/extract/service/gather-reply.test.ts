import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gatherReply, largeReplyBytes } from '../../../../../electron/extract/service/gather-reply.ts';

const gathered = (told: number, parts: readonly Buffer[]) => {
  const reply = gatherReply(told);
  for (const part of parts) reply.add(part);
  return reply;
};

test('a response equals the received bytes, for any stated length', () => {
  const parts = fc.array(fc.uint8Array({ maxLength: 200_000, size: 'max' }), { maxLength: 6 });
  const told = fc.oneof(fc.constant(0), fc.constant(NaN), fc.integer({ min: -1, max: 2 * largeReplyBytes }));
  fc.assert(
    fc.property(parts, told, (arrays, length) => {
      const buffers = arrays.map((array) => Buffer.from(array));
      const reply = gathered(length, buffers);
      expect(reply.size()).toBe(Buffer.concat(buffers).length);
      expect(reply.bytes().equals(Buffer.concat(buffers))).toBe(true);
    }),
  );
});

test('a large response with a correct length is in memory that a thread can read without a copy', () => {
  const part = Buffer.alloc(largeReplyBytes / 2, 'x');
  expect(gathered(largeReplyBytes, [part, part]).bytes().buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(gathered(largeReplyBytes - 1, [part, part]).bytes().buffer).toBeInstanceOf(ArrayBuffer);
});
