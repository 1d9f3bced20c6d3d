import type { ServiceId } from '../../shared/services/service.ts';
import type { CallId, ReadStore } from '../store/port.ts';
import type { Reading } from '../extract/service/decode-reply.ts';
import type { ReplyDecoder } from '../extract/service/reply-decoder.ts';
import { lastUsed } from './last-used.ts';

/** Reads the kept replies of calls; null where there is none, or none that this version can read. */
export type KeptReadings = {
  /** @param reads whom the reply is asked of: the store, or the unit of work that is under way */
  readonly read: (
    reads: Pick<ReadStore, 'reply'>,
    service: ServiceId,
    callId: CallId,
  ) => Promise<Reading | null>;
  /** Takes over what was read from a reply when it came, so that it is not read again. */
  readonly keep: (callId: CallId, reading: Reading) => void;
};

/** A photo may have ten thousand faces: they are read once while it is opened and reviewed. */
const mostFaces = 2;
/** Pages under review and those that were just recognized. */
const mostInvoices = 24;

export const keptReadings = (decoder: Pick<ReplyDecoder, 'decode' | 'decodePacked'>): KeptReadings => {
  const faces = lastUsed<CallId, Reading | null>(mostFaces);
  const invoices = lastUsed<CallId, Reading | null>(mostInvoices);
  const keptOf = (service: ServiceId) => (service === 'face-detect' ? faces : invoices);
  return {
    read: async (reads, service, callId) => {
      const kept = keptOf(service);
      const there = kept.get(callId);
      if (there !== undefined) return there;
      const reply = await reads.reply(callId);
      if (!reply) return null;
      const decoded = await (reply.isPacked ? decoder.decodePacked : decoder.decode)(service, reply.body);
      // A thread that was ended says nothing about the reply.
      if (!decoded) return null;
      const reading = decoded.outcome.ok ? decoded.outcome.value : null;
      kept.keep(callId, reading);
      return reading;
    },
    keep: (callId, reading) => keptOf(reading.service).keep(callId, reading),
  };
};
