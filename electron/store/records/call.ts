import { createHash } from 'node:crypto';
import { isUntreated, type Treatment } from '../../../shared/contract/preparation.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import type { CallOptions } from './page.ts';
import { failureOf } from '../../../shared/services/failures.ts';

/** Who responds: the service under an account, or a sandbox, identified by what it would respond. */
export type Answerer =
  | { readonly kind: 'service'; readonly appId: string; readonly baseUrl: string }
  | { readonly kind: 'sandbox'; readonly truth: string };

/** The properties that make two calls equal, so that the second one uses the first one's response. */
export type CallIdentity = {
  readonly service: ServiceId;
  readonly originalSha256: string;
  readonly page: number;
  readonly options: CallOptions;
  /** Absent if the page was neither rotated nor masked. */
  readonly treatment?: Treatment;
  readonly answerer: Answerer;
};

export const callKey = (identity: CallIdentity): string => {
  const { service, originalSha256, page, options, treatment, answerer } = identity;
  const asked = [options.points ?? null, options.attributes ?? null];
  // An unchanged page has the same key as before pages could be rotated and masked.
  const treated = treatment && !isUntreated(treatment) ? [treatment] : [];
  const by =
    answerer.kind === 'sandbox' ? ['sandbox', answerer.truth] : ['service', answerer.appId, answerer.baseUrl];
  return createHash('sha256')
    .update(JSON.stringify([service, originalSha256, page, asked, by, ...treated]))
    .digest('hex');
};

export type CallStart = CallIdentity & {
  readonly pageId: number;
  readonly picture: string;
  /** Counted from 1. */
  readonly attempt?: number;
  /** The difference between the signed date and this computer's clock, in milliseconds. */
  readonly signedOffsetMs?: number;
};

export type CallEnd = {
  readonly callId: number;
  readonly pageId: number;
  readonly outcome: 'answered' | 'cancelled' | Failure;
  readonly httpStatus: number | null;
  readonly sid: string | null;
  readonly serverDate: string | null;
  readonly measuredOffsetMs?: number | null;
  readonly retryAfter?: string | null;
  /** The raw body as received; null if there is none. */
  readonly response: Uint8Array | null;
  /** The same body, compressed by Brotli for storage, if it is large. */
  readonly packedResponse?: Uint8Array;
  /** The page gets another call, so this is not its result. */
  readonly continues?: boolean;
};

/** This many bytes of an unusable response are stored for the record. */
export const keptOfFailedResponse = 64 * 1024;

/** The raw body of a response as stored: a large one is compressed by Brotli. */
export type KeptResponse = { readonly body: Buffer; readonly isPacked: boolean };

/** The failure (JSON) next to an earlier response if the program ended before the new one arrived. */
export const cutOffFailure = JSON.stringify(failureOf('interrupted', { mayHaveBeenPaid: true }));
