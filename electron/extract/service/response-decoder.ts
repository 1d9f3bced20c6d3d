import { failed } from '../../../shared/result.ts';
import { failureOf } from '../../../shared/services/failures.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { createTaskThread } from '../../infra/task-thread.ts';
import { threadAddress } from '../../infra/thread-address.ts';
import { decodeResponse, type DecodedResponse } from './decode-response.ts';
import { decodedFrom, type DecodeResult, type DecodeTask } from './decode-task.ts';
import { largeResponseBytes } from '../../infra/network/gather-response.ts';
import { hiderOf } from '../../infra/hide-secrets.ts';

/**
 * Decodes responses like `decodeResponse`, large ones in a thread: ten thousand faces take a tenth of a second.
 */
export type ResponseDecoder = {
  readonly decode: (
    service: ServiceId,
    body: Buffer,
    secrets?: readonly string[],
  ) => Promise<DecodedResponse>;
  /** Decodes a compressed response. Null if its thread was ended: a saved response can be decoded again. */
  readonly decodePacked: (service: ServiceId, packed: Buffer) => Promise<DecodedResponse | null>;
  readonly close: () => Promise<void>;
};

/** The largest accepted response, 64 MB, needs a few hundred MB; hostile input that needs more is refused. */
const heapMb = 1_536;
const idleMs = 30_000;

const tooLarge = failureOf('reply-too-large', {
  detail: 'no memory was left to read it',
  mayHaveBeenPaid: true,
});

/** If a response is too large for any thread, only its beginning is kept. */
const keptBytes = 64 * 1024;

const unread = (body: Buffer, secrets: readonly string[]): DecodedResponse => ({
  sid: null,
  outcome: failed(tooLarge),
  hiddenResponse: Buffer.from(hiderOf(secrets)(body.toString('utf8', 0, keptBytes))),
});

/** @param least tests lower it, so that small responses are decoded in the thread, too */
export const createResponseDecoder = (least = largeResponseBytes): ResponseDecoder => {
  const thread = createTaskThread<DecodeTask, DecodeResult>({
    address: threadAddress(import.meta.url, 'decode-worker.ts', 'decode-worker.js'),
    idleMs,
    heapMb,
  });
  const aside = async (
    service: ServiceId,
    bytes: Buffer,
    isPacked: boolean,
    secrets: readonly string[],
  ): Promise<DecodedResponse | null> => {
    // Shared or copied: the response must still be saved, even if the thread ends.
    const answer = await thread.run({ service, body: bytes, isPacked, secrets });
    if (answer.ok) return decodedFrom(answer.value);
    return answer.failure === 'out-of-memory' ? unread(bytes, secrets) : null;
  };

  return {
    decode: async (service, body, secrets = []) => {
      const decoded = body.length < least ? null : await aside(service, body, false, secrets);
      return decoded ?? decodeResponse(service, body, secrets);
    },
    decodePacked: (service, packed) => aside(service, packed, true, []),
    close: thread.close,
  };
};
