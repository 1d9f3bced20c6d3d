import { join } from 'node:path';
import {
  commands,
  isCommandName,
  type CommandFailure,
  type CommandName,
  type VouchEvent,
} from '../../shared/contract/commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { failed, success } from '../../shared/result.ts';
import { createAccountStore } from '../credentials/account-store.ts';
import type { SettingsStore } from '../credentials/settings-store.ts';
import { parseBaseUrl } from '../extract/service/base-url.ts';
import { describeError } from '../infra/log.ts';
import type { Downloads } from '../store/records/download.ts';
import type { Backend } from './contract.ts';
import { dataCommands } from './data-commands.ts';
import { createAssessLater } from './assess-later.ts';
import type { DataFolder } from './data-folder.ts';
import { createDownloads, createDelivery, createExportRecords } from './export-delivery.ts';
import { faceCommands } from './face-commands.ts';
import { countingOnly } from './face-queries.ts';
import { exportCommands } from './export-commands.ts';
import { inputSchemas, localCaller, type Caller, type Handlers, type WriteHandlers } from './handlers.ts';
import { intakeCommands } from './intake-commands.ts';
import { createReadAhead } from './read-ahead.ts';
import { readCommands, type ReadDependencies } from './read-commands.ts';
import { originalCommands, createOriginals } from './originals.ts';
import { openEngine } from './open-engine.ts';
import { createResume, makeUp } from './resume.ts';
import { pageCommands } from './page-commands.ts';
import { reviewCommands } from './review-commands.ts';
import { openPreparationJournal } from './preparation-journal.ts';
import { createPasswords, createPhotos, createPictures } from './pictures.ts';
import { createLeases } from '../pipeline/leases.ts';
import { createPageRunner, type PageRunner } from '../pipeline/page-runner.ts';
import {
  badBaseUrl,
  badRequest,
  badTruth,
  internalFailure,
  ledgerReadOnly,
  reportNotice,
  storageFailure,
} from './command-failures.ts';
import { appRoutes, officeRoutes, refusalOf, routeFailure, type AppRoutes } from './app-routes.ts';
import { createRepeatEvents } from './repeat-events.ts';
import { createRecheck } from '../pipeline/recheck.ts';
import { createEndpointStates } from '../pipeline/endpoint-state.ts';
import { settingsCommands } from './settings-commands.ts';
import { batchCommands } from './batch-commands.ts';
import { joinCommands } from './joined-changes.ts';
import type { BackendHost } from './books-room.ts';
import { treatmentCommands } from './treatment-commands.ts';
import { createWatcher } from './watcher.ts';

/** The key of the queue's paused state in the host's store. */
const pausedKey = 'queue-paused';

/** In an office, the interval at which a server looks for pages that no living server prepares. */
const takeOverEveryMs = 20_000;

/** The parts that an office has in addition to a private data folder. */
type OfficeParts = {
  /** Passes a prepared page to the workers, which make the calls. */
  readonly handOver: (page: PageId) => Promise<void>;
  /** Reports that another process has changed a setting of the office. */
  readonly onSettings: (listener: () => void) => () => void;
  readonly downloads: Downloads;
  /** Reports pages that a user has claimed or released. Returns a function that ends the listening. */
  readonly onClaims: (listener: () => void) => () => void;
};

/** Creates the backend over an open data folder. */
export const backendOver = async (
  host: BackendHost,
  settings: SettingsStore,
  folder: DataFolder,
  office: OfficeParts | null,
): Promise<Backend> => {
  const { store } = folder;
  const handOver = office?.handOver ?? null;
  const closing = new AbortController();
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

  /** Logs an unexpected error with its stack, and notifies the user. */
  const reportBug = (error: unknown): void => {
    const code = folder.storageCode(error);
    host.log.write('error', code === null ? 'unexpected' : 'storage', describeError(error));
    report(code === null ? internalFailure(error) : storageFailure(code));
  };

  const accountStore = createAccountStore({
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
  const endpoints = createEndpointStates(settings.read().concurrency);
  const engine = openEngine({
    account: accountStore.account,
    endpoints,
    environment: host.environment,
    samplesFolder: host.samplesFolder,
    now: host.now,
    settings: settings.read,
    transport: host.transport,
    writesHost: host.writesHost === true,
    ...(host.systemProxy ? { systemProxy: host.systemProxy } : {}),
    startDecoder: host.startDecoder,
    startReader: host.startReader,
    onBadTruth: ({ file, failure }) => report(badTruth(file, failure)),
  });
  const { decoder } = engine;
  const callRoutes = appRoutes(engine.routes);
  const routes: AppRoutes = handOver ? officeRoutes : callRoutes;
  const readAhead = createReadAhead(engine.intake);
  const intake = { ...engine.intake, readDigital: readAhead.readDigital };
  const journal = openPreparationJournal(join(host.home, 'preparing'));
  const assessor = engine.assessorOf({ folder, settings: settings.read });
  const originals = createOriginals({ folder, settings: settings.read, signal: closing.signal });
  const leases = createLeases({
    store,
    now: host.now,
    onLost: (lost) => runner.tell(lost),
    onBug: reportBug,
  });
  const runner: PageRunner = createPageRunner({
    folder,
    leases,
    originals,
    intake,
    journal,
    routes: engine.routes,
    assessor,
    decode: decoder.decode,
    graceMs: host.graceMs,
    now: host.now,
    concurrency: settings.read().concurrency,
    emit,
    lines: engine.lines,
    settings: settings.read,
    ...(handOver ? { handOver } : {}),
    onNotice: reportNotice(report),
    onRefused: (refusal) => report(routeFailure(refusal)),
    onBug: reportBug,
  });

  const recheck = createRecheck({
    store,
    assessor,
    tell: runner.tell,
    onBug: reportBug,
  });

  const hearOthers = async (ids: readonly PageId[]): Promise<void> => {
    const there = new Set((await store.pages(ids)).map(({ id }) => id));
    const gone = ids.filter((id) => !there.has(id));
    if (gone.length > 0) emit({ type: 'pages.removed', ids: gone });
    await runner.tell([...there]);
  };
  // The use cases report this process's own changes.
  const stopHearing = store.listen(
    (ids, by) => {
      if (by === 'other') void hearOthers(ids).catch(reportBug);
    },
    // Windows reload everything.
    () => emit({ type: 'data.replaced' }),
  );

  const setPaused = (paused: boolean): void => {
    runner.setPaused(paused);
    endpoints.setPaused(paused);
  };

  const stopOffice = [
    office?.onSettings(() => {
      setPaused(host.store.get(pausedKey) === true);
      // Another server has checked all pages with them.
      emit({ type: 'settings.changed', settings: settings.read() });
    }),
    office?.onClaims(() => tell({ type: 'claims.changed' })),
  ];

  const resume = createResume({
    store,
    runner,
    journal,
    readAhead,
    handsOver: handOver !== null,
    ready: async () => {
      const route = await callRoutes.to(false);
      return (page) => refusalOf(settings.read(), page, route) === null;
    },
    signal: closing.signal,
    onBug: reportBug,
  });

  const downloads = office?.downloads ?? createDownloads();
  // Pages that another server accepted before it died.
  const takeOver = handOver
    ? setInterval(() => void resume().catch(reportBug), takeOverEveryMs).unref()
    : undefined;
  const passwords = createPasswords();
  const picture = createPictures(folder, intake, passwords, originals, runner);
  const photo = createPhotos(folder, intake, passwords, originals, picture);
  const keepExport = createExportRecords(store, folder.storageCode, emit);
  const counting = countingOnly(assessor, settings.read);
  const delivery = createDelivery(host, downloads, keepExport, 'download');
  const dragged = createDelivery({ now: host.now }, downloads, keepExport, 'dragged');
  const later = createAssessLater({ store, runner, signal: closing.signal, onBug: reportBug });
  const offered = exportCommands({
    folder,
    assessor: counting,
    runner,
    assessLater: later.add,
    host,
    delivery: dragged,
  });
  const books = host.openBooks(host);
  const reads: ReadDependencies = {
    onBug: reportBug,
    host,
    folder,
    assessor,
    counting,
    originals,
    runner,
    assessLater: later.add,
    photo,
    delivery,
    account: accountStore.account,
    settings: settings.read,
    emit,
  };
  const writeHandlers: Omit<WriteHandlers, 'data.restore'> = {
    ...intakeCommands({
      folder,
      originals,
      runner,
      routes,
      settings: settings.read,
      samplesFolder: host.samplesFolder,
      readAhead,
      intake,
    }),
    ...pageCommands({ folder, runner, routes, settings: settings.read, emit }),
    ...reviewCommands({ folder, runner, assessor, emit }),
    ...faceCommands({ folder, assessor, runner }),
    ...batchCommands({ folder, runner, assessor }),
    ...joinCommands({ folder, runner, assessor }),
    ...books.commands({ ...reads, folder, assessor, emitRows: runner.tell }),
    ...treatmentCommands({
      folder,
      originals,
      intake,
      runner,
      routes,
      settings: settings.read,
      assessor,
      passwords,
    }),
    ...originalCommands({ host, store, originals }),
    'queue.pause': async ({ paused }) => {
      setPaused(paused);
      host.store.set(pausedKey, paused);
      // Pages that a stopped batch left waiting continue, too.
      if (!paused) await resume();
      return success({});
    },
  };
  const handlers: Handlers = {
    ...writeHandlers,
    ...readCommands(reads, books),
    ...settingsCommands({
      host,
      settings,
      accountStore,
      routes: callRoutes,
      emit,
      onChange: () => {
        runner.setConcurrency(settings.read().concurrency);
        if (!store.readOnly) watcher.follow();
        endpoints.setMost(settings.read().concurrency);
        void resume().catch(reportBug);
      },
      onChecksChange: () => {
        if (!store.readOnly) recheck.start();
      },
      signal: closing.signal,
      notes: folder.notes,
      pageCounts: store.counts,
    }),
    ...dataCommands({ host, signal: closing.signal }),
  };

  /** A newer program's ledger is read-only. */
  const isAllowed = (name: CommandName): boolean => !store.readOnly || commands[name].ledger !== 'write';

  const answer = async <Name extends CommandName>(name: Name, input: unknown, caller: Caller) => {
    const parsed = inputSchemas[name].input.safeParse(input);
    if (parsed.success && !isAllowed(name)) return failed(ledgerReadOnly);
    // A window sends this first, and listens already: the response tells it whether the queue is paused.
    if (name === 'app.info') runner.tellProgress();
    if (!parsed.success) return failed(badRequest);
    const { data } = parsed;
    return commands[name].ledger !== 'write'
      ? await again.asking(() => handlers[name](data, caller))
      : await handlers[name](data, caller);
  };

  const watcher = createWatcher({
    settings: settings.read,
    add: async ({ service }, paths) => {
      const files = paths.map((path) => ({ kind: 'path' as const, path }));
      const added = await handlers['pages.add']({ service, sandbox: false, files }, localCaller);
      if (!added.ok) report(added.failure);
    },
    onFailure: report,
    onBug: reportBug,
  });

  let made: Promise<void> = Promise.resolve();
  if (!store.readOnly) {
    // A queue that the user has paused stays paused.
    if (host.store.get(pausedKey) === true) setPaused(true);
    await resume();
    watcher.follow();
    made = makeUp({ store, runner, signal: closing.signal }).catch(reportBug);
  }

  return {
    invoke: async (name, input, caller = localCaller) => {
      if (!isCommandName(name)) return failed(badRequest);
      try {
        return await answer(name, input, caller);
      } catch (error) {
        const code = folder.storageCode(error);
        host.log.write('error', name, describeError(error));
        if (code === null) throw error;
        return failed(storageFailure(code));
      }
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    picture,
    faces: assessor.packedFaces,
    offerExport: async (input) => {
      const parsed = inputSchemas['pages.export'].input.safeParse(input);
      return parsed.success ? await offered['pages.export'](parsed.data, localCaller) : failed(badRequest);
    },
    takeDownload: async (id) => {
      const taken = await downloads.take(id);
      if (taken?.record) await keepExport(taken.record, taken.record);
      return taken?.download ?? null;
    },
    close: async () => {
      closing.abort();
      stopHearing();
      clearInterval(takeOver);
      for (const stop of stopOffice) stop?.();
      await watcher.close();
      await recheck.stop();
      await runner.stop();
      await later.ended();
      await made;
      leases.close();
      await engine.close();
      await folder.close();
    },
  };
};
