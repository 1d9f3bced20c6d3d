import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keptReadings } from '../../../../electron/pipeline/kept-readings.ts';
import { openLedger } from '../../../../electron/store/sqlite/open-ledger.ts';
import { decodeReply } from '../../../../electron/extract/service/decode-reply.ts';
import { createReplyDecoder, type ReplyDecoder } from '../../../../electron/extract/service/reply-decoder.ts';
import { goodReply } from '../../../helpers/fault-server.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

/** A ledger that holds one reply about faces for every call, and counts how often one is asked for. */
const countingLedger = async () => {
  const opened = openLedger(join(await temporaryFolder(), 'ledger.sqlite'), () => new Date());
  if (!opened.ok) throw new Error(opened.failure.said);
  opened.value.close();
  let asked = 0;
  let decoded = 0;
  const reply = () => {
    asked += 1;
    return goodReply('face-detect');
  };
  const keptReply = () => ({ body: reply(), isPacked: false });
  const ledger = { ...opened.value, calls: { ...opened.value.calls, reply, keptReply } };
  const decoder = createReplyDecoder();
  const counting: ReplyDecoder = {
    ...decoder,
    decode: (service, body) => {
      decoded += 1;
      return decoder.decode(service, body);
    },
  };
  return { ...keptReadings(ledger, counting), asked: () => asked, decoded: () => decoded };
};

const fresh = () => {
  const { outcome } = decodeReply('face-detect', goodReply('face-detect'));
  if (!outcome.ok) throw new Error('no reading');
  return outcome.value;
};

test('what a call has just read is not read from its reply again', async () => {
  const { read, keep, asked } = await countingLedger();
  const reading = fresh();
  keep(7, reading);
  expect(read('face-detect', 7)).toBe(reading);
  expect(asked()).toBe(0);
});

test('what was not kept is read, as the call would have read it, and no more than two are kept', async () => {
  const { read, keep, asked } = await countingLedger();
  expect(read('face-detect', 1)).toEqual(fresh());
  expect(read('face-detect', 1)).toEqual(fresh());
  expect(asked()).toBe(1);
  keep(2, fresh());
  keep(3, fresh());
  read('face-detect', 1);
  expect(asked()).toBe(2);
});

test('what is prepared is read elsewhere, once, and is there when it is asked for', async () => {
  const { read, prepare, asked, decoded } = await countingLedger();
  await prepare(1);
  expect(read('face-detect', 1)).toEqual(fresh());
  await prepare(1);
  expect([asked(), decoded()]).toEqual([1, 1]);
});
