import type { Transferable } from 'node:worker_threads';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { encodeFaces } from '../../../shared/face/pack.ts';
import { reviewFaces } from '../../../shared/face/review.ts';
import { success, type Result } from '../../../shared/result.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { decodeResponse, type DecodedResponse, type ServiceExtraction } from './decode-response.ts';
import { buffersOf, flatPointsOf, fromArrays, toArrays, type FaceArrays } from './face-arrays.ts';
import { bufferOver } from '../../infra/bytes.ts';

/** A response to decode in a thread: fresh, to be compressed as well, or already compressed. */
export type DecodeTask = {
  readonly service: ServiceId;
  readonly body: Uint8Array;
  readonly isPacked: boolean;
  /** Secrets of the call that must not leak, in every form. */
  readonly secrets?: readonly string[];
};

type Sent =
  | Extract<ServiceExtraction, { readonly service: 'vat-invoice' }>
  | {
      readonly service: 'face-detect';
      readonly arrays: FaceArrays;
      readonly packed: Uint8Array<ArrayBuffer>;
    };

/** The decoded response in the form that is sent between threads. */
export type DecodeResult = {
  readonly sid: string | null;
  readonly outcome: Result<Sent, Failure>;
  readonly packedResponse: Uint8Array<ArrayBuffer> | null;
  readonly hiddenResponse: Uint8Array | null;
};

/** The largest response that is accepted. */
const mostBytes = 64 * 1024 * 1024;

/**
 * Base64 of JSON shrinks to a quarter at the lowest quality, within a twentieth of a second. The main thread
 * writes the result, and a disk is slow with thirteen megabytes.
 */
const packed = (body: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }));

/** Data that is not compressed is left unchanged; decoding it then fails with a reason. */
const unpacked = (body: Buffer): Buffer => {
  try {
    return brotliDecompressSync(body, { maxOutputLength: mostBytes });
  } catch {
    return body;
  }
};

const sentOf = (extraction: ServiceExtraction): Sent =>
  extraction.service === 'face-detect'
    ? {
        service: 'face-detect',
        arrays: toArrays(extraction.faces),
        packed: encodeFaces(reviewFaces(extraction.faces, [])),
      }
    : extraction;

const extractionOf = async (sent: Sent): Promise<ServiceExtraction> =>
  sent.service === 'face-detect'
    ? {
        service: 'face-detect',
        faces: await fromArrays(sent.arrays),
        packed: { untouched: sent.packed, points: flatPointsOf(sent.arrays) },
      }
    : sent;

/** The part that runs in the thread: all work that depends on the size of the response. */
export const decodeToSend = ({
  service,
  body,
  isPacked,
  secrets = [],
}: DecodeTask): { readonly value: DecodeResult; readonly transfer: readonly Transferable[] } => {
  const bytes = bufferOver(body);
  const response = isPacked ? unpacked(bytes) : bytes;
  const { sid, outcome, hiddenResponse = null } = decodeResponse(service, response, secrets);
  if (!outcome.ok) return { value: { sid, outcome, packedResponse: null, hiddenResponse }, transfer: [] };
  const sent = sentOf(outcome.value);
  const packedResponse = isPacked ? null : packed(hiddenResponse ?? response);
  return {
    value: { sid, outcome: success(sent), packedResponse, hiddenResponse },
    transfer: [
      ...(sent.service === 'face-detect' ? [...buffersOf(sent.arrays), sent.packed.buffer] : []),
      ...(packedResponse ? [packedResponse.buffer] : []),
    ],
  };
};

/** The part that runs in the requesting thread. */
export const decodedFrom = async ({
  sid,
  outcome,
  packedResponse,
  hiddenResponse,
}: DecodeResult): Promise<DecodedResponse> => ({
  sid,
  ...(packedResponse ? { packedResponse } : {}),
  ...(hiddenResponse ? { hiddenResponse: Buffer.from(hiddenResponse) } : {}),
  outcome: outcome.ok ? success(await extractionOf(outcome.value)) : outcome,
});
