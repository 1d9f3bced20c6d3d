import { createHash } from 'node:crypto';
import { isUntreated, type Treatment } from '../../../shared/contract/preparation.ts';
import type { Failure, FailureReason } from '../../../shared/services/failure.ts';
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
  /** SHA-256 of what is sent. */
  readonly picture: string;
  /** The file that it came from, and its page there: earlier versions knew a call by them. */
  readonly originalSha256: string;
  readonly page: number;
  readonly options: CallOptions;
  /** Absent if the page was neither rotated, cropped nor masked. */
  readonly treatment?: Treatment;
  readonly answerer: Answerer;
};

const askedIn = ({ options }: CallIdentity) => [options.points ?? null, options.attributes ?? null];

const askedOf = ({ answerer }: CallIdentity): readonly string[] =>
  answerer.kind === 'sandbox' ? ['sandbox', answerer.truth] : ['service', answerer.appId, answerer.baseUrl];

const digestOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** The same picture is the same call, whatever file it came in. */
export const callKey = (identity: CallIdentity): string =>
  digestOf([identity.service, 'picture', identity.picture, askedIn(identity), askedOf(identity)]);

/** The key by which earlier versions stored a call: the file, not what was sent. */
export const earlierCallKey = (identity: CallIdentity): string => {
  const { service, originalSha256, page, treatment } = identity;
  // An unchanged page has the same key as before pages could be rotated and masked.
  const treated = treatment && !isUntreated(treatment) ? [treatment] : [];
  return digestOf([service, originalSha256, page, askedIn(identity), askedOf(identity), ...treated]);
};

export type CallStart = CallIdentity & {
  readonly pageId: number;
  /** Counted from 1. */
  readonly attempt?: number;
  /** The difference between the signed date and this computer's clock, in milliseconds. */
  readonly signedOffsetMs?: number;
};

/** Whose budget of paid calls is used up for today. */
export type OverBudget = Extract<FailureReason, 'office-budget' | 'person-budget'>;

/**
 * under-way: another call with the same key is running; both will use its response. The others: the page waits with
 * this failure.
 */
export type NotBegun = { readonly reason: 'under-way' | OverBudget };

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
