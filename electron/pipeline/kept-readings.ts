import type { ServiceId } from '../../shared/services/service.ts';
import type { CallId, ReadStore } from '../store/port.ts';
import type { ReplyExtraction } from '../extract/service/decode-reply.ts';
import type { ReplyDecoder } from '../extract/service/reply-decoder.ts';
import { lastUsed } from './last-used.ts';

/** Decodes the saved replies of calls; null if there is no reply, or if this version can't decode it. */
export type KeptReadings = {
  /** @param reads where the reply is read from: the store, or the current unit of work */
  readonly read: (
    reads: Pick<ReadStore, 'reply'>,
    service: ServiceId,
    callId: CallId,
  ) => Promise<ReplyExtraction | null>;
  /** Caches decoded replies, so that a reply is not decoded twice. */
  readonly keep: (callId: CallId, reading: ReplyExtraction) => void;
};

/** A photo may have ten thousand faces: they are decoded once while it is opened and reviewed. */
const mostFaces = 2;
/** Pages under review and those that were just recognized. */
const mostInvoices = 24;

export const keptReadings = (decoder: Pick<ReplyDecoder, 'decode' | 'decodePacked'>): KeptReadings => {
  const faces = lastUsed<CallId, ReplyExtraction | null>(mostFaces);
  const invoices = lastUsed<CallId, ReplyExtraction | null>(mostInvoices);
  const keptOf = (service: ServiceId) => (service === 'face-detect' ? faces : invoices);
  return {
    read: async (reads, service, callId) => {
      const kept = keptOf(service);
      const there = kept.get(callId);
      if (there !== undefined) return there;
      const reply = await reads.reply(callId);
      if (!reply) return null;
      const decoded = await (reply.isPacked ? decoder.decodePacked : decoder.decode)(service, reply.body);
      // A thread that was terminated gives no information about the reply.
      if (!decoded) return null;
      const reading = decoded.outcome.ok ? decoded.outcome.value : null;
      kept.keep(callId, reading);
      return reading;
    },
    keep: (callId, reading) => keptOf(reading.service).keep(callId, reading),
  };
};
