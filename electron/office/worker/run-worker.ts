import { setTimeout as wait } from 'node:timers/promises';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { Language } from '../../../shared/language.ts';
import { officeTexts } from '../../../shared/texts/office-command.ts';
import {
  officeCommandFailure,
  officeDatabase,
  openOfficeIn,
  unreachableFailure,
  type OfficeFolder,
} from '../open-office.ts';
import { openOperations, type Operations } from '../operations/open-operations.ts';
import type { OperationsOptions } from '../operations/place.ts';
import type { Metrics } from '../operations/metrics.ts';
import { whenReachable } from '../operations/when-reachable.ts';
import { describeError } from '../../infra/log.ts';
import { operationsNotes } from '../../../shared/texts/office-operations.ts';
import { prepareTexts } from '../../../shared/texts/office-prepare.ts';
import type { OfficeFailure } from '../../../shared/texts/office-failures.ts';
import type { DatabaseAddress } from '../store/address.ts';
import { untilAborted } from '../../infra/until-aborted.ts';
import type { CommandDependencies } from '../../hosts/terminal/dependencies.ts';
import { commandFailureLine } from '../../../shared/texts/failure-line.ts';
import { randomUUID } from 'node:crypto';
import type { PageId } from '../../../shared/contract/page.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { accountFrom } from '../../credentials/environment-account.ts';
import { readSettings } from '../../credentials/settings-store.ts';
import type { TruthFailure } from '../../extract/sandbox/truths.ts';
import { nodeDecoder } from '../../intake/node-decoder.ts';
import { keepShown } from '../../pipeline/digital-intake.ts';
import { createLeases } from '../../pipeline/leases.ts';
import { createPageWorker } from './page-worker.ts';
import { createSharedEndpointStates, placeSeconds } from './shared-endpoint-state.ts';
import { createRecognizer } from '../../pipeline/recognizer.ts';
import { createScanReader, readersWith } from '../../pipeline/scan-intake.ts';
import type { WriteStore } from '../../store/port.ts';
import { openPageQueue } from '../store/page-queue.ts';
import { isAway } from '../store/failures.ts';
import { openPasses } from '../store/passes.ts';
import { openOfficeSettings } from '../store/settings.ts';
import { claimAccount, forgetWorker, livingWorkers, signOfLife } from '../store/workers.ts';
import { routeFailure } from '../../app/command-failures.ts';
import { reportNotice } from '../../app/report-notice.ts';
import { withOfficeSettings } from '../office-settings.ts';
import { openEngine } from '../../app/open-engine.ts';
import type { Environment } from '../../infra/environment.ts';

type OfficeWorkerOptions = {
  readonly environment: Environment;
  readonly home: string;
  readonly samplesFolder: string;
  readonly now: () => Date;
  /** Pages at once. */
  readonly concurrency: number;
  /** Without an account, it takes sandbox pages only. */
  readonly sandboxOnly: boolean;
  /** Called for a failure that the user can remedy. */
  readonly onFailure: (failure: CommandFailure) => void;
  /** Called with the number of pages that other workers took over. */
  readonly onLost: (pages: number) => void;
  readonly onBadTruth: (failure: TruthFailure) => void;
  readonly onBug: (error: unknown) => void;
  readonly metrics: Pick<Metrics, 'call' | 'page'>;
};

/** How long a stop waits for a running call: the maximum duration of a call. */
const graceMs = 120_000;

/** The parts of a worker that exist before it takes pages. */
const open = async (folder: OfficeFolder, options: OfficeWorkerOptions) => {
  const { environment, home, samplesFolder, now, onBadTruth, onBug } = options;
  const { office } = folder;
  const id = randomUUID();
  const ofOffice = await openOfficeSettings(office, onBug);
  const ofComputer = readSettings(home);
  const settings = (): Settings => withOfficeSettings(ofComputer, ofOffice);
  const most = (): number => settings().officeCalls;
  const endpoints = createSharedEndpointStates((name) => openPasses(office, name, most()), {
    owner: id,
    most,
    onBug,
  });
  const engine = openEngine({
    account: () => Promise.resolve(accountFrom(environment, null)),
    endpoints,
    environment,
    samplesFolder,
    now,
    settings,
    startDecoder: nodeDecoder(),
    onBadTruth,
  });
  return { id, endpoints, settings, followSettings: ofOffice.listen, engine };
};

type Opened = Awaited<ReturnType<typeof open>>;

/** Takes pages from the queue. */
const start = async (
  folder: OfficeFolder,
  { id, endpoints, settings, followSettings, engine }: Opened,
  { concurrency, sandboxOnly, onFailure, onLost, onBug, metrics }: OfficeWorkerOptions,
  hasAccount: boolean,
) => {
  const { office, store } = folder;
  const { routes, decoder } = engine;
  const { now } = office.clock;
  const queue = await openPageQueue(office, { supervises: true, onBug });
  let calls = 0;
  const leases = createLeases({
    store,
    now,
    lengthMs: placeSeconds * 1_000,
    onLost: (pages) => onLost(pages.length),
    onBug,
  });
  // From the start: ends the calls of dead workers, even if this worker makes no calls itself.
  leases.hold();
  const assessor = engine.assessorOf({ folder, settings });
  /** In the unit of work that saves a response, so that no page is recognized without its figures. */
  const keepFigures = async (unit: WriteStore, page: PageId): Promise<void> => {
    await keepShown(unit, page, assessor.trustedKeys());
    await assessor.assessIn(unit, page);
  };
  const recognizer = createRecognizer({
    folder,
    now,
    onChange: () => {},
    onExtraction: assessor.keep,
    responseOf: assessor.responseOf,
    onKept: keepFigures,
    onNotice: reportNotice(onFailure),
    waitsForNetwork: true,
    leases: {
      hold: () => {
        calls += 1;
        metrics.call();
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
    readersFor: async (page) => {
      // The account of an office is that of any of its workers.
      const canCall = page.sandbox || hasAccount || sandboxOnly || (await livingWorkers(office, true)) > 0;
      const route = page.sandbox || hasAccount ? await routes.to(page.sandbox) : null;
      return { ...readersWith(settings(), page, canCall), route: route?.ok ? route.value : null };
    },
    scans: createScanReader({
      folder,
      intake: engine.intake,
      lines: engine.lines,
      trustedKeys: assessor.trustedKeys,
      onKept: keepFigures,
      onChange: () => {},
      onBug,
    }),
    skipsProven: () => settings().skipProvenCalls,
    concurrency,
    onBug,
    isOutage: (error) => isAway(error) || folder.storageCode(error) !== null,
    onEnded: metrics.page,
  });
  // A higher budget or limit applies at once.
  const stopFollowing = followSettings(() => {
    endpoints.setMost(settings().officeCalls);
    queue.sendAffordable().catch(onBug);
  });
  return {
    /** A sign of life. False if a newer program has changed the office's schema. */
    beat: async (): Promise<boolean> => {
      await office.clock.sync();
      const version = await signOfLife(office, id, hasAccount);
      await Promise.all([worker.touch(), endpoints.extend(), queue.sendForgotten(), queue.sendAffordable()]);
      return version === office.office.version;
    },
    count: async () => {
      const counted = { ...worker.counts(), calls, waits: endpoints.waits() };
      calls = 0;
      return { ...counted, queued: await queue.waiting() };
    },
    /** Finishes the running calls and returns the other pages. */
    stop: async (): Promise<void> => {
      await worker.stop();
      leases.close();
    },
    /** Removes the worker from the office. */
    leave: async (): Promise<void> => {
      stopFollowing();
      await endpoints.close();
      await forgetWorker(office, id);
      await queue.close();
    },
  };
};

/** Composes a worker of an office. It takes pages after `start`. */
const openOfficeWorker = async (folder: OfficeFolder, options: OfficeWorkerOptions) => {
  const opened = await open(folder, options);
  const { routes } = opened.engine;
  return {
    /**
     * Checks that the account is the office's own; the first worker's account becomes it.
     * @returns the name of the refusal `no-account` if the environment has none
     */
    claimAccount: async (): Promise<Result<null, CommandFailure | 'no-account'>> => {
      const route = await routes.to(false);
      if (!route.ok)
        return failed(route.failure.reason === 'no-account' ? 'no-account' : routeFailure(route.failure));
      const answerer = route.value.answererOf('');
      if (answerer.kind !== 'service') throw new Error('The service’s route leads to the sandbox');
      const claimed = await claimAccount(folder.office, answerer.appId, answerer.baseUrl);
      return claimed.ok ? success(null) : failed(officeCommandFailure(claimed.failure));
    },
    /** @param hasAccount whether it makes calls; otherwise it takes sandbox pages and reads pictures itself */
    start: (hasAccount: boolean) => start(folder, opened, options, hasAccount),
    close: opened.engine.close,
  };
};

export type WorkerCommand = {
  readonly kind: 'worker';
  readonly concurrency: number;
  /** Takes sandbox pages, without any account. */
  readonly sandbox: boolean;
  readonly language: Language;
  /** Null inside another command: then no port says how it is, and there is no log. */
  readonly operations: OperationsOptions['operations'] | null;
};

/** How long a stop waits for the database. Other workers take over pages that were not returned. */
const closeMs = 15_000;
const beatMs = 10_000;
const minuteMs = 60_000;

/** Recognizes the office's pages until the signal aborts. */
export const runWorker = async (
  command: WorkerCommand,
  dependencies: CommandDependencies,
): Promise<0 | 1 | 2> => {
  const { environment, now, streams } = dependencies;
  const { language } = command;
  const address = officeDatabase(environment);
  if (address === null) {
    streams.note(officeTexts[language].noDatabase);
    return 2;
  }
  if (!address.ok) {
    streams.note(commandFailureLine(officeCommandFailure(address.failure), language));
    return 2;
  }
  const operations = await openOperations({
    name: 'worker',
    options: command.operations,
    environment,
    address: address.value,
    language,
    now,
    streams,
  });
  if (!operations.ok) {
    streams.note(operations.failure.message[language]);
    return 2;
  }
  try {
    const code = await takePages(command, dependencies, operations.value, address.value);
    operations.value.log.info('ended', { code });
    return code;
  } finally {
    await operations.value.close();
  }
};

/** Opens the office as soon as its database can be reached, and takes its pages until the signal aborts. */
const takePages = async (
  command: WorkerCommand,
  { environment, home, samplesFolder, now, streams, signal }: CommandDependencies,
  { log, metrics, setStage }: Operations,
  address: DatabaseAddress,
): Promise<0 | 1 | 2> => {
  const { language } = command;
  const texts = officeTexts[language];
  const noteFailure = (failure: CommandFailure): void => {
    streams.note(commandFailureLine(failure, language));
    log.write('error', failure.id, failure.message.en);
  };
  const onWait = (failure: OfficeFailure): void => {
    streams.note(operationsNotes[language].waiting(officeCommandFailure(failure).message[language]));
    log.write('warn', 'waits-for-database', failure.detail);
  };
  const opened = await whenReachable(() => openOfficeIn(home, address, environment), { signal, onWait });
  if (!opened.ok && signal.aborted) return 0;
  if (!opened.ok) {
    noteFailure(officeCommandFailure(opened.failure));
    return 2;
  }
  const folder = opened.value;
  const { shown, isOwner } = folder.office;
  const noteConnected = (): void => {
    streams.note(texts.started(shown, command.concurrency));
    log.info('connected', { database: shown, concurrency: command.concurrency });
  };
  let isUnreachable = false;
  /** Reports an unreachable database once, until a beat reaches it again. */
  const onError = (error: unknown): void => {
    const failure = unreachableFailure(error, shown);
    if (!failure) {
      streams.noteBug(error);
      log.write('error', 'bug', describeError(error));
    } else if (!isUnreachable) noteFailure(failure);
    isUnreachable ||= failure !== null;
  };
  const worker = await openOfficeWorker(folder, {
    environment,
    home,
    samplesFolder,
    now,
    concurrency: command.concurrency,
    sandboxOnly: command.sandbox,
    onFailure: noteFailure,
    onLost: (pages) => {
      streams.note(texts.lost(pages));
      log.info('calls-lost', { pages });
    },
    onBadTruth: ({ file, failure }) => streams.note(`${file}: ${failure}`),
    onBug: onError,
    metrics,
  });
  try {
    const claimed = await worker.claimAccount();
    // Sandbox pages, and pictures that this computer reads, need no account.
    if (!claimed.ok && claimed.failure !== 'no-account') {
      noteFailure(claimed.failure);
      return 2;
    }
    if (!claimed.ok && !command.sandbox) streams.note(texts.noAccount);
    const running = await worker.start(claimed.ok);
    const stopForNewer = new AbortController();
    const beat = async (): Promise<void> => {
      if (!(await running.beat())) stopForNewer.abort();
      if (isUnreachable) noteConnected();
      isUnreachable = false;
    };
    const countMinute = async (): Promise<void> => {
      const counts = await running.count();
      if (command.operations) log.info('minute', counts);
      else streams.note(texts.minute(counts));
    };
    const timers = [
      setInterval(() => void beat().catch(onError), beatMs),
      setInterval(() => void countMinute().catch(onError), minuteMs),
    ];
    await beat();
    noteConnected();
    // A worker inside another command starts with the address of that.
    if (isOwner && command.operations) {
      streams.note(prepareTexts.ownerAddress.message[language]);
      log.write('warn', 'owner-address', shown);
    }
    setStage('running');
    await untilAborted(AbortSignal.any([signal, stopForNewer.signal]));
    setStage('stopping');
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
