import { failed, success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { failureOf } from '../../shared/services/failures.ts';
import { callKey, type CallIdentity } from '../ledger/calls.ts';
import type { PageRow } from '../ledger/page-row.ts';
import { callService, type CallRecord, type CallResult } from '../service/call.ts';
import type { Batch } from './batch.ts';
import type { DataFolder } from './data-folder.ts';
import type { Route } from './routes.ts';

/**
 * Reason of an abort because the program ends: nothing is written then. A call under way stays so in the ledger and is
 * found interrupted at the next start; what waited goes on waiting.
 */
export const stopped = Symbol('stopped');

export type Outcome = 'recognized' | 'failed' | 'cancelled';

export type RecognizerDependencies = {
  readonly folder: DataFolder;
  readonly now: () => Date;
  /** The page's row has changed and is committed. */
  readonly onChange: (pageId: number) => void;
};

export type Recognizer = {
  /**
   * Brings a prepared page to its end: answered from the ledger, or by one call. Everything is committed when this
   * resolves. Rejects only on a bug or a failing disk.
   */
  readonly recognize: (page: PageRow, route: Route, batch: Batch, signal: AbortSignal) => Promise<Outcome>;
};

const whenAborted = (
  signal: AbortSignal,
): { readonly promise: Promise<void>; readonly forget: () => void } => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const listener = (): void => resolve();
  signal.addEventListener('abort', listener, { once: true });
  return { promise, forget: () => signal.removeEventListener('abort', listener) };
};

/** Waits for an equal page's call: two equal files are one call. */
const waitFor = async (running: Promise<void>, signal: AbortSignal): Promise<void> => {
  const aborted = whenAborted(signal);
  await Promise.race([running, aborted.promise]);
  aborted.forget();
};

/** An answer whose bytes could not be kept can't be shown again: it has failed, though it may have been paid. */
const keptOutcome = ({ outcome, record }: CallResult): Result<null, Failure> | 'cancelled' => {
  if (outcome === 'cancelled') return 'cancelled';
  if (!outcome.ok) return outcome;
  return record.reply
    ? success(null)
    : failed(failureOf('reply-text-not-json', { said: null, mayHaveBeenPaid: true }));
};

export const createRecognizer = ({ folder, now, onChange }: RecognizerDependencies): Recognizer => {
  const { ledger, pictures } = folder;
  const inFlight = new Map<string, Promise<void>>();

  const cancelled = (page: PageRow, signal: AbortSignal): Outcome => {
    if (signal.reason === stopped) return 'cancelled';
    ledger.pages.setState([page.id], 'cancelled');
    onChange(page.id);
    return 'cancelled';
  };

  const share = (page: PageRow, failure: Failure): Outcome => {
    ledger.calls.shareFailure(page.id, failure);
    onChange(page.id);
    return 'failed';
  };

  const keep = (
    callId: number,
    page: PageRow,
    result: CallResult,
    signal: AbortSignal,
  ): Result<null, Failure> | 'cancelled' => {
    const outcome = keptOutcome(result);
    if (outcome === 'cancelled' && signal.reason === stopped) return outcome;
    const { httpStatus, sid, serverDate, reply }: CallRecord = result.record;
    ledger.calls.end({
      callId,
      pageId: page.id,
      outcome: outcome === 'cancelled' ? 'cancelled' : outcome.ok ? 'answered' : outcome.failure,
      httpStatus,
      sid,
      serverDate,
      reply,
    });
    onChange(page.id);
    return outcome;
  };

  const call = async (
    page: PageRow,
    picture: NonNullable<PageRow['picture']>,
    identity: CallIdentity,
    route: Route,
    signal: AbortSignal,
  ): Promise<Result<null, Failure> | 'cancelled'> => {
    const bytes = await pictures.read(picture.sha256, picture.encoding, picture.bytes);
    if (!bytes) {
      const failure = failureOf('missing');
      ledger.pages.refused(page.id, failure);
      onChange(page.id);
      return failed(failure);
    }
    const callId = ledger.calls.begin({ ...identity, pageId: page.id, picture: picture.sha256 });
    onChange(page.id);
    const result = await callService(
      { transport: route.transport, now },
      {
        service: page.service,
        image: { bytes, encoding: picture.encoding },
        options: { points: page.options.points ?? false, attributes: page.options.attributes ?? false },
        account: route.account,
      },
      signal,
    );
    return keep(callId, page, result, signal);
  };

  /** What is there already: an answer, a failure of an equal page in this batch, or nothing. */
  const known = (page: PageRow, key: string, batch: Batch): Outcome | null => {
    const earlier = ledger.calls.answered(key, batch.after);
    if (earlier) {
      ledger.calls.reuse(page.id, earlier.id);
      onChange(page.id);
      return 'recognized';
    }
    const failure = batch.failures.get(key);
    return failure ? share(page, failure) : null;
  };

  return {
    recognize: async (page, route, batch, signal) => {
      const { picture, originalSha256 } = page;
      if (!picture || originalSha256 === null) throw new Error('A page that was not prepared');
      const { service, page: number, options, treatment } = page;
      const answerer = route.answererOf(picture.sha256);
      const identity: CallIdentity = {
        service,
        originalSha256,
        page: number,
        options,
        treatment,
        answerer,
      };
      const key = callKey(identity);
      for (;;) {
        if (signal.aborted) return cancelled(page, signal);
        const end = known(page, key, batch);
        if (end) return end;
        const running = inFlight.get(key);
        if (!running) break;
        await waitFor(running, signal);
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      inFlight.set(key, promise);
      try {
        const outcome = await call(page, picture, identity, route, signal);
        if (outcome === 'cancelled') return 'cancelled';
        if (outcome.ok) return 'recognized';
        batch.failures.set(key, outcome.failure);
        return 'failed';
      } finally {
        inFlight.delete(key);
        resolve();
      }
    },
  };
};
