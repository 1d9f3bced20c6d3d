import type { Transferable } from 'node:worker_threads';
import { encodeFaces } from '../../shared/face/pack.ts';
import { reviewFaces } from '../../shared/face/review.ts';
import { success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { decodeReply, type DecodedReply, type Reading } from './decode-reply.ts';
import { buffersOf, flatPointsOf, fromArrays, toArrays, type FaceArrays } from './face-arrays.ts';

/** A reply to be decoded in a thread. */
export type DecodeTask = { readonly service: ServiceId; readonly body: Uint8Array<ArrayBuffer> };

type Sent =
  | Extract<Reading, { readonly service: 'vat-invoice' }>
  | {
      readonly service: 'face-detect';
      readonly arrays: FaceArrays;
      readonly packed: Uint8Array<ArrayBuffer>;
    };

/** What was decoded, as it crosses from thread to thread. */
export type DecodeAnswer = { readonly sid: string | null; readonly outcome: Result<Sent, Failure> };

const sentOf = (reading: Reading): Sent =>
  reading.service === 'face-detect'
    ? {
        service: 'face-detect',
        arrays: toArrays(reading.faces),
        packed: encodeFaces(reviewFaces(reading.faces, [])),
      }
    : reading;

const readingOf = (sent: Sent): Reading =>
  sent.service === 'face-detect'
    ? {
        service: 'face-detect',
        faces: fromArrays(sent.arrays),
        packed: { untouched: sent.packed, points: flatPointsOf(sent.arrays) },
      }
    : sent;

/** The thread's part: everything that goes by the size of the reply. */
export const decodeToSend = ({
  service,
  body,
}: DecodeTask): { readonly answer: DecodeAnswer; readonly transfer: readonly Transferable[] } => {
  const { sid, outcome } = decodeReply(service, Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  if (!outcome.ok) return { answer: { sid, outcome }, transfer: [] };
  const sent = sentOf(outcome.value);
  const transfer = sent.service === 'face-detect' ? [...buffersOf(sent.arrays), sent.packed.buffer] : [];
  return { answer: { sid, outcome: success(sent) }, transfer };
};

/** What is left to the thread that asked. */
export const decodedFrom = ({ sid, outcome }: DecodeAnswer): DecodedReply => ({
  sid,
  outcome: outcome.ok ? success(readingOf(outcome.value)) : outcome,
});
