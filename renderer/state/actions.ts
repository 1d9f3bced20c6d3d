import type { CommandInput } from '../../shared/contract/commands.ts';
import { decodeFaces, type FacePack } from '../../shared/face/pack.ts';
import type { Treatment } from '../../shared/contract/preparation.ts';
import type { PageId, PageSummary } from '../../shared/contract/page.ts';
import { serviceIds, type ServiceId } from '../../shared/services/service.ts';
import type { SettingsChange } from '../../shared/contract/settings.ts';
import type { SidesQuestion } from '../../shared/contract/page-commands.ts';
import type { Bilingual } from '../../shared/language.ts';
import { afterClosing, type DialogState } from './dialogs.ts';
import { failures } from './outcome.ts';
import { createBatchActions } from './batch-actions.ts';
import { createBooksActions } from './books-actions.ts';
import { createEditActions } from './edit-actions.ts';
import { createExportActions } from './export-actions.ts';
import { focusElement, leaveForListAfter } from './focus.ts';
import type { HostConnection, PickedFile } from './host.ts';
import { createOlderActions } from './older-pages.ts';
import { emptyList, withPages } from './page-list.ts';
import { forgetReview } from './review-store.ts';
import { createRecognition } from './recognition.ts';
import { settle } from './settle.ts';
import {
  afterDone,
  afterEvent,
  afterFailure,
  nothingOlder,
  shownFor,
  useApp,
  writeApp as change,
} from './store.ts';

const { getState: app } = useApp;

/** Copies a text. False, with a notice, if the system refuses it: another program may hold the clipboard. */
const copy = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    change((state) => afterFailure(state, failures.notCopied));
    return false;
  }
};

/**
 * Everything the user can do in the window. Expected failures become notices; none of these functions throws
 * for one.
 */
export type Actions = ReturnType<typeof createActions>;

export const createActions = (connection: HostConnection) => {
  const { host, ...recognition } = createRecognition(connection);
  const older = createOlderActions(host);
  const { inTurn, ...edits } = createEditActions(host);

  /** Fetches the store's content. The window shows it and keeps it up to date through events. */
  const load = async (): Promise<void> => {
    const info = await host.invoke('app.info', {});
    change(info.ok ? { info: info.value, startFailure: null } : { startFailure: info.failure });
    if (!info.ok) return;
    for (const note of info.value.notes ?? []) change((state) => afterFailure(state, note));
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
    for (const service of serviceIds) await older.loadOlderAutomatically(service);
  };

  /** Shows a page of a workspace with its extraction. */
  const show = async (service: ServiceId, page: PageId | null): Promise<void> => {
    const id = page === null ? null : shownFor(app(), page);
    if (id !== app().current[service]) forgetReview();
    // The previous page stays visible until the new one is loaded, which avoids flicker.
    change((state) => ({
      current: { ...state.current, [service]: id },
      details: id === null ? { ...state.details, [service]: null } : state.details,
    }));
    if (id !== null) await reload(service, id);
  };

  /** Requests for the shown page, counted: responses may arrive in another order. */
  const reloads = { 'vat-invoice': 0, 'face-detect': 0 };
  /** Fetches the shown page again. Drops a response that arrives after another page is shown, or a newer one. */
  const reload = async (service: ServiceId, id: PageId): Promise<void> => {
    reloads[service] += 1;
    const mine = reloads[service];
    const result = await host.invoke('pages.open', { id });
    if (app().current[service] !== id || mine !== reloads[service]) return;
    // A page removed meanwhile leaves the list by its own event.
    if (!result.ok && !app().lists[service].byId.has(id)) return;
    const detail = settle(result);
    if (!detail) return;
    const faces = detail.faces ? await fetchFaces(host, id) : null;
    if (app().current[service] !== id || mine !== reloads[service]) return;
    change((state) => ({
      details: { ...state.details, [service]: detail },
      ...(service === 'face-detect' ? { faces } : {}),
    }));
  };

  /** Resolves with whether the settings were saved. */
  const changeSettings = async (settings: SettingsChange): Promise<boolean> => {
    const kept = settle(await host.invoke('settings.change', settings));
    if (kept) change(({ info }) => (info ? { info: { ...info, settings: kept } } : {}));
    return kept !== null;
  };

  /** Shows the first of the added pages, unless the user has chosen one of them in the list meanwhile. */
  const showFirst = (service: ServiceId, added: readonly PageId[]): void => {
    const first = added[0];
    if (first === undefined) return;
    if (app().workspace !== service) forgetReview();
    change({ workspace: service });
    const shown = app().current[service];
    if (shown === null || !added.includes(shown)) void leaveForListAfter(show(service, first));
    // A user who has added files no longer needs the first-run help. It goes at once: the other workspace can be
    // opened before the setting is saved.
    const { info } = app();
    if (info?.settings.welcomed === false) {
      change({ info: { ...info, settings: { ...info.settings, welcomed: true } } });
      void changeSettings({ welcomed: true });
    }
  };

  /** Resolves with the files that need an account, if there is none. */
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
   * Adds files. Without an account, files that contain their own data are extracted at once. For the others,
   * it asks how to recognize them.
   */
  const addFiles = async (service: ServiceId, files: readonly PickedFile[]): Promise<void> => {
    const { info, sandboxChosen } = app();
    if (files.length === 0 || !info) return;
    // If the base URL is invalid, the response contains the reason.
    if (info.account.ready || info.account.baseUrlFailure || info.settings.localOnly) {
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

  /** Shows a page of any age. A page that is no longer in the list is added again. */
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
    ...createBatchActions(host, { ...recognition, show, reload }),
    ...createBooksActions(host, inTurn),
    ...edits,
    listOlder: older.listOlder,
    countOlder: older.countOlder,
    load,
    show,
    reload,
    addFiles,

    /** Lets the user choose files in the system's dialog and adds them. */
    chooseFiles: async (): Promise<void> => {
      void host.invoke('pages.expect', {});
      if (!host.chooseFiles) {
        focusElement('files')?.click();
        return;
      }
      const { workspace } = app();
      await addFiles(workspace, await host.chooseFiles(workspace));
    },

    /** Changes the workspace, which shows its last page again. */
    switchTo: async (service: ServiceId): Promise<void> => {
      if (service === app().workspace) return;
      forgetReview();
      change({ workspace: service });
      const id = app().current[service] ?? app().lists[service].order[0];
      if (id !== undefined) await show(service, id);
    },

    /** The user chose the sandbox for these files and for later ones in this session. */
    answerSandbox: async (): Promise<void> => {
      const { dialog } = app();
      change({ dialog: null, sandboxChosen: true });
      if (dialog?.kind === 'ask') await send(dialog.service, dialog.files, true);
    },

    /** The user chose to enter an account first; the files wait until it is saved. */
    enterAccount: (): void =>
      change(({ dialog }) => ({
        dialog: {
          kind: 'settings',
          waiting: dialog?.kind === 'ask' ? { service: dialog.service, files: dialog.files } : null,
        },
      })),

    openDialog: (dialog: DialogState): void => change({ dialog }),
    closeDialog: (): void => change(({ dialog }) => ({ dialog: afterClosing(dialog) })),
    /** Closes a dialog when its work is done. The user may have closed it meanwhile, and opened another. */
    finishDialog: (kind: DialogState['kind']): void =>
      change(({ dialog }) => (dialog?.kind === kind ? { dialog: null } : {})),

    copy,

    /** Shows a notice that something is done. */
    say: (text: Bilingual): void => change((state) => afterDone(state, text)),

    /** Files are being dragged over the window, so the decoder starts early. */
    expectFiles: (): void => void host.invoke('pages.expect', {}),

    addSamples: async (service: ServiceId): Promise<void> => {
      const result = settle(await host.invoke('pages.addSamples', { service }));
      if (result) showFirst(service, result.added);
    },

    /** Also has the service recognize a digital invoice. */
    compare: async (id: PageId): Promise<void> => {
      settle(await host.invoke('pages.compare', { id }));
    },

    /** Turns and masks a page, which then waits until the user sends it. False if nothing changed. */
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
      // A further page of an invoice is shown by the page that represents the invoice.
      if (app().current[service] === detail.summary.id) {
        change((state) => ({ details: { ...state.details, [service]: detail } }));
      }
      return true;
    },

    /** The user releases held pages: they are sent. */
    sendHeld: async (ids: readonly PageId[]): Promise<void> => {
      settle(await host.invoke('pages.send', { ids: [...ids] }));
    },

    /** Opens a PDF with its password; false if the password is wrong. */
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
    /** These report their result in the view that calls them. */
    backUp: () => host.invoke('data.backup', {}),
    restore: (name: string | null) => host.invoke('data.restore', { name }),

    originalOf: async (id: PageId) => settle(await host.invoke('pages.original', { id })),
    /** Null if the user chose no file, or the wrong one. */
    findOriginal: async (id: PageId) =>
      settle(await host.invoke('pages.findOriginal', { id }))?.original ?? null,

    callsOf: async (id: PageId) => settle(await host.invoke('pages.calls', { id })),

    searchHistory: async (input: CommandInput<'history.search'>) =>
      settle(await host.invoke('history.search', input)),

    historyTotals: async (input: CommandInput<'history.totals'>) =>
      settle(await host.invoke('history.totals', input)),

    /** Invoices with their values, for comparing them: with the edits that are being saved. */
    sidesOf: async (question: SidesQuestion) => {
      await edits.edited();
      return settle(await host.invoke('pages.sides', question))?.sides ?? [];
    },

    totalledInvoices: async (input: CommandInput<'history.totalled'>) =>
      settle(await host.invoke('history.totalled', input))?.pages ?? [],

    recentBatches: async () => settle(await host.invoke('history.batches', { limit: 5 }))?.batches ?? [],

    /** Shows a page known only by its id. */
    openPage: async (id: PageId): Promise<void> => {
      const detail = settle(await host.invoke('pages.open', { id }));
      if (detail) await openFromHistory(detail.summary);
    },

    openFromHistory,

    remove: async (ids: readonly PageId[]): Promise<void> => {
      settle(await host.invoke('pages.remove', { ids: [...ids] }));
    },

    summarizePhotos: async (ids: readonly PageId[]) =>
      settle(await host.invoke('faces.summarize', { ids: [...ids] })),

    changeSettings,

    /** Saves the account. Waiting files are sent once it is complete. */
    saveAccount: async (input: CommandInput<'account.save'>): Promise<boolean> => {
      const account = settle(await host.invoke('account.save', input));
      if (!account) return false;
      change(({ info }) => (info ? { info: { ...info, account } } : {}));
      const { dialog } = app();
      const waiting = dialog?.kind === 'settings' ? dialog.waiting : null;
      if (waiting && account.ready) {
        change({ dialog: null });
        await send(waiting.service, waiting.files, false);
      }
      return true;
    },

    /** Whether a base URL could be called; nothing is saved. */
    checkAddress: async (baseUrl: string) => settle(await host.invoke('account.address', { baseUrl })),

    clearAccount: async (): Promise<void> => {
      const account = settle(await host.invoke('account.clear', {}));
      if (account) change(({ info }) => (info ? { info: { ...info, account } } : {}));
    },

    /** Copies the diagnostics for support to the clipboard; false if that fails. */
    copyDiagnostics: async (): Promise<boolean> => {
      const result = settle(await host.invoke('app.diagnostics', {}));
      return result !== null && copy(result.text);
    },

    testConnection: async (service: ServiceId) => settle(await host.invoke('account.test', { service })),

    dismiss: (id: number): void =>
      change((state) => ({ notices: state.notices.filter((notice) => notice.id !== id) })),
  };
};

/** Whether a file may contain its own data. A picture never does. */
const mayHoldData = (file: PickedFile): boolean =>
  typeof file === 'string' || !file.type.startsWith('image/');

/** The faces of a photo. The packed arrays are used as received; only the tail is parsed. */
const fetchFaces = async (host: HostConnection, id: PageId): Promise<FacePack | null> => {
  const bytes = await host.faces(id);
  return bytes && decodeFaces(bytes);
};
