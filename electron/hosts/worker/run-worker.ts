import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { officeTexts } from '../../../shared/texts/office-command.ts';
import { routeFailure } from '../../app/app-routes.ts';
import { officeAddress } from '../../app/office-address.ts';
import { openEngine } from '../../app/open-engine.ts';
import { withOfficeSettings } from '../../app/office-settings.ts';
import { officeCommandFailure, openOfficeFolder, type OfficeFolder } from '../../app/open-office.ts';
import { noticeFailure } from '../../app/command-failures.ts';
import { nodeDecoder } from '../../intake/node-decoder.ts';
import { accountFrom } from '../../credentials/environment-account.ts';
import { readSettings } from '../../credentials/saved-settings.ts';
import { createAssessor } from '../../pipeline/assessor.ts';
import { createLeases } from '../../pipeline/leases.ts';
import { createPageFigures } from '../../pipeline/office/page-figures.ts';
import { createPageWorker } from '../../pipeline/office/page-worker.ts';
import { createSharedLines, placeSeconds } from '../../pipeline/office/shared-line.ts';
import { createRecognizer } from '../../pipeline/recognizer.ts';
import type { Routes } from '../../pipeline/routes.ts';
import { openOfficeSettings } from '../../store/postgres/settings.ts';
import { openPageQueue } from '../../store/postgres/page-queue.ts';
import { openPasses } from '../../store/postgres/passes.ts';
import { claimAccount, forgetWorker, signOfLife } from '../../store/postgres/workers.ts';
import type { WorkerCommand } from '../cli/office/arguments.ts';
import type { Streams } from '../cli/streams.ts';

type RunWorkerDependencies = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly samplesFolder: string;
  readonly now: () => Date;
  readonly streams: Streams;
  /** Aborts when the worker must stop. */
  readonly signal: AbortSignal;
};

/** How long a stop waits for a call under way: the maximum duration of a call. */
const graceMs = 120_000;
/** How long a stop waits for the database. Other workers take over what was not given back. */
const closeMs = 15_000;
const beatMs = 10_000;
const minuteMs = 60_000;

/** The account must be the office's. A worker for sandbox pages needs none. */
const checkAccount = async (
  { sandbox }: WorkerCommand,
  folder: OfficeFolder,
  routes: Routes,
): Promise<Result<boolean, CommandFailure | 'no-account'>> => {
  const route = await routes.to(false);
  if (!route.ok && route.failure.reason === 'no-account')
    return sandbox ? success(false) : failed('no-account');
  if (!route.ok) return failed(routeFailure(route.failure));
  const answerer = route.value.answererOf('');
  if (answerer.kind !== 'service') throw new Error('The service’s route leads to the sandbox');
  const claimed = await claimAccount(folder.office, answerer.appId, answerer.baseUrl);
  return claimed.ok ? success(true) : failed(officeCommandFailure(claimed.failure));
};

/** Recognizes the office's pages until the signal aborts. */
export const runWorker = async (
  command: WorkerCommand,
  { environment, home, samplesFolder, now, streams, signal }: RunWorkerDependencies,
): Promise<0 | 1 | 2> => {
  const texts = officeTexts[command.language];
  const sayFailure = ({ message, remedy }: CommandFailure): void =>
    streams.note([message[command.language], remedy?.[command.language]].filter(Boolean).join(' '));
  if (officeAddress(environment) === null) {
    streams.note(texts.noDatabase);
    return 2;
  }
  const opened = await openOfficeFolder(environment, home);
  if (!opened.ok) {
    sayFailure(opened.failure);
    return 2;
  }
  const folder = opened.value;
  const { office, store } = folder;
  const id = randomUUID();
  const onBug = (error: unknown): void =>
    streams.note(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  const lines = createSharedLines((name) => openPasses(office, name), { owner: id, onBug });
  const ofOffice = await openOfficeSettings(office, onBug);
  const ofComputer = readSettings(home);
  const settings = (): Settings => withOfficeSettings(ofComputer, ofOffice);
  const engine = openEngine({
    account: () => Promise.resolve(accountFrom(environment, null)),
    lines,
    environment,
    samplesFolder,
    now,
    settings,
    startDecoder: nodeDecoder(),
    onBadTruth: ({ file, failure }) => streams.note(`${file}: ${failure}`),
  });
  const { routes, intake, decoder } = engine;
  try {
    const account = await checkAccount(command, folder, routes);
    if (!account.ok) {
      if (account.failure === 'no-account') streams.note(texts.noAccount);
      else sayFailure(account.failure);
      return 2;
    }
    const hasAccount = account.value;
    const queue = await openPageQueue(office, { supervises: true, onBug });
    let calls = 0;
    const leases = createLeases({
      store,
      now: office.clock.now,
      lengthMs: placeSeconds * 1_000,
      onLost: (pages) => streams.note(texts.lost(pages.length)),
      onBug,
    });
    // From the start: ends the calls of dead workers, even if this worker makes no calls itself.
    leases.hold();
    const assessor = createAssessor({
      folder,
      intake,
      decoder,
      now: office.clock.now,
      settings,
      isOther: () => true,
    });
    const figures = createPageFigures({ assessor, onBug });
    const recognizer = createRecognizer({
      folder,
      now: office.clock.now,
      onChange: () => {},
      onExtraction: assessor.keep,
      onKept: figures.keep,
      onNotice: (notice) => {
        const failure = noticeFailure(notice);
        if (failure) sayFailure(failure);
      },
      waitsForNetwork: true,
      leases: {
        hold: () => {
          calls += 1;
          return leases.hold();
        },
      },
      decode: decoder.decode,
      graceMs,
    });
    const worker = createPageWorker({
      store,
      queue,
      recognizer,
      routeFor: async (page) => {
        if (!page.sandbox && !hasAccount) return null;
        const route = await routes.to(page.sandbox);
        return route.ok ? route.value : null;
      },
      figures,
      concurrency: command.concurrency,
      onBug,
    });
    const beat = async (): Promise<void> => {
      await office.clock.sync();
      const version = await signOfLife(office, id);
      await Promise.all([worker.touch(), lines.extend()]);
      if (version !== office.office.version) stopForNewer.abort();
    };
    const stopForNewer = new AbortController();
    const tellMinute = async (): Promise<void> => {
      const counted = { ...worker.counts(), calls, waits: lines.waits() };
      calls = 0;
      streams.note(texts.minute({ ...counted, queued: await queue.waiting() }));
    };
    const timers = [
      setInterval(() => void beat().catch(onBug), beatMs),
      setInterval(() => void tellMinute().catch(onBug), minuteMs),
    ];
    await beat();
    streams.note(texts.started(office.shown, command.concurrency));
    await untilAborted([signal, stopForNewer.signal]);
    if (stopForNewer.signal.aborted)
      sayFailure(officeCommandFailure({ reason: 'newer', detail: office.shown }));
    await worker.stop();
    for (const timer of timers) clearInterval(timer);
    leases.close();
    await atMost(closeMs, async () => {
      await lines.close();
      await forgetWorker(office, id);
      await queue.close();
    });
    streams.note(texts.stopped);
    return stopForNewer.signal.aborted ? 2 : 0;
  } finally {
    await atMost(closeMs, async () => {
      await engine.close();
      await folder.close();
    });
  }
};

/** Waits for work, but not longer: a database that is away must not keep a worker from stopping. */
const atMost = async (ms: number, work: () => Promise<void>): Promise<void> => {
  const timer = new AbortController();
  const late = wait(ms, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([work(), late]);
  timer.abort();
};

const untilAborted = (signals: readonly AbortSignal[]): Promise<void> =>
  new Promise((resolve) => {
    if (signals.some(({ aborted }) => aborted)) resolve();
    for (const signal of signals) signal.addEventListener('abort', () => resolve(), { once: true });
  });
