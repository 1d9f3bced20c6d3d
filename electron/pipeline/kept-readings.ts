import type { ServiceId } from '../../shared/services/service.ts';
import type { Ledger } from '../store/sqlite/open-ledger.ts';
import { decodeReply, type Reading as FreshReading } from '../extract/service/decode-reply.ts';
import type { ReplyDecoder } from '../extract/service/reply-decoder.ts';

const decoded = (ledger: Ledger, service: ServiceId, callId: number) => {
  const reply = ledger.calls.reply(callId);
  if (!reply) return null;
  const { outcome } = decodeReply(service, reply);
  return outcome.ok ? outcome.value : null;
};

type Reading = ReturnType<typeof decoded>;

/** Reads the kept reply of a call; null where there is none, or none that this version can read. */
export type KeptReadings = (service: ServiceId, callId: number) => Reading;

/** A photo is opened, reviewed and told of in one go: its faces, up to ten thousand, are read once for all of these. */
const mostKept = 2;

export const keptReadings = (
  ledger: Ledger,
  decoder: ReplyDecoder,
): {
  readonly read: KeptReadings;
  /** Has a reply about faces read beside the main thread where it is large, so that `read` has it at once. */
  readonly prepare: (callId: number) => Promise<void>;
  /** Takes over what was read from a reply when it came: ten thousand faces hold the process up for long enough once. */
  readonly keep: (callId: number, reading: FreshReading) => void;
} => {
  const kept = new Map<number, Reading>();
  const keep = (callId: number, reading: Reading): void => {
    kept.delete(callId);
    kept.set(callId, reading);
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(oldest);
    }
  };
  return {
    read: (service, callId) => {
      if (service !== 'face-detect') return decoded(ledger, service, callId);
      const reading = kept.get(callId) ?? decoded(ledger, service, callId);
      keep(callId, reading);
      return reading;
    },
    prepare: async (callId) => {
      const reply = kept.has(callId) ? null : ledger.calls.keptReply(callId);
      if (!reply) return;
      const { body, isPacked } = reply;
      const decode = isPacked ? decoder.decodePacked : decoder.decode;
      const read = await decode('face-detect', body);
      if (read) keep(callId, read.outcome.ok ? read.outcome.value : null);
    },
    keep: (callId, reading) => {
      if (reading.service === 'face-detect') keep(callId, reading);
    },
  };
};
