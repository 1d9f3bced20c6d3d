import { setTimeout as wait } from 'node:timers/promises';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { Language } from '../../../shared/language.ts';
import { officeTexts } from '../../../shared/texts/office-command.ts';
import { officeAddress } from '../../app/home.ts';
import { openOfficeWorker } from './office-worker.ts';
import { officeCommandFailure, openOfficeFolder, unreachableFailure } from '../open-office.ts';
import { untilAborted } from '../../infra/until-aborted.ts';
import type { CommandDependencies } from '../../hosts/terminal/dependencies.ts';
import { commandFailureLine } from '../../../shared/texts/failure-line.ts';

export type WorkerCommand = {
  readonly kind: 'worker';
  readonly concurrency: number;
  /** Takes sandbox pages, without any account. */
  readonly sandbox: boolean;
  readonly language: Language;
};

/** How long a stop waits for the database. Other workers take over pages that were not returned. */
const closeMs = 15_000;
const beatMs = 10_000;
const minuteMs = 60_000;

/** Recognizes the office's pages until the signal aborts. */
export const runWorker = async (
  command: WorkerCommand,
  { environment, home, samplesFolder, now, streams, signal }: CommandDependencies,
): Promise<0 | 1 | 2> => {
  const texts = officeTexts[command.language];
  const noteFailure = (failure: CommandFailure): void =>
    streams.note(commandFailureLine(failure, command.language));
  if (officeAddress(environment) === null) {
    streams.note(texts.noDatabase);
    return 2;
  }
  const opened = await openOfficeFolder(environment, home);
  if (!opened.ok) {
    noteFailure(opened.failure);
    return 2;
  }
  const folder = opened.value;
  const { shown } = folder.office;
  const noteConnected = (): void => streams.note(texts.started(shown, command.concurrency));
  let isUnreachable = false;
  /** Reports an unreachable database once, until a beat reaches it again. */
  const onError = (error: unknown): void => {
    const failure = unreachableFailure(error, shown);
    if (!failure) streams.noteBug(error);
    else if (!isUnreachable) noteFailure(failure);
    isUnreachable ||= failure !== null;
  };
  const worker = await openOfficeWorker(folder, {
    environment,
    home,
    samplesFolder,
    now,
    concurrency: command.concurrency,
    onFailure: noteFailure,
    onLost: (pages) => streams.note(texts.lost(pages)),
    onBadTruth: ({ file, failure }) => streams.note(`${file}: ${failure}`),
    onBug: onError,
  });
  try {
    const claimed = await worker.claimAccount();
    // A worker for sandbox pages needs no account.
    const hasNone = !claimed.ok && claimed.failure === 'no-account';
    if (!claimed.ok && !(hasNone && command.sandbox)) {
      if (claimed.failure === 'no-account') streams.note(texts.noAccount);
      else noteFailure(claimed.failure);
      return 2;
    }
    const running = await worker.start(claimed.ok);
    const stopForNewer = new AbortController();
    const beat = async (): Promise<void> => {
      if (!(await running.beat())) stopForNewer.abort();
      if (isUnreachable) noteConnected();
      isUnreachable = false;
    };
    const timers = [
      setInterval(() => void beat().catch(onError), beatMs),
      setInterval(() => {
        void running
          .count()
          .then((counts) => streams.note(texts.minute(counts)))
          .catch(onError);
      }, minuteMs),
    ];
    await beat();
    noteConnected();
    await untilAborted(AbortSignal.any([signal, stopForNewer.signal]));
    if (stopForNewer.signal.aborted) noteFailure(officeCommandFailure({ reason: 'newer', detail: shown }));
    await running.stop();
    for (const timer of timers) clearInterval(timer);
    await atMost(closeMs, running.leave);
    streams.note(texts.stopped);
    return stopForNewer.signal.aborted ? 2 : 0;
  } finally {
    await atMost(closeMs, async () => {
      await worker.close();
      await folder.close();
    });
  }
};

/** Waits no longer than this: an unavailable database must not prevent a worker from stopping. */
const atMost = async (ms: number, work: () => Promise<void>): Promise<void> => {
  const timer = new AbortController();
  const late = wait(ms, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([work(), late]);
  timer.abort();
};
