import { failed } from '../../shared/result.ts';
import { failureOf } from '../../shared/services/failures.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { createAskingThread } from '../threads/asking-thread.ts';
import { threadAddress } from '../threads/thread-address.ts';
import { decodeReply, type DecodedReply } from './decode-reply.ts';
import { decodedFrom, type DecodeAnswer, type DecodeTask } from './decode-task.ts';

/** Decodes replies as `decodeReply` does, the large ones in a thread: ten thousand faces take a tenth of a second. */
export type ReplyDecoder = {
  readonly decode: (service: ServiceId, body: Buffer) => Promise<DecodedReply>;
  readonly close: () => Promise<void>;
};

/**
 * Measured: a reply of this size, of three hundred faces with 21 points each, is decoded in 2 to 3 ms. Smaller ones
 * are gone before a thread has them.
 */
const largeBytes = 384 * 1024;
/** The largest reply that is taken in, 64 MB, comes to a few hundred; what is made to want more is refused. */
const heapMb = 1_536;
const idleMs = 30_000;

const tooLarge = failureOf('reply-too-large', {
  said: 'no memory was left to read it',
  mayHaveBeenPaid: true,
});

/** @param least tests have smaller replies decoded in the thread, too */
export const createReplyDecoder = (least = largeBytes): ReplyDecoder => {
  const thread = createAskingThread<DecodeTask, DecodeAnswer>({
    address: threadAddress(import.meta.url, 'decode-worker.ts', 'decode-worker.js'),
    idleMs,
    heapMb,
  });
  return {
    decode: async (service, body) => {
      if (body.length < least) return decodeReply(service, body);
      // A copy: the reply itself is still to be kept, whatever becomes of the thread.
      const copy = new Uint8Array(body);
      const answer = await thread.ask({ service, body: copy }, [copy.buffer]);
      if (answer.ok) return decodedFrom(answer.value);
      if (answer.failure === 'out-of-memory') return { sid: null, outcome: failed(tooLarge) };
      return decodeReply(service, body);
    },
    close: thread.close,
  };
};
