import { createHash } from 'node:crypto';
import { isUntreated, type Treatment } from '../../../shared/contract/preparation.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import type { CallOptions } from './page.ts';

/** Who answers: the service under an account, or a sandbox, which is known by what it would answer. */
export type Answerer =
  | { readonly kind: 'service'; readonly appId: string; readonly baseUrl: string }
  | { readonly kind: 'sandbox'; readonly truth: string };

/** What makes two calls the same one, so that the second is answered from the first. */
export type CallIdentity = {
  readonly service: ServiceId;
  readonly originalSha256: string;
  readonly page: number;
  readonly options: CallOptions;
  /** Left out where nothing was done to the page. */
  readonly treatment?: Treatment;
  readonly answerer: Answerer;
};

export const callKey = (identity: CallIdentity): string => {
  const { service, originalSha256, page, options, treatment, answerer } = identity;
  const asked = [options.points ?? null, options.attributes ?? null];
  // A page as it is has the key that it had before pages could be turned and masked.
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
  readonly lease?: { readonly owner: string; readonly until: string };
  /** By how many milliseconds the signed date is put off from this computer's. */
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
  /** The raw body as it came; null where none did. */
  readonly reply: Uint8Array | null;
  /** The same in Brotli's form, where it was made small to be kept. */
  readonly packedReply?: Uint8Array;
  /** The page is asked about once more: this is not its end. */
  readonly goesOn?: boolean;
};

/** Of a reply that could not be used, this much is kept for the record. */
export const keptOfFailedReply = 64 * 1024;

/** The raw body of a reply as it is kept: a large one is packed by Brotli. */
export type KeptReply = { readonly body: Buffer; readonly isPacked: boolean };
