import type { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { unpackedResponse } from '../../../../../electron/store/sqlite/packed-response.ts';
import { decodeResponse } from '../../../../../electron/extract/service/decode-response.ts';
import { createResponseDecoder } from '../../../../../electron/extract/service/response-decoder.ts';
import { decodeFaces, encodeFaces } from '../../../../../shared/face/pack.ts';
import { reviewFaces } from '../../../../../shared/face/review.ts';
import { serviceIds } from '../../../../../shared/services/service.ts';
import { crowdResponse } from '../../../../helpers/crowd.ts';
import { goodResponse } from '../../../../helpers/fault-server.ts';
import { startEveryThread } from '../../../../helpers/reused-threads.ts';

// These tests count the threads that start.
startEveryThread();

const started = (least: number | undefined) => {
  const decoder = createResponseDecoder(least);
  const threads: Worker[] = [];
  const note = (worker: Worker): void => void threads.push(worker);
  process.on('worker', note);
  onTestFinished(async () => {
    process.off('worker', note);
    await decoder.close();
  });
  return { ...decoder, threads };
};

/** The decoded response, without the additions of a thread. */
const plain = ({ sid, outcome }: Awaited<ReturnType<ReturnType<typeof started>['decode']>>) => {
  if (!outcome.ok || outcome.value.service !== 'face-detect') return { sid, outcome };
  return structuredClone({ sid, faces: outcome.value.faces });
};

test('decodes every response in a thread as in the main thread', async () => {
  const { decode, threads } = started(0);
  const bodies = fc.oneof(
    fc.constantFrom(
      goodResponse('face-detect'),
      goodResponse('vat-invoice'),
      crowdResponse(3),
      Buffer.alloc(0),
    ),
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...serviceIds), bodies, async (service, body) => {
      expect(plain(await decode(service, body))).toEqual(plain(decodeResponse(service, body, [])));
    }),
  );
  expect(threads).toHaveLength(1);
});

test('packs ten thousand faces for a window, and keeps the response complete', async () => {
  const { decode, threads } = started(undefined);
  const body = crowdResponse(9_999);
  const before = Buffer.from(body);
  const { sid, outcome } = await decode('face-detect', body);
  expect(threads).toHaveLength(1);
  expect(sid).toBe('crowd');
  if (!outcome.ok || outcome.value.service !== 'face-detect') throw new Error('no faces');
  const { faces, packed } = outcome.value;
  expect(faces.faces).toHaveLength(9_999);
  expect(packed && decodeFaces(packed.untouched.buffer)?.count).toBe(9_999);
  expect(packed?.untouched).toEqual(encodeFaces(reviewFaces(faces, []), packed?.points));
  expect(body.equals(before)).toBe(true);
});

test('saves a large response at a fraction of its size, and decodes it to the same data', async () => {
  const { decode, decodePacked } = started(undefined);
  const body = crowdResponse(3_000);
  const fresh = await decode('face-detect', body);
  const { packedResponse } = fresh;
  if (!packedResponse) throw new Error('nothing packed');
  expect(packedResponse.length).toBeLessThan(body.length / 3);
  expect(unpackedResponse(packedResponse)?.equals(body)).toBe(true);
  const again = await decodePacked('face-detect', Buffer.from(packedResponse));
  expect(again && plain(again)).toEqual(plain(fresh));
  const damaged = Buffer.from(packedResponse.subarray(0, 100));
  expect((await decodePacked('face-detect', damaged))?.outcome.ok).toBe(false);
});

test('decodes a small response without a thread', async () => {
  const { decode, threads } = started(undefined);
  expect((await decode('face-detect', crowdResponse(100))).outcome.ok).toBe(true);
  expect(threads).toHaveLength(0);
});

test('loses no response of a killed thread, because it was paid for', async () => {
  const { decode, threads } = started(0);
  await decode('face-detect', crowdResponse(1));
  const decoding = decode('face-detect', crowdResponse(2_000));
  await threads[0]?.terminate();
  expect((await decoding).outcome.ok).toBe(true);
});
