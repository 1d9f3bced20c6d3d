import { randomUUID } from 'node:crypto';
import {
  commands,
  isCommandName,
  type CommandFailure,
  type CommandName,
  type CommandOutput,
} from '../../shared/contract/commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { languageOf } from '../../shared/language.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import { ownAuthor } from '../../shared/review/event.ts';
import type { SettingsStore } from '../credentials/settings-store.ts';
import { describeError } from '../infra/log.ts';
import type { Backend } from './contract.ts';
import { dataCommands } from './data-commands.ts';
import type { DataFolder } from './data-folder.ts';
import { createDelivery } from './export-delivery.ts';
import { faceCommands } from './face-commands.ts';
import { countingOnly } from './face-queries.ts';
import { exportCommands } from './export-commands.ts';
import { inputSchemas, localCaller, type Caller, type Handlers, type WriteHandlers } from './handlers.ts';
import { intakeCommands } from './intake-commands.ts';
import { readCommands, type ReadDependencies } from './read-commands.ts';
import { originalCommands } from './originals.ts';
import { makeUp } from './resume.ts';
import { pageCommands } from './page-commands.ts';
import { reviewCommands } from './review-commands.ts';
import { createPasswords, createPhotos, createPictures } from './pictures.ts';
import { badRequest, ledgerReadOnly, noAccount, storageFailure } from './command-failures.ts';
import type { OfficeHooks } from './office-hooks.ts';
import { settingsCommands } from './settings-commands.ts';
import { batchCommands } from './batch-commands.ts';
import { createFourEyes } from './four-eyes.ts';
import { cellCommands } from './correct-cells.ts';
import { joinCommands } from './joined-changes.ts';
import { partCommands } from './part-commands.ts';
import { pairCommands } from './pair-commands.ts';
import type { BackendHost } from './books-room.ts';
import { createProxyFinder, type ProxyFinder } from '../infra/network/own-network.ts';
import { moveKeptMails, openKeptMails } from './kept-mails.ts';
import { createMailboxReader } from './mailbox.ts';
import { mailboxCommands } from './mailbox-commands.ts';
import { createMailboxStore, type MailboxStore } from '../credentials/mailbox-store.ts';
import { binCommands } from './bin-commands.ts';
import { treatmentCommands } from './treatment-commands.ts';
import { createWatcher } from './watcher.ts';

import { openState, type BackendState } from './backend-state.ts';

/** The key of the queue's paused state in the host's store. */
const pausedKey = 'queue-paused';

const setPaused = ({ runner, endpoints }: BackendState, paused: boolean): void => {
  runner.setPaused(paused);
  endpoints.setPaused(paused);
};

/** Tells the windows what other processes do to the ledger. Returns a function that ends this. */
const followOthers = (state: BackendState): (() => void) => {
  const { host, settings, folder, office, events, runner, resume } = state;
  const { store } = folder;
  const showChanged = async (ids: readonly PageId[]): Promise<void> => {
    const there = new Set((await store.pages(ids)).map(({ id }) => id));
    const gone = ids.filter((id) => !there.has(id));
    if (gone.length > 0) events.emit({ type: 'pages.removed', ids: gone });
    await runner.tell([...there]);
  };
  // The use cases report this process's own changes.
  const endPages = store.listen(
    (ids, by) => {
      if (by === 'other') void showChanged(ids).catch(events.reportBug);
    },
    // Windows reload everything.
    () => events.emit({ type: 'data.replaced' }),
  );
  const endOffice = office.follow({
    settingsChanged: () => {
      setPaused(state, host.store.get(pausedKey) === true);
      // Another server has checked all pages with them.
      events.emit({ type: 'settings.changed', settings: settings.read() });
    },
    claimsChanged: () => events.tell({ type: 'claims.changed' }),
    resume: () => void resume().catch(events.reportBug),
  });
  return () => {
    endPages();
    endOffice();
  };
};

/** The answers to all commands, and what a window gets without a command. */
type Answers = Pick<Backend, 'picture'> & {
  readonly handlers: Handlers;
  /** `pages.export` for drags out of the window. */
  readonly dragged: Pick<Handlers, 'pages.export'>;
};

/** What follows the settings, and gives commands. It is made after the commands, which change the settings. */
type Following = {
  follow: () => void;
  takeMails: () => Promise<CommandFailure | null>;
  readonly mailbox: MailboxStore;
  readonly proxies: ProxyFinder;
};

const createAnswers = (state: BackendState, following: Following): Answers => {
  const { host, settings, folder, office, events, intake, assessor, files, runner } = state;
  const { endpoints, callRoutes, resume, account } = state;
  const { store } = folder;
  const { emit, reportBug: onBug } = events;
  const { routes } = state.sending;
  const { signal } = state.closing;
  const { originals } = files;
  const assessLater = state.assessLater.add;
  const passwords = createPasswords();
  const picture = createPictures(folder, intake, passwords, files.reads, runner);
  const fourEyes = createFourEyes(() => settings.read().fourEyes);
  const counting = countingOnly(assessor, settings.read);
  const books = host.openBooks(host);
  const reads: ReadDependencies = {
    onBug,
    host,
    folder,
    assessor,
    counting,
    originals: files.reads,
    runner,
    assessLater,
    photo: createPhotos(folder, intake, passwords, files.reads, picture),
    delivery: createDelivery(host, office.downloads, state.keepExport, 'download'),
    account: account.account,
    settings: settings.read,
    auditDigest: office.auditDigest,
    workers: office.workers,
    emit,
  };
  const mailbox = mailboxCommands({
    mailbox: following.mailbox,
    settings: settings.read,
    proxies: following.proxies,
    take: () => following.takeMails(),
    signal,
  });
  const writeHandlers: Omit<WriteHandlers, 'data.restore'> = {
    ...intakeCommands({
      folder,
      originals,
      runner,
      routes,
      settings: settings.read,
      samplesFolder: host.samplesFolder,
      readAhead: state.readAhead,
      intake,
    }),
    ...pageCommands({ folder, runner, routes, settings: settings.read, office }),
    ...binCommands({ folder, runner, emit, lastUser: office.lastUser }),
    ...reviewCommands({ folder, runner, assessor, fourEyes, emit }),
    ...faceCommands({ folder, assessor, runner }),
    ...batchCommands({ folder, runner, assessor, fourEyes }),
    ...cellCommands({ folder, runner, assessor }),
    ...joinCommands({ folder, runner, assessor }),
    ...partCommands({ folder, runner, assessor, emit, lastUser: office.lastUser }),
    ...pairCommands({ folder, runner, assessor }),
    ...books.commands({ ...reads, folder, originals, emitRows: runner.tell }),
    ...treatmentCommands({
      office,
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
    'mailbox.take': mailbox['mailbox.take'],
    'queue.pause': async ({ paused, kept = true }) => {
      if (kept) {
        host.store.set(pausedKey, paused);
        await host.store.saved?.();
      }
      setPaused(state, paused);
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
      accountStore: account,
      routes: callRoutes,
      emit,
      onChange: () => {
        runner.setConcurrency(settings.read().concurrency);
        if (!store.readOnly) following.follow();
        endpoints.setMost(settings.read().concurrency);
        void resume().catch(onBug);
      },
      onChecksChange: () => {
        if (!store.readOnly) state.recheck.start();
      },
      signal,
      notes: folder.notes,
      pageCounts: store.counts,
    }),
    ...dataCommands({ host, signal }),
    ...mailbox,
  };
  const dragged = exportCommands({
    folder,
    assessor: counting,
    runner,
    assessLater,
    host,
    delivery: createDelivery({ now: host.now }, office.downloads, state.keepExport, 'dragged'),
    auditDigest: office.auditDigest,
  });
  return { handlers, dragged, picture };
};

/** A newer program's ledger is read-only. */
const isAllowed = ({ folder }: BackendState, name: CommandName): boolean =>
  !folder.store.readOnly || commands[name].ledger !== 'write';

const answer = async <Name extends CommandName>(
  state: BackendState,
  handlers: Handlers,
  name: Name,
  input: unknown,
  caller: Caller,
): Promise<Result<CommandOutput<Name>, CommandFailure>> => {
  const parsed = inputSchemas[name].input.safeParse(input);
  if (parsed.success && !isAllowed(state, name)) return failed(ledgerReadOnly);
  // A window sends this first, and listens already: the response tells it whether the queue is paused.
  if (name === 'app.info') state.runner.tellProgress();
  if (!parsed.success) return failed(badRequest);
  const { data } = parsed;
  return commands[name].ledger !== 'write'
    ? await state.events.asking(() => handlers[name](data, caller))
    : await handlers[name](data, caller);
};

/** Follows the watched folders of the settings. */
const watcherOf = ({ host, settings, folder, events, runner }: BackendState, handlers: Handlers) =>
  createWatcher({
    settings: settings.read,
    store: folder.store,
    runner,
    add: async (service, path) => {
      const files = [{ kind: 'path' as const, path }];
      const drop = { id: randomUUID(), left: 0, places: [] };
      const added = await handlers['pages.add']({ service, sandbox: false, files, drop }, localCaller);
      if (!added.ok) events.report(added.failure);
      if (!added.ok) return null;
      const { added: pages, there = [], binned = [] } = added.value;
      const page = pages[0] ?? there[0];
      if (page !== undefined || binned.length === 0) return page ?? null;
      // An earlier state of the file that a later one replaced is the newest one again.
      const rows = await folder.store.binned(binned);
      if (rows.some(({ removedBy }) => removedBy !== ownAuthor)) return 'binned';
      await handlers['pages.restore']({ ids: binned }, { by: ownAuthor });
      return binned[0] ?? null;
    },
    remove: async (pages) => {
      await handlers['pages.remove']({ ids: [...pages] }, { by: ownAuthor });
    },
    note: async (id, text) => {
      const { language } = settings.read();
      const chosen = language === 'system' ? languageOf(host.locale) : language;
      await handlers['pages.note']({ id, text: text[chosen], version: 0 }, { by: ownAuthor });
    },
    onFailure: events.report,
    onBug: events.reportBug,
  });

/** Takes mails from the mailbox of the settings. */
const mailboxReaderOf = (
  { host, settings, folder, events, office }: BackendState,
  handlers: Handlers,
  { mailbox, proxies }: Following,
) =>
  createMailboxReader({
    settings: settings.read,
    login: mailbox.login,
    proxies,
    kept: office.keptMails ?? openKeptMails(host.home, host.now),
    storageCode: folder.storageCode,
    store: folder.store,
    now: host.now,
    isShared: office.isShared,
    add: async ({ name }, bytes) => {
      const files = [{ kind: 'bytes' as const, name, bytes: new Uint8Array(bytes) }];
      const drop = { id: randomUUID(), left: 0, places: [] };
      const service = 'vat-invoice';
      const added = await handlers['pages.add']({ service, sandbox: false, files, drop }, localCaller);
      if (!added.ok) return added.failure;
      return (added.value.leftOut ?? []).length === 0 ? 'taken' : noAccount;
    },
    onFailure: events.report,
    onBug: events.reportBug,
  });

/** Continues what an earlier process left. Resolves with the part that goes on in the background. */
const startWork = async (state: BackendState): Promise<{ readonly made: Promise<void> }> => {
  const { host, folder, office, events, closing, runner, assessor } = state;
  const { store } = folder;
  // Servers of earlier versions kept them on their disks.
  if (office.keptMails)
    for (const error of await moveKeptMails(host.home, host.now, office.keptMails)) events.reportBug(error);
  // A queue that the user has paused stays paused.
  if (host.store.get(pausedKey) === true) setPaused(state, true);
  await state.resume();
  return { made: makeUp({ store, runner, assessor, signal: closing.signal }).catch(events.reportBug) };
};

/** Creates the backend over an open data folder. */
export const backendOver = async (
  host: BackendHost,
  settings: SettingsStore,
  folder: DataFolder,
  office: OfficeHooks,
): Promise<Backend> => {
  const state = openState({ host, settings, folder, office });
  const { closing, events, assessor, runner } = state;
  const stopFollowing = followOthers(state);
  // The commands change the settings, and the watcher gives commands.
  const following: Following = {
    follow: () => {},
    takeMails: () => Promise.resolve(null),
    mailbox: createMailboxStore(host.store, host.cipher, host.environment),
    proxies: createProxyFinder({
      chosen: settings.read,
      environment: host.environment,
      ...(host.systemProxy ? { systemProxy: host.systemProxy } : {}),
      ...(host.proxyLogins ? { proxyLogins: host.proxyLogins } : {}),
    }),
  };
  const { handlers, dragged, picture } = createAnswers(state, following);
  const watcher = watcherOf(state, handlers);
  const mails = mailboxReaderOf(state, handlers, following);
  following.takeMails = mails.take;
  following.follow = () => {
    watcher.follow();
    mails.follow();
  };
  const work = folder.store.readOnly ? null : await startWork(state);
  if (work) following.follow();

  return {
    invoke: async (name, input, caller = localCaller) => {
      if (!isCommandName(name)) return failed(badRequest);
      try {
        return await answer(state, handlers, name, input, caller);
      } catch (error) {
        const code = folder.storageCode(error);
        host.log.write('error', name, describeError(error));
        if (code === null) throw error;
        return failed(storageFailure(code));
      }
    },
    listen: events.listen,
    picture,
    faces: assessor.packedFaces,
    offerExport: async (input) => {
      const parsed = inputSchemas['pages.export'].input.safeParse(input);
      return parsed.success ? await dragged['pages.export'](parsed.data, localCaller) : failed(badRequest);
    },
    takeDownload: async (id) => {
      const taken = await office.downloads.take(id);
      if (taken?.record) await state.keepExport(taken.record, taken.record);
      return taken?.download ?? null;
    },
    close: async () => {
      closing.abort();
      stopFollowing();
      await watcher.close();
      await mails.close();
      await state.recheck.stop();
      await runner.stop();
      await state.assessLater.ended();
      await state.files.ended();
      await work?.made;
      state.leases.close();
      await state.engine.close();
      await folder.close();
    },
  };
};
