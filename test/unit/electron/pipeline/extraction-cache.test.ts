import { expect, test } from 'vitest';
import { createExtractionCache } from '../../../../electron/pipeline/extraction-cache.ts';
import { decodeResponse } from '../../../../electron/extract/service/decode-response.ts';
import {
  createResponseDecoder,
  type ResponseDecoder,
} from '../../../../electron/extract/service/response-decoder.ts';
import { goodResponse } from '../../../helpers/fault-server.ts';

/** One response with faces for every call; counts how often one is loaded and decoded. */
const counting = () => {
  let asked = 0;
  let decoded = 0;
  const reads = {
    response: () => {
      asked += 1;
      return Promise.resolve({ body: goodResponse('face-detect'), isPacked: false });
    },
  };
  const decoder = createResponseDecoder();
  const countingDecoder: Pick<ResponseDecoder, 'decode' | 'decodePacked'> = {
    decode: (service, body) => {
      decoded += 1;
      return decoder.decode(service, body);
    },
    decodePacked: decoder.decodePacked,
  };
  const { read, keep } = createExtractionCache(countingDecoder);
  return {
    keep,
    read: (callId: number) => read(reads, 'face-detect', callId),
    asked: () => asked,
    decoded: () => decoded,
  };
};

const fresh = () => {
  const { outcome } = decodeResponse('face-detect', goodResponse('face-detect'), []);
  if (!outcome.ok) throw new Error('No extraction');
  return outcome.value;
};

test('does not decode again what a call has just extracted', async () => {
  const { read, keep, asked } = counting();
  const extraction = fresh();
  keep(7, extraction);
  expect(await read(7)).toBe(extraction);
  expect(asked()).toBe(0);
});

test('decodes responses that are not cached, and caches no more than two', async () => {
  const { read, keep, asked, decoded } = counting();
  expect(await read(1)).toEqual(fresh());
  expect(await read(1)).toEqual(fresh());
  expect([asked(), decoded()]).toEqual([1, 1]);
  keep(2, fresh());
  keep(3, fresh());
  await read(1);
  expect(asked()).toBe(2);
});
