import type { CommandInput, Problem } from '../../shared/contract/commands.ts';
import type { FaceEdit } from '../../shared/face/edit.ts';
import { decodeFaces, type FacePack } from '../../shared/face/pack.ts';
import type { Treatment } from '../../shared/contract/preparation.ts';
import type { HistoryFilter } from '../../shared/contract/history.ts';
import type { LinesEdit } from '../../shared/invoice/lines-edit.ts';
import type { PageDetail, PageId, PageSummary } from '../../shared/contract/page.ts';
import type { Result } from '../../shared/result.ts';
import type { ReviewMark } from '../../shared/review/replay.ts';
import { serviceIds, type ServiceId } from '../../shared/services/service.ts';
import type { SettingsChange } from '../../shared/contract/settings.ts';
import type { Bilingual } from '../../shared/language.ts';
import { afterClosing, type Dialog } from './dialogs.ts';
import { createBatchActions } from './batch-actions.ts';
import { createExportActions } from './export-actions.ts';
import { focusElement, leaveForList } from './focus.ts';
import type { HostConnection, PickedFile } from './host.ts';
import { createOlderActions } from './older-pages.ts';
import { emptyList, withPages } from './page-list.ts';
import { forgetReview } from './review-store.ts';
import { settle } from './settle.ts';
import { afterDone, afterEvent, afterProblem, nothingOlder, useApp, writeApp as change } from './store.ts';

const { getState: app } = useApp;

/** All that the user can make the window do. Expected failures end as notices; none of these throws for one. */
export type Actions = ReturnType<typeof createActions>;

export const createActions = (host: HostConnection) => {
  const older = createOlderActions(host);

  /** Fetches what stands in the ledger; the window shows it from then on, kept up to date by events. */
  const load = async (): Promise<void> => {
    const info = await host.invoke('app.info', {});
    change(info.ok ? { info: info.value, startProblem: null } : { startProblem: info.failure });
    if (!info.ok) return;
    for (const note of info.value.notes ?? []) change((state) => afterProblem(state, note));
    for (const service of serviceIds) {
      const pages = settle(await host.invoke('pages.list', { service }));
      if (!pages) continue;
      change((state) => ({
        lists: { ...state.lists, [service]: withPages(emptyList, pages) },
        older: { ...state.older, [service]: nothingOlder() },
      }));
      const { current, lists } = app();
      const id = current[service];
      const shown = id !== null && lists[service].byId.has(id) ? id : lists[service].order[0];
      await show(service, shown ?? null);
    }
    for (const service of serviceIds) await older.listOlderByThemselves(service);
  };

  /** Shows a page of a workspace, with what was read from it. */
  const show = async (service: ServiceId, id: PageId | null): Promise<void> => {
    if (id !== app().current[service]) forgetReview();
    // The page before stays in sight until the new one is there: an empty moment between the two would flicker.
    change((state) => ({
      current: { ...state.current, [service]: id },
      details: id === null ? { ...state.details, [service]: null } : state.details,
    }));
    if (id !== null) await reload(service, id);
  };

  /** Fetches the shown page once more; an answer that comes too late for it is dropped. */
  const reload = async (service: ServiceId, id: PageId): Promise<void> => {
    const result = await host.invoke('pages.open', { id });
    if (app().current[service] !== id) return;
    // A page that went away meanwhile leaves the list by its own event.
    if (!result.ok && !app().lists[service].byId.has(id)) return;
    const detail = settle(result);
    if (!detail) return;
    const faces = detail.faces ? await fetchFaces(host, id) : null;
    if (app().current[service] !== id) return;
    change((state) => ({
      details: { ...state.details, [service]: detail },
      ...(service === 'face-detect' ? { faces } : {}),
    }));
  };

  /** Resolves with whether they were kept. */
  const changeSettings = async (settings: SettingsChange): Promise<boolean> => {
    const kept = settle(await host.invoke('settings.change', settings));
    if (kept) change(({ info }) => (info ? { info: { ...info, settings: kept } } : {}));
    return kept !== null;
  };

  /** Shows the first page of what was added. */
  const showFirst = (service: ServiceId, added: readonly PageId[]): void => {
    const first = added[0];
    if (first === undefined) return;
    if (app().workspace !== service) forgetReview();
    change({ workspace: service });
    void show(service, first).then(leaveForList);
    // Whoever has begun needs no help with it any more.
    if (app().info?.settings.welcomed === false) void changeSettings({ welcomed: true });
  };

  /** Resolves with the files that need an account, where there is none. */
  const send = async (
    service: ServiceId,
    files: readonly PickedFile[],
    sandbox: boolean,
  ): Promise<readonly PickedFile[]> => {
    let isShown = false;
    const result = await host.addFiles(service, files, sandbox, (added) => {
      if (!isShown) showFirst(service, added);
      isShown = true;
    });
    return settle(result) ?? [];
  };

  /**
   * Takes files in. Without credentials, files that state their own figures are read at once; for the others the user
   * is asked who should recognize them.
   */
  const addFiles = async (service: ServiceId, files: readonly PickedFile[]): Promise<void> => {
    const { info, sandboxChosen } = app();
    if (files.length === 0 || !info) return;
    // With a base URL that can't be called, the answer says why.
    if (info.credentials.ready || info.credentials.baseUrlProblem || info.settings.localOnly) {
      await send(service, files, false);
      return;
    }
    const digital = service === 'vat-invoice' ? files.filter(mayHoldData) : [];
    const leftOut = digital.length === 0 ? [] : await send(service, digital, false);
    const waiting = files.filter((file) => !digital.includes(file) || leftOut.includes(file));
    if (waiting.length === 0) return;
    if (sandboxChosen) await send(service, waiting, true);
    else change({ dialog: { kind: 'ask', service, files: waiting } });
  };

  /** Edits of pages are kept one after the other: a confirmation must not overtake the correction before it. */
  let lastEdit: Promise<unknown> = Promise.resolve();
  const inTurn = async (
    service: ServiceId,
    id: PageId,
    work: () => Promise<Result<PageDetail, Problem>>,
  ): Promise<boolean> => {
    const turn = lastEdit.then(work);
    lastEdit = turn.catch(() => undefined);
    const detail = settle(await turn);
    if (!detail) return false;
    change((state) => ({
      ...afterEvent(state, { type: 'pages.changed', pages: [detail.summary] }),
      ...(state.current[service] === id ? { details: { ...state.details, [service]: detail } } : {}),
    }));
    return true;
  };

  /** Shows a page of any age; one that is no longer in the list comes back to it. */
  const openFromHistory = async (page: PageSummary): Promise<void> => {
    change((state) => ({
      ...afterEvent(state, { type: 'pages.changed', pages: [page] }),
      dialog: null,
      workspace: page.service,
    }));
    await show(page.service, page.id);
  };

  return {
    ...createExportActions(host),
    ...createBatchActions(host, { show, reload }),
    listOlder: older.listOlder,
    countOlder: older.countOlder,
    load,
    show,
    reload,
    addFiles,

    /** Asks for files by the system's dialog, and takes them in. */
    chooseFiles: async (): Promise<void> => {
      if (!host.chooseFiles) {
        focusElement('files')?.click();
        return;
      }
      const { workspace } = app();
      await addFiles(workspace, await host.chooseFiles(workspace));
    },

    /** Changes the workspace; its page shows itself as it was left. */
    switchTo: async (service: ServiceId): Promise<void> => {
      if (service === app().workspace) return;
      forgetReview();
      change({ workspace: service });
      const id = app().current[service] ?? app().lists[service].order[0];
      if (id !== undefined) await show(service, id);
    },

    /** The user's word: the sandbox recognizes the files, and those to come in this session. */
    answerSandbox: async (): Promise<void> => {
      const { dialog } = app();
      change({ dialog: null, sandboxChosen: true });
      if (dialog?.kind === 'ask') await send(dialog.service, dialog.files, true);
    },

    /** The account comes first; the files wait until it is saved. */
    answerCredentials: (): void =>
      change(({ dialog }) => ({
        dialog: {
          kind: 'settings',
          waiting: dialog?.kind === 'ask' ? { service: dialog.service, files: dialog.files } : null,
        },
      })),

    openDialog: (dialog: Dialog): void => change({ dialog }),
    closeDialog: (): void => change(({ dialog }) => ({ dialog: afterClosing(dialog) })),

    /** Tells the user that something is done. */
    say: (text: Bilingual): void => change((state) => afterDone(state, text)),

    addSamples: async (service: ServiceId): Promise<void> => {
      const reply = settle(await host.invoke('pages.addSamples', { service }));
      if (reply) showFirst(service, reply.added);
    },

    recognize: async (ids: readonly PageId[]): Promise<void> => {
      settle(await host.invoke('pages.recognize', { ids: [...ids] }));
    },

    /** Has the service read a digital invoice, too. */
    compare: async (id: PageId): Promise<void> => {
      settle(await host.invoke('pages.compare', { id }));
    },

    /** Turns and masks a page; it waits for the user's word then. False where it stays as it was. */
    treat: async (
      service: ServiceId,
      id: PageId,
      treatment: Treatment,
      password?: string,
    ): Promise<boolean> => {
      const treated = await host.invoke('pages.treat', {
        id,
        treatment,
        ...(password === undefined ? {} : { password }),
      });
      if (!treated.ok && treated.failure.id === 'password-needed') {
        change({ dialog: { kind: 'password', service, id, treatment } });
        return false;
      }
      const detail = settle(treated);
      if (!detail) return false;
      if (app().current[service] === id) {
        change((state) => ({ details: { ...state.details, [service]: detail } }));
      }
      return true;
    },

    /** The user's word: pages that were held are sent. */
    sendHeld: async (ids: readonly PageId[]): Promise<void> => {
      settle(await host.invoke('pages.send', { ids: [...ids] }));
    },

    /** Opens a PDF by its password; false where it is another one. */
    unlock: async (id: PageId, password: string): Promise<boolean> =>
      settle(await host.invoke('pages.unlock', { id, password })) !== null,

    cancel: async (ids: readonly PageId[] | 'all'): Promise<void> => {
      settle(await host.invoke('pages.cancel', { ids: ids === 'all' ? ids : [...ids] }));
    },

    pause: async (paused: boolean): Promise<void> => {
      settle(await host.invoke('queue.pause', { paused }));
    },

    dataSize: async () => settle(await host.invoke('data.size', {})),
    backups: async () => settle(await host.invoke('data.backups', {})),
    openDataFolder: async (): Promise<void> => {
      settle(await host.invoke('data.openFolder', {}));
    },
    /** Their outcome is told where they are asked for. */
    backUp: () => host.invoke('data.backup', {}),
    restore: (name: string | null) => host.invoke('data.restore', { name }),

    originalOf: async (id: PageId) => settle(await host.invoke('pages.original', { id })),
    /** Null where the user has shown none, or another file. */
    findOriginal: async (id: PageId) =>
      settle(await host.invoke('pages.findOriginal', { id }))?.original ?? null,

    callsOf: async (id: PageId) => settle(await host.invoke('pages.calls', { id })),

    searchHistory: async (input: CommandInput<'history.search'>) =>
      settle(await host.invoke('history.search', input)),

    historyTotals: async (filter: HistoryFilter) => settle(await host.invoke('history.totals', { filter })),

    recentBatches: async () => settle(await host.invoke('history.batches', { limit: 5 }))?.batches ?? [],

    /** Shows a page that is known by its number alone. */
    openPage: async (id: PageId): Promise<void> => {
      const detail = settle(await host.invoke('pages.open', { id }));
      if (detail) await openFromHistory(detail.summary);
    },

    openFromHistory,

    /** How many of the pages are booked or archived; null where that can't be told. */
    booksOf: async (ids: readonly PageId[]) => settle(await host.invoke('pages.books', { ids: [...ids] })),

    remove: async (ids: readonly PageId[]): Promise<void> => {
      settle(await host.invoke('pages.remove', { ids: [...ids] }));
    },

    /** Ends when every edit that is under way is kept, and shown. */
    edited: async (): Promise<void> => {
      await lastEdit;
    },

    /** Keeps a correction; false where it was not kept. */
    correct: (service: ServiceId, id: PageId, field: string, value: string | null): Promise<boolean> =>
      inTurn(service, id, () => host.invoke('pages.correct', { id, field, value })),

    /** Edits the goods lines as a table. */
    editLines: (service: ServiceId, id: PageId, lines: LinesEdit): Promise<boolean> =>
      inTurn(service, id, () => host.invoke('pages.editLines', { id, edit: lines })),

    /** A field is what was read again; `lines` stands for the goods lines. */
    revert: (service: ServiceId, id: PageId, field: string): Promise<boolean> =>
      inTurn(service, id, () => host.invoke('pages.revert', { id, field })),

    /** What the user made of a field stands against another reading. */
    keep: (service: ServiceId, id: PageId, field: string): Promise<boolean> =>
      inTurn(service, id, () => host.invoke('pages.keep', { id, field })),

    /** Settles the open findings of a field: its value is right as it stands. */
    accept: (service: ServiceId, id: PageId, field: string): Promise<boolean> =>
      inTurn(service, id, () => host.invoke('pages.accept', { id, field })),

    /** Keeps a note; an empty one removes it. */
    note: (service: ServiceId, id: PageId, text: string): Promise<boolean> =>
      inTurn(service, id, () => host.invoke('pages.note', { id, text })),

    /** Marks a page as confirmed, set aside, or open again. */
    review: (service: ServiceId, id: PageId, mark: ReviewMark): Promise<boolean> =>
      inTurn(service, id, () => host.invoke('pages.review', { id, mark })),

    /** Keeps an edit of faces; the photo is fetched anew by the event that follows. False where it was not kept. */
    editFaces: async (id: PageId, edit: FaceEdit): Promise<boolean> =>
      settle(await host.invoke('faces.edit', { id, edit })) !== null,

    summarizePhotos: async (ids: readonly PageId[]) =>
      settle(await host.invoke('faces.summarize', { ids: [...ids] })),

    changeSettings,

    /** Keeps credentials; files that waited for them are sent once they are complete. */
    saveCredentials: async (input: CommandInput<'credentials.save'>): Promise<boolean> => {
      const credentials = settle(await host.invoke('credentials.save', input));
      if (!credentials) return false;
      change(({ info }) => (info ? { info: { ...info, credentials } } : {}));
      const { dialog } = app();
      const waiting = dialog?.kind === 'settings' ? dialog.waiting : null;
      if (waiting && credentials.ready) {
        change({ dialog: null });
        await send(waiting.service, waiting.files, false);
      }
      return true;
    },

    clearCredentials: async (): Promise<void> => {
      const credentials = settle(await host.invoke('credentials.clear', {}));
      if (credentials) change(({ info }) => (info ? { info: { ...info, credentials } } : {}));
    },

    /** Puts what somebody who helps has to know on the clipboard; false where it is not there. */
    copyDiagnostics: async (): Promise<boolean> => {
      const reply = settle(await host.invoke('app.diagnostics', {}));
      if (!reply) return false;
      await navigator.clipboard.writeText(reply.text);
      return true;
    },

    testConnection: async (service: ServiceId) => settle(await host.invoke('credentials.test', { service })),

    dismiss: (id: number): void =>
      change((state) => ({ notices: state.notices.filter((notice) => notice.id !== id) })),
  };
};

/** Whether a file may state its figures itself, as far as can be seen from here: a picture does not. */
const mayHoldData = (file: PickedFile): boolean =>
  typeof file === 'string' || !file.type.startsWith('image/');

/** The faces of a photo. They come as they are held: nothing of them is parsed but their tail. */
const fetchFaces = async (host: HostConnection, id: PageId): Promise<FacePack | null> => {
  const bytes = await host.faces(id);
  return bytes && decodeFaces(bytes);
};
