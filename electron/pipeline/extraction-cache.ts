import type { ServiceId } from '../../shared/services/service.ts';
import type { CallId, ReadStore } from '../store/port.ts';
import type { ServiceExtraction } from '../extract/service/decode-response.ts';
import type { ResponseDecoder } from '../extract/service/response-decoder.ts';

/** Caches the values that were used last. */
type LastUsed<Key, Value> = {
  readonly get: (key: Key) => Value | undefined;
  readonly keep: (key: Key, value: Value) => void;
};

/** @param most maximum number of cached values */
export const lastUsed = <Key, Value>(most: number): LastUsed<Key, Value> => {
  const kept = new Map<Key, Value>();
  return {
    get: (key) => kept.get(key),
    keep: (key, value) => {
      kept.delete(key);
      kept.set(key, value);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
    },
  };
};

/** Decodes the saved responses of calls; null if there is no response, or if this version can't decode it. */
export type ExtractionCache = {
  /** @param reads where the response is read from: the store, or the current unit of work */
  readonly read: (
    reads: Pick<ReadStore, 'response'>,
    service: ServiceId,
    callId: CallId,
  ) => Promise<ServiceExtraction | null>;
  /** Caches decoded responses, so that a response is not decoded twice. */
  readonly keep: (callId: CallId, extraction: ServiceExtraction) => void;
};

/** A photo may have ten thousand faces: they are decoded once while it is opened and reviewed. */
const mostFaces = 2;
/** Pages under review and those that were just recognized. */
const mostInvoices = 24;

export const createExtractionCache = (
  decoder: Pick<ResponseDecoder, 'decode' | 'decodePacked'>,
): ExtractionCache => {
  const faces = lastUsed<CallId, ServiceExtraction | null>(mostFaces);
  const invoices = lastUsed<CallId, ServiceExtraction | null>(mostInvoices);
  const keptOf = (service: ServiceId) => (service === 'face-detect' ? faces : invoices);
  return {
    read: async (reads, service, callId) => {
      const kept = keptOf(service);
      const there = kept.get(callId);
      if (there !== undefined) return there;
      const response = await reads.response(callId);
      if (!response) return null;
      const decoded = await (response.isPacked ? decoder.decodePacked : decoder.decode)(
        service,
        response.body,
      );
      // A thread that was terminated gives no information about the response.
      if (!decoded) return null;
      const extraction = decoded.outcome.ok ? decoded.outcome.value : null;
      kept.keep(callId, extraction);
      return extraction;
    },
    keep: (callId, extraction) => keptOf(extraction.service).keep(callId, extraction),
  };
};
