import { join } from 'node:path';
import { failureOf } from '../../shared/services/failures.ts';
import {
  commands,
  isCommandName,
  type CommandName,
  type VouchEvent,
} from '../../shared/contract/commands.ts';
import { languageOf, type Language } from '../../shared/language.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { failed, success } from '../../shared/result.ts';
import { createCredentials } from '../credentials/credentials.ts';
import { createSettingsStore, type SettingsStore } from '../credentials/settings-store.ts';
import { parseBaseUrl } from '../extract/service/base-url.ts';
import { makeNodeTransport } from '../infra/network/node-transport.ts';
import { createReplyDecoder } from '../extract/service/reply-decoder.ts';
import { createOwnNetwork } from '../infra/network/own-network.ts';
import { isDamage } from '../store/sqlite/open-ledger.ts';
import { createIntake } from '../intake/intake.ts';
import { describeError } from '../infra/log.ts';
import { createAssessor } from '../pipeline/assessor.ts';
import { newBatch } from '../pipeline/batch.ts';
import { callRecordCommands } from './call-record-commands.ts';
import type { Backend, Host } from './contract.ts';
import { dataCommands } from './data-commands.ts';
import { openDataFolder, type DataFolder } from './data-folder.ts';
import { createDownloads } from './downloads.ts';
import { createDelivery } from './export-delivery.ts';
import { countingOnly, faceCommands } from './face-commands.ts';
import { exportCommands } from './export-commands.ts';
import { createExportRecords } from './export-records.ts';
import { sidesCommands } from './sides-commands.ts';
import { historyCommands } from './history-commands.ts';
import { inputSchemas, type Handlers } from './handlers.ts';
import { intakeCommands } from './intake-commands.ts';
import { createReadAhead } from './read-ahead.ts';
import { originalCommands } from './original-commands.ts';
import { createOriginals } from './originals.ts';
import { makeUp } from './make-up.ts';
import { pageCommands } from './page-commands.ts';
import { openPreparingMarks } from './preparing-marks.ts';
import { createPasswords } from './passwords.ts';
import { createPageRunner } from '../pipeline/page-runner.ts';
import { createPhotos, createPictures } from './pictures.ts';
import {
  badBaseUrl,
  badRequest,
  badTruth,
  internalProblem,
  ledgerReadOnly,
  noticeProblem,
  storageProblem,
} from './problems.ts';
import { appRoutes, routeProblem } from './app-routes.ts';
import { createReadAside } from './read-aside.ts';
import { createRecheck } from '../pipeline/recheck.ts';
import { createRoutes } from '../pipeline/routes.ts';
import { createSandboxService } from './sandbox-service.ts';
import { createServiceLines } from '../pipeline/service-line.ts';
import { settingsCommands } from './settings-commands.ts';
import { batchCommands } from './batch-commands.ts';
import { booksCommands } from './books/books-commands.ts';
import { treatmentCommands } from './treatment-commands.ts';
import { createWatcher } from './watcher.ts';

/** A data folder that can't be opened: the error says why and what to do, in the language of the user. */
const openOrThrow = async (host: Host, chosen: Language | 'system'): Promise<DataFolder> => {
  const opened = await openDataFolder(host.home, `Vouch (${host.kind})`, host.now, true);
  if (opened.ok) return opened.value;
  const { message, remedy } = opened.failure;
  const language = chosen === 'system' ? languageOf(host.locale) : chosen;
  const sentences = [message[language], ...(remedy ? [remedy[language]] : [])];
  throw new Error(sentences.join(language === 'zh' ? '。' : '. '));
};

/** Where the host's store keeps whether the user has paused the queue. */
const pausedKey = 'queue-paused';

/** Puts the parts together over an open data folder. */
const backendOver = async (host: Host, settings: SettingsStore, folder: DataFolder): Promise<Backend> => {
  const { pages } = folder.ledger;
  const closing = new AbortController();
  const listeners = new Set<(event: VouchEvent) => void>();
  const aside = createReadAside(folder.reader, pages);
  const emit = (event: VouchEvent): void => {
    aside.note(event);
    for (const listener of listeners) listener(event);
  };

  /** Writes what nobody expected to the log, with its stack, and tells the user that something went wrong. */
  const reportFault = (error: unknown): void => {
    const code = folder.storageCode(error);
    host.log.write('error', code === null ? 'unexpected' : 'storage', describeError(error));
    emit({ type: 'problem', problem: code === null ? internalProblem(error) : storageProblem(code) });
  };

  const allowPlainHttp = (): boolean => settings.read().allowPlainHttp;
  const credentials = createCredentials({
    store: host.store,
    seal: host.seal,
    environment: host.environment,
    checkBaseUrl: (baseUrl) => {
      const parsed = parseBaseUrl(baseUrl, { allowPlainHttp: allowPlainHttp() });
      if (parsed.ok) return null;
      const { message, remedy } = badBaseUrl(parsed.failure);
      return { message, remedy };
    },
  });
  const sandbox = createSandboxService({
    samplesFolder: host.samplesFolder,
    truthFolder: host.environment.VOUCH_SANDBOX_TRUTH?.trim() || null,
    now: host.now,
    onProblem: (_, { file, problem }) => emit({ type: 'problem', problem: badTruth(file, problem) }),
  });
  const lines = createServiceLines(settings.read().concurrency);
  const serviceRoutes = createRoutes({
    account: credentials.account,
    allowPlainHttp,
    writesHost: host.writesHost === true,
    transport: createOwnNetwork({
      usual: host.transport,
      chosen: settings.read,
      environment: host.environment,
      ...(host.systemProxy ? { systemProxy: host.systemProxy } : {}),
    }),
    loopbackTransport: makeNodeTransport(),
    sandbox,
    lines,
  });
  const routes = appRoutes(serviceRoutes);
  const plainIntake = createIntake({ startDecoder: host.startDecoder });
  const readAhead = createReadAhead(plainIntake);
  const intake = { ...plainIntake, readDigital: readAhead.readDigital };
  const marks = openPreparingMarks(join(host.home, 'preparing'));
  const decoder = createReplyDecoder();
  const assessor = createAssessor({
    folder,
    intake,
    decoder,
    now: host.now,
    settings: settings.read,
    isOther: () => true,
  });
  const originals = createOriginals({ folder, settings: settings.read, signal: closing.signal });
  const runner = createPageRunner({
    folder,
    originals,
    intake,
    marks,
    routes: serviceRoutes,
    assessor,
    decode: decoder.decode,
    now: host.now,
    concurrency: settings.read().concurrency,
    emit,
    isLocalOnly: () => settings.read().localOnly,
    onNotice: (notice) => {
      const problem = noticeProblem(notice);
      if (problem) emit({ type: 'problem', problem });
    },
    onRefused: (refusal) => emit({ type: 'problem', problem: routeProblem(refusal) }),
    onFault: reportFault,
  });

  const recheck = createRecheck({
    pages,
    reader: folder.reader,
    assessor,
    tell: runner.tell,
    onFault: reportFault,
  });

  const setPaused = (paused: boolean): void => {
    runner.setPaused(paused);
    lines.setPaused(paused);
  };

  /** What an earlier start left waiting goes on as soon as it can. */
  const resume = async (): Promise<void> => {
    if (folder.ledger.readOnly) return;
    const waiting = pages.inState('waiting').filter(({ id }) => !runner.has(id));
    const ready = (await credentials.status()).ready;
    const killers = waiting.filter((page) => !page.picture && marks.killedTwice(page.id));
    for (const { id } of killers) pages.refused(id, failureOf('died-preparing'));
    const able = waiting.filter((page) => !killers.includes(page) && (page.sandbox || ready));
    if (able.length > 0 && !closing.signal.aborted) runner.add(able, newBatch(folder.ledger, false));
  };

  const downloads = createDownloads();
  const passwords = createPasswords();
  const picture = createPictures(folder, intake, passwords, originals);
  const photo = createPhotos(folder, intake, passwords, originals, picture);
  const packedFaces = async (id: PageId): Promise<Uint8Array<ArrayBuffer> | null> => {
    const asked = pages.get(id);
    if (asked) await assessor.prepare(asked);
    const row = pages.get(id);
    return row && assessor.packedFaces(row);
  };
  const keepExport = createExportRecords(folder.ledger, folder.storageCode, emit);
  const counting = countingOnly(assessor, settings.read);
  const exporting = { folder, assessor: counting, runner, host };
  const delivery = createDelivery(host, downloads, keepExport, 'download');
  const dragged = createDelivery({ now: host.now }, downloads, keepExport, 'dragged');
  const offered = exportCommands({ ...exporting, delivery: dragged });
  const handlers: Handlers = {
    ...settingsCommands({
      host,
      settings,
      credentials,
      routes,
      emit,
      onChange: () => {
        runner.setConcurrency(settings.read().concurrency);
        if (!folder.ledger.readOnly) watcher.follow();
        lines.setMost(settings.read().concurrency);
        void resume();
      },
      onChecksChange: () => {
        if (!folder.ledger.readOnly) recheck.start();
      },
      signal: closing.signal,
      notes: folder.notes,
      pageCounts: () => folder.reader.read('counts', null),
    }),
    ...intakeCommands({
      folder,
      originals,
      runner,
      routes,
      settings: settings.read,
      samplesFolder: host.samplesFolder,
      readAhead,
    }),
    ...pageCommands({ folder, runner, routes, assessor, settings: settings.read, aside, emit }),
    ...batchCommands({ folder, runner, assessor }),
    ...booksCommands({
      host,
      folder,
      assessor,
      originals,
      delivery,
      emit,
      emitRows: runner.tell,
      settings: settings.read,
    }),
    ...treatmentCommands({ folder, originals, intake, runner, routes, assessor, passwords }),
    ...sidesCommands({ folder, assessor }),
    ...historyCommands(folder.reader, aside),
    ...dataCommands({ host, signal: closing.signal }),
    ...originalCommands({ host, pages, originals }),
    ...callRecordCommands(folder, credentials.account),
    'queue.pause': async ({ paused }) => {
      setPaused(paused);
      host.store.set(pausedKey, paused);
      // What a stopped batch left waiting goes on, too.
      if (!paused) await resume();
      return success({});
    },
    ...exportCommands({ ...exporting, delivery }),
    ...faceCommands({
      photo,
      host,
      folder,
      assessor,
      runner,
      downloads,
      keepExport,
      settings: settings.read,
    }),
  };

  /** A newer program's ledger can be looked at. */
  const isAllowed = (name: CommandName): boolean =>
    !folder.ledger.readOnly || commands[name].access === 'read';

  const answer = async <Name extends CommandName>(name: Name, input: unknown) => {
    const parsed = inputSchemas[name].input.safeParse(input);
    if (parsed.success && !isAllowed(name)) return failed(ledgerReadOnly);
    // A window asks for this first, when it listens already: it must know of a queue that was paused before it came.
    if (name === 'app.info') runner.tellProgress();
    return parsed.success ? await handlers[name](parsed.data) : failed(badRequest);
  };

  const watcher = createWatcher({
    settings: settings.read,
    add: async ({ service }, paths) => {
      const files = paths.map((path) => ({ kind: 'path' as const, path }));
      const added = await handlers['pages.add']({ service, sandbox: false, files });
      if (!added.ok) emit({ type: 'problem', problem: added.failure });
    },
    onProblem: (problem) => emit({ type: 'problem', problem }),
  });

  if (!folder.ledger.readOnly) {
    // A queue that the user has paused stays paused.
    if (host.store.get(pausedKey) === true) setPaused(true);
    await resume();
    watcher.follow();
    const { reader } = folder;
    void makeUp({ pages, reader, runner, signal: closing.signal }).catch(reportFault);
  }

  return {
    invoke: async (name, input) => {
      if (!isCommandName(name)) return failed(badRequest);
      try {
        return await answer(name, input);
      } catch (error) {
        const code = folder.storageCode(error);
        host.log.write('error', name, describeError(error));
        if (code === null) throw error;
        return failed(storageProblem(code));
      }
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    picture,
    faces: packedFaces,
    offerExport: async (input) => {
      const parsed = inputSchemas['pages.export'].input.safeParse(input);
      return parsed.success ? await offered['pages.export'](parsed.data) : failed(badRequest);
    },
    takeDownload: downloads.take,
    close: async () => {
      closing.abort();
      await watcher.close();
      await recheck.stop();
      await runner.stop();
      await intake.close();
      await decoder.close();
      await sandbox.close();
      await folder.reader.close();
      folder.close();
    },
  };
};

/**
 * Puts the parts together and answers every command. Rejects where the data folder can't be opened; a ledger that turns
 * out to be damaged while it starts is recovered at once.
 */
export const createBackend = async (host: Host): Promise<Backend> => {
  const settings = createSettingsStore(host.store);
  const start = async (recovers: boolean): Promise<Backend> => {
    const folder = await openOrThrow(host, settings.read().language);
    try {
      return await backendOver(host, settings, folder);
    } catch (error) {
      const damaged = isDamage(error);
      folder.storageCode(error);
      await folder.reader.close();
      folder.close();
      if (damaged && recovers) return await start(false);
      throw error;
    }
  };
  return await start(true);
};
