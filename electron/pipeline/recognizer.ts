import { aborted } from 'node:util';
import type { PageId } from '../../shared/contract/page.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { failureOf } from '../../shared/services/failures.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { ServiceExtraction } from '../extract/service/decode-response.ts';
import type { CallId, WriteStore } from '../store/port.ts';
import { callKey, type CallIdentity } from '../store/records/call.ts';
import type { PageRow } from '../store/records/page.ts';
import { asDrawn } from './drawn-file.ts';
import {
  createAsk,
  keepCodes,
  oweReading,
  stopped,
  unitsKeepingCodes,
  type AskDependencies,
  type Asked,
} from './ask-service.ts';
import type { Batch } from './batch.ts';
import { lostResponse } from './lost-response.ts';
import { pause as realPause } from './pause.ts';
import type { Route } from './routes.ts';
import type { WorkFolder } from './work-folder.ts';

/** held-back: the batch was stopped before this page had a result, or no paid call may begin today. */
export type CallOutcome = 'recognized' | 'failed' | 'cancelled' | 'held-back';

/** owes-reading: its response is stored, but the page waits for a reading of its picture: see `oweReading`. */
export type AnsweredOutcome = CallOutcome | 'owes-reading';

type RecognizerDependencies = AskDependencies & {
  /** The decoded response of an earlier call; null if it is lost. */
  readonly responseOf?: (service: ServiceId, call: CallId) => Promise<ServiceExtraction | null>;
};

export type Recognizer = {
  /**
   * Completes a prepared page, from a saved response in the ledger or with a call, and stores the codes of its row. When
   * this resolves, everything is committed. Rejects only on a bug or a failing disk.
   * @param owesReading whether its picture must be read on this computer after such a response; by default never
   */
  readonly recognize: (
    page: PageRow,
    route: Route,
    batch: Batch,
    signal: AbortSignal,
    owesReading?: Asked['owesReading'],
  ) => Promise<AnsweredOutcome>;
};

/** Another process calls for an equal picture: how often to look for its response, in milliseconds. */
const elsewhereMs = 1_000;

/** Marks a page whose work was aborted, and stores its codes. If the program stops, the page waits for the next start. */
export const cancelling =
  ({
    folder: { store },
    onChange,
  }: Pick<AskDependencies, 'onChange'> & { readonly folder: Pick<WorkFolder, 'store'> }) =>
  async (page: PageRow, signal: AbortSignal): Promise<'cancelled'> => {
    if (signal.reason === stopped) return 'cancelled';
    await store.transact(async (unit) => {
      await keepCodes(unit, page);
      await unit.setState([page.id], 'cancelled');
    });
    await onChange(page.id);
    return 'cancelled';
  };

/**
 * Ends a page whose job broke off, so that it does not look as if it were still running. It is interrupted only if a
 * request had left; otherwise it failed without a call.
 */
export const breakOff = async (unit: WriteStore, id: PageId): Promise<void> => {
  const state = (await unit.page(id))?.state;
  if (state !== 'calling' && state !== 'waiting') return;
  if (await unit.interruptCalls(id)) await unit.setState([id], 'interrupted');
  else await unit.refuse(id, failureOf('internal'));
};

export const createRecognizer = (dependencies: RecognizerDependencies): Recognizer => {
  const { folder, onChange, onKept, responseOf, pause = realPause } = dependencies;
  const { store } = folder;
  const ask = createAsk(dependencies);
  const inFlight = new Map<string, Promise<void>>();

  const cancelled = cancelling(dependencies);

  const share = async ({ page, transact }: Asked, failure: Failure): Promise<CallOutcome> => {
    await transact((unit) => unit.shareFailure(page.id, failure));
    await onChange(page.id);
    return 'failed';
  };

  /** In a stopped batch, a page without a call waits until the cause is removed. */
  const heldBack = async ({ page, transact }: Asked): Promise<CallOutcome> => {
    await transact((unit) => unit.setState([page.id], 'waiting'));
    await onChange(page.id);
    return 'held-back';
  };

  /** Uses the response of an earlier call for a page; null if there is none. */
  const reuse = async (asked: Asked, after: number): Promise<AnsweredOutcome | null> => {
    const { page, identity, transact, owesReading } = asked;
    // Few pages have one, and the others need no unit of work.
    const found = await store.answeredCall(identity, after);
    if (!found) return null;
    // A unit of work blocks all others, and a response may take a while to decode.
    const response = (await responseOf?.(page.service, found.id)) ?? null;
    return transact(async (unit) => {
      const earlier = await unit.answeredCall(identity, after);
      if (!earlier) return null;
      await unit.reuseCall(page.id, earlier.id);
      if ((await unit.response(earlier.id)) !== null) {
        await onKept?.(unit, page.id);
        const isOwed = response !== null && earlier.id === found.id && owesReading(response);
        return isOwed && (await oweReading(unit, page.id)) ? 'owes-reading' : 'recognized';
      }
      // Another call would be billed, so the user decides.
      await unit.lose(page.id, lostResponse);
      return 'failed';
    });
  };

  /** The existing result: a response, a failure of an equal page in this batch, or nothing. */
  const known = async (asked: Asked, key: string): Promise<AnsweredOutcome | null> => {
    const { page, batch } = asked;
    const reused = await reuse(asked, Math.max(batch.after, page.afterCall));
    if (reused !== null) await onChange(page.id);
    const failure = reused === null ? batch.failures.get(key) : undefined;
    return failure ? share(asked, failure) : reused;
  };

  /** A page that no other page shares its key with at the moment. */
  const recognizeAlone = async (asked: Asked, key: string): Promise<AnsweredOutcome> => {
    const { page, batch, signal } = asked;
    for (;;) {
      if (signal.aborted) return cancelled(page, signal);
      const there = await known(asked, key);
      if (there) return there;
      if (batch.halt.failure()) return heldBack(asked);
      const end = await ask(asked);
      if (end === 'stopped') return cancelled(page, signal);
      if (end === 'halted') return heldBack(asked);
      if (end === 'over-budget') return signal.aborted ? cancelled(page, signal) : 'held-back';
      if (end === 'under-way') {
        await pause(elsewhereMs, AbortSignal.any([signal, batch.halt.signal]));
        continue;
      }
      if (end.ok) return end.value ? 'owes-reading' : 'recognized';
      batch.failures.set(key, end.failure);
      const halted = batch.halt.failure();
      return halted && halted !== end.failure ? 'held-back' : 'failed';
    }
  };

  return {
    recognize: async (page, route, batch, signal, owesReading = () => false) => {
      const { picture } = page;
      const { originalSha256, page: number } = await asDrawn(store, page);
      if (!picture || originalSha256 === null) throw new Error('A page that was not prepared');
      const { service, treatment } = page;
      // Who was chosen to read is no part of the request.
      const { reader: _, ...options } = page.options;
      const answerer = route.answererOf(picture.sha256);
      const identity: CallIdentity = {
        service,
        picture: picture.sha256,
        originalSha256,
        page: number,
        options,
        treatment,
        answerer,
      };
      const key = callKey(identity);
      for (let running = inFlight.get(key); running; running = inFlight.get(key)) {
        if (signal.aborted) return cancelled(page, signal);
        // Two equal pictures are one call.
        await Promise.race([running, aborted(signal, running)]);
      }
      // Nothing is awaited between this and the look-up above: of two equal pages, only one calls.
      const { promise, resolve } = Promise.withResolvers<void>();
      inFlight.set(key, promise);
      try {
        const transact = unitsKeepingCodes(store, page);
        const asked = { page, picture, identity, route, batch, signal, transact, owesReading };
        return await recognizeAlone(asked, key);
      } finally {
        inFlight.delete(key);
        resolve();
      }
    },
  };
};
