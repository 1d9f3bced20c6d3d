import { expect, test } from 'vitest';
import { keptReadings } from '../../../../electron/pipeline/kept-readings.ts';
import { decodeReply } from '../../../../electron/extract/service/decode-reply.ts';
import { createReplyDecoder, type ReplyDecoder } from '../../../../electron/extract/service/reply-decoder.ts';
import { goodReply } from '../../../helpers/fault-server.ts';

/** One reply with faces for every call; counts how often one is loaded and decoded. */
const counting = () => {
  let asked = 0;
  let decoded = 0;
  const reads = {
    reply: () => {
      asked += 1;
      return Promise.resolve({ body: goodReply('face-detect'), isPacked: false });
    },
  };
  const decoder = createReplyDecoder();
  const countingDecoder: Pick<ReplyDecoder, 'decode' | 'decodePacked'> = {
    decode: (service, body) => {
      decoded += 1;
      return decoder.decode(service, body);
    },
    decodePacked: decoder.decodePacked,
  };
  const { read, keep } = keptReadings(countingDecoder);
  return {
    keep,
    read: (callId: number) => read(reads, 'face-detect', callId),
    asked: () => asked,
    decoded: () => decoded,
  };
};

const fresh = () => {
  const { outcome } = decodeReply('face-detect', goodReply('face-detect'));
  if (!outcome.ok) throw new Error('no reading');
  return outcome.value;
};

test('does not decode again what a call has just extracted', async () => {
  const { read, keep, asked } = counting();
  const reading = fresh();
  keep(7, reading);
  expect(await read(7)).toBe(reading);
  expect(asked()).toBe(0);
});

test('decodes replies that are not cached, and caches no more than two', async () => {
  const { read, keep, asked, decoded } = counting();
  expect(await read(1)).toEqual(fresh());
  expect(await read(1)).toEqual(fresh());
  expect([asked(), decoded()]).toEqual([1, 1]);
  keep(2, fresh());
  keep(3, fresh());
  await read(1);
  expect(asked()).toBe(2);
});
