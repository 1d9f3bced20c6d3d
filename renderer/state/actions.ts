import type { CommandInput, CommandName, CommandOutput } from '../../shared/contract/commands.ts';
import { decodeFaces, type FacePack } from '../../shared/face/pack.ts';
import type { Treatment } from '../../shared/contract/preparation.ts';
import type { PageId, PageSummary } from '../../shared/contract/page.ts';
import { serviceIds, type ServiceId } from '../../shared/services/service.ts';
import type { SidesQuestion } from '../../shared/contract/page-commands.ts';
import type { Bilingual } from '../../shared/language.ts';
import { afterClosing, type DialogState } from './dialogs.ts';
import { failures } from './outcome.ts';
import { createBatchActions } from './batch-actions.ts';
import { createBooksActions } from './books-actions.ts';
import { createSettingsChanges } from './change-settings.ts';
import { createEditActions } from './edit-actions.ts';
import { createExportActions } from './export-actions.ts';
import { leaveForListAfter } from './focus.ts';
import { changeListView, wholeList } from './list-view.ts';
import type { ProxyLoginInput } from '../../shared/contract/proxy-question.ts';
import type { HostConnection } from './host.ts';
import { createIntakeActions } from './intake-actions.ts';
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

/** What the actions of a window share. */
type ActionState = {
  readonly host: HostConnection;
  readonly recognition: Pick<ReturnType<typeof createRecognition>, 'recognize' | 'takeBack' | 'cancelAll'>;
  readonly older: ReturnType<typeof createOlderActions>;
  readonly edits: ReturnType<typeof createEditActions>;
  /** Requests for the shown page, counted: responses may arrive in another order. */
  readonly reloads: Record<ServiceId, number>;
  readonly changeSettings: ReturnType<typeof createSettingsChanges>;
};

const openState = (connection: HostConnection): ActionState => {
  const { host, ...recognition } = createRecognition(connection);
  return {
    host,
    recognition,
    older: createOlderActions(host),
    edits: createEditActions(host),
    reloads: { 'vat-invoice': 0, 'face-detect': 0 },
    changeSettings: createSettingsChanges(host),
  };
};

/** Sends a command. Null if it failed, which the user is told. */
const ask = async <Name extends CommandName>(
  { host }: ActionState,
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandOutput<Name> | null> => settle(await host.invoke(name, input));

/** Fetches the store's content. The window shows it and keeps it up to date through events. */
const load = async (state: ActionState): Promise<void> => {
  const info = await state.host.invoke('app.info', {});
  change(info.ok ? { info: info.value, startFailure: null } : { startFailure: info.failure });
  if (!info.ok) return;
  for (const note of info.value.notes ?? []) change((before) => afterFailure(before, note));
  for (const service of serviceIds) {
    const pages = await ask(state, 'pages.list', { service });
    if (!pages) continue;
    change((before) => ({
      lists: { ...before.lists, [service]: withPages(emptyList, pages) },
      older: { ...before.older, [service]: nothingOlder() },
    }));
    const { current, lists } = app();
    const id = current[service];
    const shown = id !== null && lists[service].byId.has(id) ? id : lists[service].order[0];
    await show(state, service, shown ?? null);
  }
  for (const service of serviceIds) await state.older.loadOlderAutomatically(service);
};

/** Shows a page of a workspace with its extraction. */
const show = async (state: ActionState, service: ServiceId, page: PageId | null): Promise<void> => {
  const id = page === null ? null : shownFor(app(), page);
  const isOther = id !== app().current[service];
  if (isOther) forgetReview();
  // Until the page is loaded, none is shown: an action would be about another page than the list marks.
  change((before) => ({
    current: { ...before.current, [service]: id },
    details: isOther ? { ...before.details, [service]: null } : before.details,
  }));
  if (id !== null) await reload(state, service, id);
};

/** Fetches the shown page again. Drops a response that arrives after another page is shown, or a newer one. */
const reload = async ({ host, reloads }: ActionState, service: ServiceId, id: PageId): Promise<void> => {
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
  change((before) => ({
    details: { ...before.details, [service]: detail },
    ...(service === 'face-detect' ? { faces } : {}),
  }));
};

/** Shows the first of the added pages, unless the user has chosen one of them in the list meanwhile. */
const showFirst = (state: ActionState, service: ServiceId, added: readonly PageId[]): void => {
  const first = added[0];
  if (first === undefined) return;
  if (app().workspace !== service) forgetReview();
  change({ workspace: service });
  const shown = app().current[service];
  if (shown === null || !added.includes(shown)) void leaveForListAfter(show(state, service, first));
  // A user who has added files no longer needs the first-run help. It goes at once: the other workspace can be
  // opened before the setting is saved.
  const { info } = app();
  if (info?.settings.welcomed === false) {
    change({ info: { ...info, settings: { ...info.settings, welcomed: true } } });
    void state.changeSettings({ welcomed: true });
  }
};

const addSamples = async (state: ActionState, service: ServiceId): Promise<void> => {
  const result = await ask(state, 'pages.addSamples', { service });
  if (result) showFirst(state, service, result.added);
};

/** Changes the workspace, which shows its last page again. */
const switchTo = async (state: ActionState, service: ServiceId): Promise<void> => {
  if (service === app().workspace) return;
  forgetReview();
  change({ workspace: service });
  const id = app().current[service] ?? app().lists[service].order[0];
  if (id !== undefined) await show(state, service, id);
};

/** Shows a page of any age. A page that is no longer in the list is added again. */
const openFromHistory = async (state: ActionState, page: PageSummary): Promise<void> => {
  change((before) => ({
    ...afterEvent(before, { type: 'pages.changed', pages: [page] }),
    dialog: null,
    workspace: page.service,
  }));
  await show(state, page.service, page.id);
};

/** Lists pages that may be too old to be there, without other words or filters, and closes the dialog. */
const listFound = (pages: readonly PageSummary[]): void => {
  change((before) => ({
    ...afterEvent(before, { type: 'pages.changed', pages: [...pages] }),
    dialog: null,
    workspace: 'vat-invoice',
  }));
  changeListView('vat-invoice', wholeList);
};

/** Shows a page known only by its id. */
const openPage = async (state: ActionState, id: PageId): Promise<void> => {
  const detail = await ask(state, 'pages.open', { id });
  if (detail) await openFromHistory(state, detail.summary);
};

/** Turns and masks a page, which then waits until the user sends it. False if nothing changed. */
const treat = async (
  { host }: ActionState,
  service: ServiceId,
  id: PageId,
  treatment: Treatment,
  was: Treatment,
  password?: string,
): Promise<boolean> => {
  const treated = await host.invoke('pages.treat', {
    id,
    treatment,
    was,
    ...(password === undefined ? {} : { password }),
  });
  if (!treated.ok && treated.failure.id === 'password-needed') {
    change({ dialog: { kind: 'password', service, id, treatment, was } });
    return false;
  }
  const detail = settle(treated);
  if (!detail) return false;
  // A further page of an invoice is shown by the page that represents the invoice.
  if (app().current[service] === detail.summary.id) {
    change((before) => ({ details: { ...before.details, [service]: detail } }));
  }
  return true;
};

/** Invoices with their values, for comparing them: with the edits that are being saved. */
const sidesOf = async (state: ActionState, question: SidesQuestion) => {
  await state.edits.edited();
  return (await ask(state, 'pages.sides', question))?.sides ?? [];
};

/** Saves the account. Once it is complete, the files that wait for it are sent, so the dialog closes. */
const saveAccount = async (state: ActionState, input: CommandInput<'account.save'>): Promise<boolean> => {
  const account = await ask(state, 'account.save', input);
  if (!account) return false;
  change(({ info }) => (info ? { info: { ...info, account } } : {}));
  const { dialog } = app();
  if (account.ready && dialog?.kind === 'settings' && dialog.waiting) change({ dialog: null });
  return true;
};

const clearAccount = async (state: ActionState): Promise<void> => {
  const account = await ask(state, 'account.clear', {});
  if (account) change(({ info }) => (info ? { info: { ...info, account } } : {}));
};

/** Copies the diagnostics for support to the clipboard; false if that fails. */
const copyDiagnostics = async (state: ActionState): Promise<boolean> => {
  const result = await ask(state, 'app.diagnostics', {});
  return result !== null && copy(result.text);
};

/** What the user can do with dialogs and notices: nothing of it concerns the host. */
const dialogActions = {
  /** The user chose to enter an account first; the files wait until it is saved. */
  enterAccount: (): void =>
    change(({ dialog }) => ({
      dialog: {
        kind: 'settings',
        waiting: dialog?.kind === 'ask' ? dialog.service : null,
      },
    })),
  openDialog: (dialog: DialogState): void => change({ dialog }),
  closeDialog: (): void => change(({ dialog }) => ({ dialog: afterClosing(dialog) })),
  /** Closes a dialog when its work is done. The user may have closed it meanwhile, and opened another. */
  finishDialog: (kind: DialogState['kind']): void =>
    change(({ dialog }) => (dialog?.kind === kind ? { dialog: null } : {})),
  copy,
  /** Shows a notice that something is done. */
  say: (text: Bilingual): void => change((before) => afterDone(before, text)),
  /** Shows why something the user has just done in the window had no effect. */
  refuse: (reason: keyof typeof failures): void => change((before) => afterFailure(before, failures[reason])),
  dismiss: (id: number): void =>
    change(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) })),
};

/**
 * Everything the user can do in the window. Expected failures become notices; none of these functions throws
 * for one.
 */
export type Actions = ReturnType<typeof createActions>;

export const createActions = (connection: HostConnection) => {
  const state = openState(connection);
  const { host, recognition, older } = state;
  const of =
    <Input extends readonly unknown[], Output>(action: (state: ActionState, ...input: Input) => Output) =>
    (...input: Input): Output =>
      action(state, ...input);
  const intake = createIntakeActions(host, { showFirst: of(showFirst), openPage: of(openPage) });
  const { madeOn, inTurn, ...edits } = state.edits;
  const pages = { show: of(show), reload: of(reload) };
  return {
    ...createExportActions(host),
    ...createBatchActions(host, { ...recognition, ...pages, inTurn }),
    ...createBooksActions(host, madeOn),
    ...edits,
    ...dialogActions,
    ...intake,
    ...pages,
    listOlder: older.listOlder,
    countOlder: older.countOlder,
    /** Sends a command. Null if it failed, which the user is told. */
    ask: <Name extends CommandName>(name: Name, input: CommandInput<Name>) => ask(state, name, input),
    load: async (): Promise<void> => {
      await load(state);
      await intake.refreshDrops();
    },
    addSamples: of(addSamples),
    switchTo: of(switchTo),
    openPage: of(openPage),
    openFromHistory: of(openFromHistory),
    listFound,
    treat: of(treat),
    sidesOf: of(sidesOf),
    changeSettings: state.changeSettings,
    /** Answers a proxy that asks for a login; null cancels. The login is in no state of the window. */
    answerProxy: async (id: string, login: ProxyLoginInput | null): Promise<void> => {
      change(({ proxyQuestions }) => ({ proxyQuestions: proxyQuestions.filter((one) => one.id !== id) }));
      await host.answerProxy?.(id, login);
    },
    saveAccount: async (input: CommandInput<'account.save'>): Promise<boolean> => {
      const saved = await saveAccount(state, input);
      if (saved && app().info?.account.ready) await intake.sendWaiting();
      return saved;
    },
    clearAccount: of(clearAccount),
    copyDiagnostics: of(copyDiagnostics),
    sayNotCopied: (): void => change((now) => afterFailure(now, failures.notCopied)),
  };
};

/** The faces of a photo. The packed arrays are used as received; only the tail is parsed. */
const fetchFaces = async (host: HostConnection, id: PageId): Promise<FacePack | null> => {
  const bytes = await host.faces(id);
  return bytes && decodeFaces(bytes);
};
