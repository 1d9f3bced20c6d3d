import { join } from 'node:path';
import type { CommandFailure, VouchEvent } from '../../shared/contract/commands.ts';
import { failed } from '../../shared/result.ts';
import { createAccountStore, type AccountStore } from '../credentials/account-store.ts';
import type { SettingsStore } from '../credentials/settings-store.ts';
import { parseBaseUrl } from '../extract/service/base-url.ts';
import { describeError } from '../infra/log.ts';
import type { Backend } from './contract.ts';
import { createAssessLater, type AssessLater } from './assess-later.ts';
import type { DataFolder } from './data-folder.ts';
import { createExportRecords, type KeepExport } from './export-delivery.ts';
import { createReadAhead, type ReadAhead } from './read-ahead.ts';
import { createWindowOriginals, type WindowOriginals } from './originals.ts';
import { openEngine, type Engine } from './open-engine.ts';
import { createResume } from './resume.ts';
import { openPreparationJournal } from './preparation-journal.ts';
import { createLeases, type Leases } from '../pipeline/leases.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import type { Intake } from '../intake/intake.ts';
import { createPageRunner, type PageRunner } from '../pipeline/page-runner.ts';
import { badBaseUrl, badTruth, internalFailure, routeFailure, storageFailure } from './command-failures.ts';
import { refusalOf, type OfficeHooks, type SendingPages } from './office-hooks.ts';
import { reportNotice } from './report-notice.ts';
import { createRepeatEvents } from './repeat-events.ts';
import { createRecheck, type Recheck } from '../pipeline/recheck.ts';
import { createEndpointStates, type EndpointStates } from '../pipeline/endpoint-state.ts';
import type { BackendHost } from './books-room.ts';
import type { CallRoutes } from './settings-commands.ts';
import type { Routes } from '../pipeline/routes.ts';

/** Reports to the windows, and to the log. */
type BackendEvents = {
  readonly listen: Backend['listen'];
  readonly emit: (event: VouchEvent) => void;
  /** Sends an event that no query has to repeat. */
  readonly tell: (event: VouchEvent) => void;
  /** Runs a query whose result contains rows of pages. */
  readonly asking: <Answer>(question: () => Promise<Answer>) => Promise<Answer>;
  readonly report: (failure: CommandFailure) => void;
  /** Logs an unexpected error with its stack, and notifies the user. */
  readonly reportBug: (error: unknown) => void;
};

const openEvents = (log: BackendHost['log'], folder: DataFolder): BackendEvents => {
  const listeners = new Set<(event: VouchEvent) => void>();
  const tell = (event: VouchEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const again = createRepeatEvents(tell);
  const emit = (event: VouchEvent): void => {
    again.note(event);
    tell(event);
  };
  const report = (failure: CommandFailure): void => emit({ type: 'failure', failure });
  return {
    tell,
    emit,
    report,
    asking: again.asking,
    listen: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    reportBug: (error) => {
      const code = folder.storageCode(error);
      log.write('error', code === null ? 'unexpected' : 'storage', describeError(error));
      report(code === null ? internalFailure(error) : storageFailure(code));
    },
  };
};

const openAccount = (host: BackendHost, settings: SettingsStore): AccountStore =>
  createAccountStore({
    store: host.store,
    cipher: host.cipher,
    environment: host.environment,
    checkBaseUrl: (baseUrl) => {
      const parsed = parseBaseUrl(baseUrl, { allowPlainHttp: settings.read().allowPlainHttp });
      if (parsed.ok) return null;
      const { message, remedy } = badBaseUrl(parsed.failure);
      return { message, remedy };
    },
  });

/** What a backend is opened with. */
type Opening = {
  readonly host: BackendHost;
  readonly settings: SettingsStore;
  readonly folder: DataFolder;
  readonly office: OfficeHooks;
};

/** One backend from its opening until it is closed. Its members keep what changes meanwhile. */
export type BackendState = Opening & {
  readonly closing: AbortController;
  readonly events: BackendEvents;
  readonly account: AccountStore;
  readonly endpoints: EndpointStates;
  readonly engine: Engine;
  readonly intake: Intake;
  readonly readAhead: ReadAhead;
  readonly assessor: Assessor;
  readonly files: WindowOriginals;
  readonly leases: Leases;
  readonly runner: PageRunner;
  readonly recheck: Recheck;
  readonly assessLater: AssessLater;
  readonly keepExport: KeepExport;
  /** The calls that this process makes itself. */
  readonly callRoutes: CallRoutes;
  readonly sending: SendingPages;
  readonly resume: () => Promise<void>;
};

const appRoutes = (routes: Routes): CallRoutes => ({
  to: async (sandbox) => {
    const route = await routes.to(sandbox);
    return route.ok ? route : failed(routeFailure(route.failure));
  },
});

export const openState = (opening: Opening): BackendState => {
  const { host, settings, folder, office } = opening;
  const { store } = folder;
  const closing = new AbortController();
  const { signal } = closing;
  const events = openEvents(host.log, folder);
  const { emit, report, reportBug: onBug } = events;
  const account = openAccount(host, settings);
  const endpoints = createEndpointStates(settings.read().concurrency);
  const engine = openEngine({
    account: account.account,
    endpoints,
    environment: host.environment,
    samplesFolder: host.samplesFolder,
    now: host.now,
    settings: settings.read,
    transport: host.transport,
    writesHost: host.writesHost === true,
    ...(host.systemProxy ? { systemProxy: host.systemProxy } : {}),
    ...(host.proxyLogins ? { proxyLogins: host.proxyLogins } : {}),
    startDecoder: host.startDecoder,
    spares: host.spares,
    startReader: host.startReader,
    onBadTruth: ({ file, failure }) => report(badTruth(file, failure)),
  });
  const readAhead = createReadAhead(engine.intake);
  const intake = { ...engine.intake, readDigital: readAhead.readDigital };
  const journal = openPreparationJournal(join(host.home, 'preparing'));
  const assessor = engine.assessorOf({ folder, settings: settings.read });
  const files = createWindowOriginals({ folder, settings: settings.read, signal, onBug });
  const leases = createLeases({ store, now: host.now, onLost: (lost) => runner.tell(lost), onBug });
  const runner: PageRunner = createPageRunner({
    folder,
    leases,
    originals: files.originals,
    intake,
    journal,
    routes: engine.routes,
    assessor,
    decode: engine.decoder.decode,
    graceMs: host.graceMs,
    now: host.now,
    concurrency: settings.read().concurrency,
    emit,
    sharing: office,
    lines: engine.lines,
    settings: settings.read,
    onNotice: reportNotice(report),
    onRefused: (refusal) => report(routeFailure(refusal)),
    onBug,
  });
  const callRoutes = appRoutes(engine.routes);
  const sending = office.sendingWith({
    routes: callRoutes,
    ready: async () => {
      const route = await callRoutes.to(false);
      return (page) => refusalOf(settings.read(), page, route) === null;
    },
  });
  return {
    ...opening,
    closing,
    events,
    account,
    endpoints,
    engine,
    intake,
    readAhead,
    assessor,
    files,
    leases,
    runner,
    callRoutes,
    sending,
    recheck: createRecheck({ store, assessor, tell: runner.tell, onBug }),
    assessLater: createAssessLater({ store, runner, signal, onBug }),
    keepExport: createExportRecords(store, folder.storageCode, emit),
    resume: createResume({
      store,
      runner,
      journal,
      readAhead,
      pagesLeft: office.pagesLeft,
      ready: sending.ready,
      signal,
      onBug,
    }),
  };
};
