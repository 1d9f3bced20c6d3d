import type { Failure } from '../../shared/services/failure.ts';
import { callKey, type CallIdentity } from '../store/records/call.ts';
import type { PageRow } from '../store/records/page.ts';
import { createAsk, stopped, type AskDependencies } from './ask-service.ts';
import { asDrawn } from './drawn-file.ts';
import type { Batch } from './batch.ts';
import { lostReply } from './lost-reply.ts';
import type { WorkFolder } from './work-folder.ts';
import type { Route } from './routes.ts';

/** held-back: the batch was stopped before this page had an end of its own. */
export type Outcome = 'recognized' | 'failed' | 'cancelled' | 'held-back';

export type RecognizerDependencies = Omit<AskDependencies, 'folder'> & { readonly folder: WorkFolder };

export type Recognizer = {
  /**
   * Brings a prepared page to its end: answered from the ledger, or by the service. Everything is committed when this
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

export const createRecognizer = (dependencies: RecognizerDependencies): Recognizer => {
  const { folder, onChange } = dependencies;
  const { ledger } = folder;
  const ask = createAsk(dependencies);
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

  /** In a batch that was stopped, a page that was not asked about waits until the reason is mended. */
  const heldBack = (page: PageRow): Outcome => {
    ledger.pages.setState([page.id], 'waiting');
    onChange(page.id);
    return 'held-back';
  };

  /** What is there already: an answer, a failure of an equal page in this batch, or nothing. */
  const known = (page: PageRow, key: string, formerKey: string | null, batch: Batch): Outcome | null => {
    const after = Math.max(batch.after, page.afterCall);
    const earlier =
      ledger.calls.answered(key, after) ??
      (formerKey === null ? null : ledger.calls.answered(formerKey, after));
    if (earlier) {
      ledger.calls.reuse(page.id, earlier.id);
      const isSound = ledger.calls.keptReply(earlier.id) !== null;
      // Not asked again by itself: that is for the user to decide, who pays.
      if (!isSound) ledger.pages.lost(page.id, lostReply);
      onChange(page.id);
      return isSound ? 'recognized' : 'failed';
    }
    const failure = batch.failures.get(key);
    return failure ? share(page, failure) : null;
  };

  return {
    recognize: async (page, route, batch, signal) => {
      const { picture } = page;
      const { originalSha256, page: number } = asDrawn(ledger, page);
      if (!picture || originalSha256 === null) throw new Error('A page that was not prepared');
      const { service, options, treatment } = page;
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
      const { onceKnownAs } = route;
      const formerKey = onceKnownAs ? callKey({ ...identity, answerer: onceKnownAs }) : null;
      for (;;) {
        if (signal.aborted) return cancelled(page, signal);
        const end = known(page, key, formerKey, batch);
        if (end) return end;
        if (batch.halt.failure()) return heldBack(page);
        const running = inFlight.get(key);
        if (!running) break;
        await waitFor(running, signal);
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      inFlight.set(key, promise);
      try {
        const end = await ask({ page, picture, identity, route, batch, signal });
        if (end === 'stopped') return cancelled(page, signal);
        if (end === 'halted') return heldBack(page);
        if (end.ok) return 'recognized';
        batch.failures.set(key, end.failure);
        const halted = batch.halt.failure();
        return halted && halted !== end.failure ? 'held-back' : 'failed';
      } finally {
        inFlight.delete(key);
        resolve();
      }
    },
  };
};
