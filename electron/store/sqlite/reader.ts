import { createAskingThread } from '../../infra/asking-thread.ts';
import { threadAddress } from '../../infra/thread-address.ts';
import type { Ledger } from './open-ledger.ts';
import { readFrom, type Questions, type ReadingKind, type Readings } from './readings.ts';

/**
 * Looks through the whole ledger beside the main thread. Whatever was committed before a question is in its answer;
 * what is committed while it is answered may be missing.
 */
export type LedgerReader = {
  readonly read: <Kind extends ReadingKind>(kind: Kind, question: Questions[Kind]) => Promise<Readings[Kind]>;
  /** Closes the thread's connection. To be called before the ledger is closed, moved or put in another's place. */
  readonly close: () => Promise<void>;
};

export type ReadingTask<Kind extends ReadingKind = ReadingKind> = {
  readonly kind: Kind;
  readonly question: Questions[Kind];
};

/** A ledger of so few pages is read in a few milliseconds: a thread costs more than it spares. */
const fewPages = 200;
const idleMs = 60_000;

/** The thread's answer is our own code's: its shape goes by the question. */
const isAnswer = <Kind extends ReadingKind>(
  _: Kind,
  answer: Readings[ReadingKind],
): answer is Readings[Kind] => typeof answer === 'object';

/** @param fewest tests let the thread read smaller ledgers, too */
export const createReader = (path: string, ledger: Ledger, fewest = fewPages): LedgerReader => {
  const thread = createAskingThread<ReadingTask, Readings[ReadingKind]>({
    address: threadAddress(import.meta.url, 'reader-worker.ts', 'reader-worker.js'),
    idleMs,
    workerData: path,
  });

  let hasAnswered = false;
  /** The first list of a window is not kept waiting until the thread has started. */
  const isForHere = (kind: ReadingKind): boolean =>
    ledger.pages.newestId() <= fewest || (kind === 'recent' && !hasAnswered);

  return {
    read: async (kind, question) => {
      const aside = isForHere(kind) ? null : await thread.ask({ kind, question });
      hasAnswered ||= aside?.ok === true;
      // A thread that was ended takes no answer away: it is given here.
      return aside?.ok && isAnswer(kind, aside.value) ? aside.value : readFrom(ledger, kind, question);
    },
    close: thread.close,
  };
};
