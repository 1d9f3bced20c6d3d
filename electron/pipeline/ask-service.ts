import type { Failure, FailureReason } from '../../shared/services/failure.ts';
import { failureOf } from '../../shared/services/failures.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { Leases } from './leases.ts';
import type { Load } from './limiter.ts';
import { pause as realPause, type Pause } from './pause.ts';
import { withGrace } from './grace.ts';
import { failureRule } from './failure-rules.ts';
import { holdMs, readRetryAfter, retryTimes, waitBeforeRetry, type RetryTimes } from './retry.ts';
import type { CallIdentity } from '../store/records/call.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { WriteStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';
import type { Reading } from '../extract/service/decode-reply.ts';
import { callService, type CallResult } from '../extract/service/call.ts';
import type { ReplyDecoder } from '../extract/service/reply-decoder.ts';
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
  /** What a call has read, before its reply is committed. */
  readonly onAnswer?: (callId: number, reading: Reading) => void;
  /** Works out what follows from an answer, in the unit of work that keeps it. */
  readonly onKept?: (unit: WriteStore, page: PageId) => Promise<void>;
  readonly onNotice: (notice: Notice) => void;
  /** Whether pages wait for a network that is gone, for as long as it takes, instead of failing. */
  readonly waitsForNetwork: boolean;
  readonly decode?: ReplyDecoder['decode'];
  /** For tests: other waits, another chance. */
  readonly times?: RetryTimes;
  readonly leases: Pick<Leases, 'hold'>;
  readonly pause?: Pause;
  readonly random?: () => number;
  /** How long a call under way may go on after a stop, in milliseconds. */
  readonly graceMs?: number;
};

export type Asked = {
  readonly page: PageRow;
  readonly picture: NonNullable<PageRow['picture']>;
  readonly identity: CallIdentity;
  readonly route: Route;
  readonly batch: Batch;
  readonly signal: AbortSignal;
};

/**
 * stopped: by its signal; halted: the batch was, and this page has no end of its own; under-way: another process asks
 * about an equal page now.
 */
export type AskEnd = Result<null, Failure> | 'stopped' | 'halted' | 'under-way';

/** Nothing of the request has left: asking again costs nothing. */
const outOfReach: ReadonlySet<FailureReason> = new Set(['unknown-host', 'unreachable', 'connect-timeout']);

const isOutOfReach = ({ reason, mayHaveBeenPaid }: Failure): boolean =>
  !mayHaveBeenPaid && outOfReach.has(reason);

/** An answer whose bytes could not be kept can't be shown again: it has failed, though it may have been paid. */
const keptOutcome = ({ outcome, record }: CallResult): CallResult['outcome'] =>
  outcome !== 'cancelled' && outcome.ok && !record.reply
    ? failed(failureOf('reply-text-not-json', { said: null, mayHaveBeenPaid: true }))
    : outcome;

/** While a network is gone, it is tried this often: at first soon, later seldom. */
const probeWaitMs = (misses: number): number => Math.min(30_000, 1_000 * 2 ** Math.min(misses, 10));

/** What comes after a call that failed. */
type Next =
  | { readonly kind: 'end'; readonly load: Load }
  | { readonly kind: 'again'; readonly waitMs: number; readonly load: Load }
  /** It never left: neither counted nor kept. */
  | { readonly kind: 'unreached'; readonly waitMs: number };

/** How the asking about one page stands. */
type Progress = { attempts: number; clockRepeated: boolean; mayHaveBeenPaid: boolean };

/** Reason of an abort because the program ends: nothing is written then. */
export const stopped = Symbol('stopped');

/**
 * Asks about one page until there is an answer or a true reason for none: by `failureRule`, by the server's
 * clock, and never faster than the service keeps up. Every call is in the ledger before it leaves.
 */
export const createAsk = (dependencies: AskDependencies): ((asked: Asked) => Promise<AskEnd>) => {
  const { folder, now, onChange, onNotice, onAnswer, onKept, waitsForNetwork, decode } = dependencies;
  const { times = retryTimes, pause = realPause, random = Math.random } = dependencies;
  const { store, pictures } = folder;

  const nextAfter = (
    { page, route, batch }: Asked,
    failure: Failure,
    { record }: CallResult,
    state: Progress & {
      readonly signedOffsetMs: number;
      readonly elapsedMs: number;
      /** When this call set out. */
      readonly calledMs: number;
      /** What the page would end with. */
      readonly ending: Failure;
    },
  ): Next => {
    const { line } = route;
    if (couldBeTheClock(failure) && !state.clockRepeated && line.clock.offsetMs() !== state.signedOffsetMs)
      return { kind: 'again', waitMs: 0, load: 'unknown' };
    const halt = (): void => {
      if (batch.halt.stop(state.ending)) onNotice({ kind: 'halted', service: page.service, failure });
    };
    const rule = failureRule(page.service, failure);
    const code = failure.headerCode ?? failure.code;
    if (rule.concerns !== 'unknown' || code === null) batch.repeated.sawOther();
    else if (batch.repeated.saw(code)) halt();
    if (rule.concerns === 'account') halt();
    if (waitsForNetwork && !page.sandbox && isOutOfReach(failure)) {
      const { misses } = line;
      // Those that set out together are one try.
      const first = state.calledMs > misses.lastMs;
      if (first) misses.count += 1;
      misses.lastMs = performance.now();
      if (misses.count === 1 && first) onNotice({ kind: 'unreached', failure });
      return { kind: 'unreached', waitMs: probeWaitMs(misses.count) };
    }
    const nowMs = performance.now();
    const verdict = line.breaker.learn(rule.health, state.calledMs, nowMs);
    if (verdict.kind === 'hold') line.limiter.holdFor(holdMs(verdict.holds, times));
    if (verdict.kind === 'give-up') halt();
    const load = verdict.kind === 'go-on' ? rule.load : 'gone';
    // A date is one of the server's clock, which may be another than ours.
    const serverNow = record.serverDate ?? now().getTime() + line.clock.offsetMs();
    const retryAfterMs = readRetryAfter(record.retryAfter, new Date(serverNow));
    if (rule.attempts > 1 && retryAfterMs !== null) {
      // Nobody comes back sooner than the service wants; where that is too long, the whole batch ends.
      if (retryAfterMs <= times.totalMs) line.limiter.holdFor(retryAfterMs);
      else halt();
    }
    const { attempts, elapsedMs } = state;
    const most = rule.attempts;
    const waitMs = waitBeforeRetry({ most, attempts, elapsedMs, retryAfterMs }, random, times);
    if (waitMs === null || batch.halt.failure() || !batch.budget.spend()) return { kind: 'end', load };
    return { kind: 'again', waitMs, load };
  };

  const oneCall = async ({ page, picture, identity, route, signal }: Asked, attempt: number) => {
    const bytes = await pictures.get(picture.sha256, picture.encoding, picture.bytes);
    if (!bytes) return null;
    const signedOffsetMs = route.line.clock.offsetMs();
    const start = { ...identity, pageId: page.id, picture: picture.sha256, attempt, signedOffsetMs };
    // Kept on the disk before the request leaves.
    const begun = await store.transact((unit) => unit.beginCall(start, dependencies.leases.hold()));
    if (!begun.ok) return 'under-way' as const;
    const callId = begun.value;
    await onChange(page.id);
    const { points = false, attributes = false } = page.options;
    const grace = withGrace(signal, dependencies.graceMs);
    const result = await callService(
      { transport: route.transport, now, clockOffsetMs: signedOffsetMs, ...(decode ? { decode } : {}) },
      {
        service: page.service,
        image: { bytes, encoding: picture.encoding },
        options: { points, attributes },
        account: route.account,
      },
      grace.signal,
    ).finally(grace.release);
    return { callId, signedOffsetMs, result: { ...result, outcome: keptOutcome(result) } };
  };

  const learn = ({ route }: Asked, result: CallResult): void => {
    const { clock, misses } = route.line;
    if (clock.learn(result)) onNotice({ kind: 'clock', offsetMs: clock.offsetMs() });
    if (result.record.httpStatus === null || misses.count === 0) return;
    misses.count = 0;
    onNotice({ kind: 'reached' });
  };

  const write = async (
    { page }: Asked,
    callId: number,
    { outcome, record }: CallResult,
    failure: Failure | null,
    goesOn: boolean,
  ): Promise<void> => {
    const end = {
      ...record,
      callId,
      pageId: page.id,
      outcome: outcome === 'cancelled' ? 'cancelled' : (failure ?? 'answered'),
      goesOn,
    } as const;
    const reading = outcome !== 'cancelled' && outcome.ok && !failure ? outcome.value.reading : null;
    if (reading) onAnswer?.(callId, reading);
    await store.transact(async (unit) => {
      await unit.endCall(end);
      if (reading) await onKept?.(unit, page.id);
    });
    await onChange(page.id);
  };

  const missing = async ({ page }: Asked): Promise<AskEnd> => {
    const failure = failureOf('missing');
    await store.transact((unit) => unit.refuse(page.id, failure));
    await onChange(page.id);
    return failed(failure);
  };

  return async (asked) => {
    const { page, route, batch, signal } = asked;
    const signals = [signal, batch.halt.signal];
    const state: Progress = { attempts: 0, clockRepeated: false, mayHaveBeenPaid: false };
    const startedMs = performance.now();
    for (;;) {
      const pass = await route.line.limiter.enter(signals);
      if (!pass) return signal.aborted ? 'stopped' : 'halted';
      const calledMs = performance.now();
      const called = await oneCall(asked, state.attempts + 1).catch((error: unknown) => {
        pass.leave('unknown');
        throw error;
      });
      if (!called || called === 'under-way') {
        pass.leave('unknown');
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
        route.line.breaker.learn('alive', calledMs, performance.now());
        batch.repeated.sawOther();
        batch.budget.earn();
        await write(asked, callId, result, null, false);
        return success(null);
      }
      state.attempts += 1;
      state.mayHaveBeenPaid ||= outcome.failure.mayHaveBeenPaid;
      // One lost answer of several calls is enough: the page may have been paid.
      const failure = { ...outcome.failure, mayHaveBeenPaid: state.mayHaveBeenPaid };
      const elapsedMs = performance.now() - startedMs;
      const next = nextAfter(asked, outcome.failure, result, {
        ...state,
        signedOffsetMs,
        elapsedMs,
        calledMs,
        ending: failure,
      });
      if (next.kind === 'unreached') route.line.limiter.holdFor(next.waitMs);
      pass.leave(next.kind === 'unreached' ? 'gone' : next.load);
      if (next.kind === 'end') {
        await write(asked, callId, result, failure, false);
        return failed(failure);
      }
      if (next.kind === 'unreached') {
        state.attempts -= 1;
        await store.transact((unit) => unit.discardCall(callId, page.id));
        await onChange(page.id);
        continue;
      }
      if (couldBeTheClock(failure)) state.clockRepeated = true;
      await write(asked, callId, result, outcome.failure, true);
      await pause(next.waitMs, signals);
    }
  };
};
