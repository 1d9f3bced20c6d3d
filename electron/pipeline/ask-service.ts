import type { Failure } from '../../shared/services/failure.ts';
import { failureOf } from '../../shared/services/failures.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { Leases } from './leases.ts';
import type { Load } from './limiter.ts';
import { pause as realPause, type Pause, withGrace } from './pause.ts';
import { failureRule } from './failure-rules.ts';
import { holdMs, readRetryAfter, retryTimes, waitBeforeRetry, type RetryTimes } from './retry.ts';
import type { CallIdentity } from '../store/records/call.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { WriteStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';
import type { ServiceExtraction } from '../extract/service/decode-response.ts';
import { createSandboxReader, createServiceReader } from '../extract/service/service-reader.ts';
import type { CallResult } from '../extract/service/call.ts';
import type { ResponseDecoder } from '../extract/service/response-decoder.ts';
import { couldBeTheClock } from '../extract/service/server-clock.ts';
import type { Batch } from './batch.ts';
import type { WorkFolder } from './work-folder.ts';
import type { Route } from './routes.ts';

/** Something that concerns more than one page. */
export type Notice =
  | { readonly kind: 'clock'; readonly offsetMs: number }
  | { readonly kind: 'halted'; readonly service: ServiceId; readonly failure: Failure }
  | { readonly kind: 'unreached'; readonly failure: Failure }
  | { readonly kind: 'reached' };

export type AskDependencies = {
  readonly folder: Pick<WorkFolder, 'store' | 'pictures'>;
  readonly now: () => Date;
  /** The page's row has changed and is committed. */
  readonly onChange: (pageId: number) => Promise<void> | void;
  /** What a call has extracted, before its response is committed. */
  readonly onExtraction?: (callId: number, extraction: ServiceExtraction) => void;
  /** Derives what depends on a response, in the unit of work that saves the response. */
  readonly onKept?: (unit: WriteStore, page: PageId) => Promise<void>;
  readonly onNotice: (notice: Notice) => void;
  /** Whether pages wait as long as the network is down, instead of failing. */
  readonly waitsForNetwork: boolean;
  readonly decode?: ResponseDecoder['decode'];
  /** For tests: other waits and another source of chance. */
  readonly times?: RetryTimes;
  readonly leases: Pick<Leases, 'hold'>;
  readonly pause?: Pause;
  readonly random?: () => number;
  /** How long a running call may continue after a stop, in milliseconds. */
  readonly graceMs?: number | undefined;
};

export type Asked = {
  readonly page: PageRow;
  readonly picture: NonNullable<PageRow['picture']>;
  /** Each unit of work about the page: see `unitsKeepingCodes`. */
  readonly transact: WorkFolder['store']['transact'];
  readonly identity: CallIdentity;
  readonly route: Route;
  readonly batch: Batch;
  readonly signal: AbortSignal;
  /** Whether the page's picture must be read on this computer after such a response, before anything is shown. */
  readonly owesReading: (response: ServiceExtraction) => boolean;
};

/**
 * With a response: whether the page still waits for a reading of its picture. stopped: aborted by its signal.
 * halted: the batch was stopped before this page had a result.
 * under-way: another process is calling for an equal page now.
 * over-budget: no paid call may begin today; the page waits, and its row says why.
 */
type AskEnd = Result<boolean, Failure> | 'stopped' | 'halted' | 'under-way' | 'over-budget';

/**
 * A response whose bytes could not be saved can't be shown again: the call has failed, although it may have been
 * billed.
 */
const keptOutcome = ({ outcome, record }: CallResult): CallResult['outcome'] =>
  outcome !== 'cancelled' && outcome.ok && !record.response
    ? failed(failureOf('reply-text-not-json', { detail: null, mayHaveBeenPaid: true }))
    : outcome;

/** The wait between attempts while the network is down: short at first, longer later. */
const probeWaitMs = (misses: number): number => Math.min(30_000, 1_000 * 2 ** Math.min(misses, 10));

/** What to do after a failed call. */
type Next =
  | { readonly kind: 'end'; readonly load: Load }
  | { readonly kind: 'again'; readonly waitMs: number; readonly load: Load }
  /** The request never left: it is neither counted nor saved. */
  | { readonly kind: 'unreached'; readonly waitMs: number };

/** Stores the codes of a page's picture, if they were found since its row was loaded. */
export const keepCodes = async (unit: WriteStore, { picture, qr, hasNewQr }: PageRow): Promise<void> => {
  if (hasNewQr && picture && qr !== undefined) await unit.setQr(picture.sha256, qr);
};

/** Units of work about a page. The first one that is committed stores the codes of its row. */
export const unitsKeepingCodes = (
  { transact }: Pick<WorkFolder['store'], 'transact'>,
  page: PageRow,
): WorkFolder['store']['transact'] => {
  let isKept = false;
  return async (work) => {
    const value = await transact(async (unit) => {
      if (!isKept) await keepCodes(unit, page);
      return work(unit);
    });
    isKept = true;
    return value;
  };
};

/**
 * Lets a page wait for a reading of its picture, with its response stored: whatever ends the process, the page is taken up
 * again. False if it has other data than calls, beside which a response is only compared.
 */
export const oweReading = async (unit: WriteStore, id: PageId): Promise<boolean> => {
  if ((await unit.extractionsOf(id)).some(({ callId }) => callId === null)) return false;
  await unit.setState([id], 'waiting');
  return true;
};

/** The state of the attempts for one page. */
type Progress = { attempts: number; clockRepeated: boolean; mayHaveBeenPaid: boolean };

/** Abort reason for the end of the program: nothing is written then. */
export const stopped = Symbol('stopped');

/**
 * Calls the service for one page until it responds or a failure is final. Follows `failureRule` and the
 * server's clock, and never calls faster than the service can handle. Every call is in the ledger before its
 * request leaves.
 */
export const createAsk = (dependencies: AskDependencies): ((asked: Asked) => Promise<AskEnd>) => {
  const { folder, now, onChange, onNotice, onExtraction, onKept, waitsForNetwork, decode } = dependencies;
  const { times = retryTimes, pause = realPause, random = Math.random } = dependencies;
  const { pictures } = folder;

  const nextAfter = (
    { page, route, batch }: Asked,
    failure: Failure,
    { record }: CallResult,
    state: Progress & {
      readonly signedOffsetMs: number;
      readonly elapsedMs: number;
      /** When this call started. */
      readonly calledMs: number;
      /** The failure that the page would end with. */
      readonly ending: Failure;
    },
  ): Next => {
    const { endpoint } = route;
    if (
      couldBeTheClock(failure) &&
      !state.clockRepeated &&
      endpoint.clock.offsetMs() !== state.signedOffsetMs
    )
      return { kind: 'again', waitMs: 0, load: 'unknown' };
    const halt = (): void => {
      if (batch.halt.stop(state.ending)) onNotice({ kind: 'halted', service: page.service, failure });
    };
    const rule = failureRule(page.service, failure);
    const code = failure.headerCode ?? failure.code;
    if (rule.concerns !== 'unknown' || code === null) batch.repeated.sawOther();
    else if (batch.repeated.saw(code)) halt();
    if (rule.concerns === 'account') halt();
    if (waitsForNetwork && !page.sandbox && rule.neverLeft) {
      const { misses } = endpoint;
      // Calls that started together count as one attempt.
      const first = state.calledMs > misses.lastMs;
      if (first) misses.count += 1;
      misses.lastMs = performance.now();
      if (misses.count === 1 && first) onNotice({ kind: 'unreached', failure });
      return { kind: 'unreached', waitMs: probeWaitMs(misses.count) };
    }
    const nowMs = performance.now();
    const verdict = endpoint.breaker.learn(rule.health, state.calledMs, nowMs);
    if (verdict.kind === 'hold') endpoint.limiter.holdFor(holdMs(verdict.holds, times));
    if (verdict.kind === 'give-up') halt();
    const load = verdict.kind === 'go-on' ? rule.load : 'gone';
    // A Retry-After date refers to the server's clock, which may differ from ours.
    const serverNow = record.serverDate ?? now().getTime() + endpoint.clock.offsetMs();
    const retryAfterMs = readRetryAfter(record.retryAfter, new Date(serverNow));
    if (rule.attempts > 1 && retryAfterMs !== null) {
      // No call starts before the time that the service asks for. If that is too late, the whole batch ends.
      if (retryAfterMs <= times.totalMs) endpoint.limiter.holdFor(retryAfterMs);
      else halt();
    }
    const { attempts, elapsedMs } = state;
    const most = rule.attempts;
    const waitMs = waitBeforeRetry({ most, attempts, elapsedMs, retryAfterMs }, random, times);
    if (waitMs === null || batch.halt.failure() || !batch.budget.spend()) return { kind: 'end', load };
    return { kind: 'again', waitMs, load };
  };

  const oneCall = async ({ page, picture, identity, route, signal, transact }: Asked, attempt: number) => {
    const bytes = await pictures.get(picture.sha256, picture.encoding, picture.bytes);
    if (!bytes) return null;
    const signedOffsetMs = route.endpoint.clock.offsetMs();
    const start = { ...identity, pageId: page.id, attempt, signedOffsetMs };
    // The record is on the disk before the request leaves.
    const lease = dependencies.leases.hold();
    const begun = await transact((unit) => unit.beginCall(start, lease));
    if (!begun.ok) return begun.failure.reason === 'under-way' ? 'under-way' : 'over-budget';
    const callId = begun.value;
    await onChange(page.id);
    const { points = false, attributes = false } = page.options;
    const grace = withGrace(signal, dependencies.graceMs);
    const reader = (page.sandbox ? createSandboxReader : createServiceReader)(page.service, route);
    const input = {
      image: { bytes, encoding: picture.encoding },
      options: { points, attributes },
      now,
      clockOffsetMs: signedOffsetMs,
      ...(decode ? { decode } : {}),
    };
    const result = await reader.extract(input, grace.signal).finally(grace.release);
    return { callId, signedOffsetMs, result: { ...result, outcome: keptOutcome(result) } };
  };

  const learn = ({ route }: Asked, result: CallResult): void => {
    const { clock, misses } = route.endpoint;
    if (clock.learn(result)) onNotice({ kind: 'clock', offsetMs: clock.offsetMs() });
    if (result.record.httpStatus === null || misses.count === 0) return;
    misses.count = 0;
    onNotice({ kind: 'reached' });
  };

  const write = async (
    { page, transact, owesReading }: Asked,
    callId: number,
    { outcome, record }: CallResult,
    failure: Failure | null,
    continues: boolean,
  ): Promise<boolean> => {
    const end = {
      ...record,
      callId,
      pageId: page.id,
      outcome: outcome === 'cancelled' ? 'cancelled' : (failure ?? 'answered'),
      continues,
    } as const;
    const extraction = outcome !== 'cancelled' && outcome.ok && !failure ? outcome.value.extraction : null;
    if (extraction) onExtraction?.(callId, extraction);
    const isOwed = await transact(async (unit) => {
      await unit.endCall(end);
      if (!extraction) return false;
      await onKept?.(unit, page.id);
      return owesReading(extraction) && oweReading(unit, page.id);
    });
    await onChange(page.id);
    return isOwed;
  };

  const missing = async ({ page, transact }: Asked): Promise<AskEnd> => {
    const failure = failureOf('missing');
    await transact((unit) => unit.refuse(page.id, failure));
    await onChange(page.id);
    return failed(failure);
  };

  return async (asked) => {
    const { page, route, batch, signal, transact } = asked;
    const ended = AbortSignal.any([signal, batch.halt.signal]);
    const state: Progress = { attempts: 0, clockRepeated: false, mayHaveBeenPaid: false };
    const startedMs = performance.now();
    for (;;) {
      const pass = await route.endpoint.limiter.enter(ended);
      if (!pass) return signal.aborted ? 'stopped' : 'halted';
      const calledMs = performance.now();
      const called = await oneCall(asked, state.attempts + 1).catch((error: unknown) => {
        pass.leave('unknown');
        throw error;
      });
      if (!called || typeof called === 'string') {
        pass.leave('unknown');
        if (called === 'over-budget') await onChange(page.id);
        return called ?? missing(asked);
      }
      const { callId, signedOffsetMs, result } = called;
      const { outcome } = result;
      learn(asked, result);
      if (outcome === 'cancelled') {
        pass.leave('unknown');
        if (signal.reason !== stopped) await write(asked, callId, result, null, false);
        return 'stopped';
      }
      if (outcome.ok) {
        pass.leave('fine');
        route.endpoint.breaker.learn('alive', calledMs, performance.now());
        batch.repeated.sawOther();
        batch.budget.earn();
        return success(await write(asked, callId, result, null, false));
      }
      state.attempts += 1;
      state.mayHaveBeenPaid ||= outcome.failure.mayHaveBeenPaid;
      // If one of several calls lost its response, the page may have been billed.
      const failure = { ...outcome.failure, mayHaveBeenPaid: state.mayHaveBeenPaid };
      const elapsedMs = performance.now() - startedMs;
      const next = nextAfter(asked, outcome.failure, result, {
        ...state,
        signedOffsetMs,
        elapsedMs,
        calledMs,
        ending: failure,
      });
      if (next.kind === 'unreached') route.endpoint.limiter.holdFor(next.waitMs);
      pass.leave(next.kind === 'unreached' ? 'gone' : next.load);
      if (next.kind === 'end') {
        await write(asked, callId, result, failure, false);
        return failed(failure);
      }
      if (next.kind === 'unreached') {
        state.attempts -= 1;
        await transact((unit) => unit.discardCall(callId, page.id));
        await onChange(page.id);
        continue;
      }
      if (couldBeTheClock(failure)) state.clockRepeated = true;
      await write(asked, callId, result, outcome.failure, true);
      await pause(next.waitMs, ended);
    }
  };
};
