import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gatherResponse, largeResponseBytes } from '../../../../../electron/infra/network/gather-response.ts';

const gathered = (statedLength: number, parts: readonly Buffer[]) => {
  const response = gatherResponse(statedLength);
  for (const part of parts) response.add(part);
  return response;
};

test('returns the received bytes, whatever length is stated', () => {
  // Drawing each byte would take most of the time.
  const part = fc
    .tuple(fc.nat(200_000), fc.uint8Array({ minLength: 1, maxLength: 40 }))
    .map(([length, repeated]) => Buffer.alloc(length, repeated));
  const parts = fc.array(part, { maxLength: 6 });
  const statedLength = fc.oneof(
    fc.constant(0),
    fc.constant(NaN),
    fc.integer({ min: -1, max: 2 * largeResponseBytes }),
  );
  fc.assert(
    fc.property(parts, statedLength, (buffers, length) => {
      const response = gathered(length, buffers);
      expect(response.size()).toBe(Buffer.concat(buffers).length);
      expect(response.bytes().equals(Buffer.concat(buffers))).toBe(true);
    }),
  );
});

test('returns a large response of correct length in memory that a thread can read without a copy', () => {
  const part = Buffer.alloc(largeResponseBytes / 2, 'x');
  expect(gathered(largeResponseBytes, [part, part]).bytes().buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(gathered(largeResponseBytes - 1, [part, part]).bytes().buffer).toBeInstanceOf(ArrayBuffer);
});
