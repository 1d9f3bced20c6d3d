import { create } from 'zustand';
import type { AppInfo, CommandFailure, Progress, VouchEvent } from '../../shared/contract/commands.ts';
import type { FacePack } from '../../shared/face/pack.ts';
import type { FaceProgress } from '../../shared/contract/export/face-pictures.ts';
import type { ProxyQuestion } from '../../shared/contract/proxy-question.ts';
import type { UnfinishedDrop } from '../../shared/contract/intake-commands.ts';
import type { PageDetail, PageId, PageSummary } from '../../shared/contract/page.ts';
import type { Bilingual } from '../../shared/language.ts';
import { assertNever } from '../../shared/result.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { DialogState, SettingsConflict, WaitingFiles } from './dialogs.ts';
import { firstForm, type ExportChoices } from './export-form.ts';
import type { ConnectionState } from './host.ts';
import { afterRemoval, emptyList, withoutPages, withPages, type PageList } from './page-list.ts';
import type { ReadableState } from './read-store.ts';

/** A message that is shown until it is dismissed or times out. */
export type ShownNotice = {
  readonly id: number;
  readonly tone: 'done' | 'failure';
  /** What its button opens. Such a notice stays until it is dismissed. */
  readonly opens?: DialogState;
} & Pick<CommandFailure, 'message' | 'remedy' | 'details'>;

/** Files from the clipboard that were added together. None of them is sent while they are listed here. */
export type Pasted = {
  readonly id: number;
  readonly service: ServiceId;
  readonly pages: readonly PageId[];
  /** They are sent at the end of a pause. False once the user has begun to prepare one of them. */
  readonly isTimed: boolean;
};

/** Number of unreviewed pages of documents older than `before`, which is null until they were requested. */
export type OlderPages = { readonly before: number | null; readonly left: number };

export type AppState = {
  readonly connection: ConnectionState | 'starting';
  readonly info: AppInfo | null;
  /** Why the backend did not start. */
  readonly startFailure: CommandFailure | null;
  readonly workspace: ServiceId;
  readonly lists: Readonly<Record<ServiceId, PageList>>;
  readonly older: Readonly<Record<ServiceId, OlderPages>>;
  readonly current: Readonly<Record<ServiceId, PageId | null>>;
  /**
   * Pages that are now shown by another page: further pages of a joined invoice, and further files of an invoice.
   */
  readonly replaced: ReadonlyMap<PageId, PageId>;
  /**
   * What each workspace shows: a page with its version and values. Actions on the shown page take all three from here.
   * Null while the page loads, and then they do nothing.
   */
  readonly details: Readonly<Record<ServiceId, PageDetail | null>>;
  /** The faces of the shown photo, fetched with its details; null if it has none. */
  readonly faces: FacePack | null;
  readonly progress: Readonly<Record<ServiceId, Progress | null>>;
  /** The last news of an export of face pictures, maybe of another window. */
  readonly faceProgress: FaceProgress | null;
  readonly notices: readonly ShownNotice[];
  readonly pasted: readonly Pasted[];
  /** Files that wait for an answer about the account. */
  readonly waiting: readonly WaitingFiles[];
  /** Drops of which files are missing, apart from those that are being sent or wait. */
  readonly drops: readonly UnfinishedDrop[];
  /** The open dialog; null for none. */
  readonly dialog: DialogState | null;
  /** A change of settings that another user's change has overtaken. */
  readonly settingsConflict: SettingsConflict | null;
  /** How many of them the user has settled. A dialog with a draft of the list then starts from the stored list. */
  readonly conflictsSettled: number;
  /** Proxies that wait for a login; desktop only. */
  readonly proxyQuestions: readonly ProxyQuestion[];
  /** The user chose the sandbox for this session because there is no account. */
  readonly sandboxChosen: boolean;
  readonly isExporting: boolean;
  /** The last choices. */
  readonly exportForm: ExportChoices;
};

/** A new object each time: its identity shows whether a response belongs to the current list. */
export const nothingOlder = (): OlderPages => ({ before: null, left: 0 });

export const firstState: AppState = {
  connection: 'starting',
  info: null,
  startFailure: null,
  workspace: 'vat-invoice',
  lists: { 'vat-invoice': emptyList, 'face-detect': emptyList },
  older: { 'vat-invoice': nothingOlder(), 'face-detect': nothingOlder() },
  current: { 'vat-invoice': null, 'face-detect': null },
  replaced: new Map(),
  details: { 'vat-invoice': null, 'face-detect': null },
  faces: null,
  progress: { 'vat-invoice': null, 'face-detect': null },
  faceProgress: null,
  notices: [],
  pasted: [],
  waiting: [],
  drops: [],
  dialog: null,
  settingsConflict: null,
  proxyQuestions: [],
  conflictsSettled: 0,
  sandboxChosen: false,
  isExporting: false,
  exportForm: firstForm,
};

const store = create<AppState>(() => firstState);

/** The read-only state of the window. */
export const useApp: ReadableState<AppState> = store;

/** Changes the state of the window. Only actions may call it. */
export const writeApp = store.setState;

type Change = Partial<AppState>;

/** Further pages of joined invoices are shown by the page that represents their invoice. */
const isFurtherPage = ({ id, joinedTo }: PageSummary): boolean => joinedTo !== null && joinedTo !== id;

const withoutFurtherPage = (state: AppState, { id, joinedTo }: PageSummary): AppState => ({
  ...state,
  ...removePages(state, [id], joinedTo),
});

/** @param edited complete data of edited pages: the window need not fetch them again */
const changePages = (
  before: AppState,
  rows: readonly PageSummary[],
  edited: readonly PageDetail[] = [],
): Change => {
  const pages = rows.filter((page) => !isFurtherPage(page));
  const state = rows.filter(isFurtherPage).reduce(withoutFurtherPage, before);
  const lists = { ...state.lists };
  const details = { ...state.details };
  for (const service of ['vat-invoice', 'face-detect'] as const) {
    const own = pages.filter((page) => page.service === service);
    lists[service] = withPages(lists[service], own);
    const shown = details[service];
    const changed = shown && own.findLast((page) => page.id === shown.summary.id);
    if (changed) details[service] = { ...shown, summary: changed };
    const whole = edited.findLast(({ summary }) => summary.service === service);
    if (whole && whole.summary.id === state.current[service]) details[service] = whole;
  }
  const replaced = pages.some(({ id }) => state.replaced.has(id))
    ? new Map([...state.replaced].filter(([id]) => !pages.some((page) => page.id === id)))
    : state.replaced;
  return { lists, details, replaced, current: state.current };
};

const markExported = (state: AppState, ids: readonly PageId[], at: string): Change => {
  const pages: PageSummary[] = [];
  for (const { byId } of Object.values(state.lists))
    for (const id of ids) {
      const page = byId.get(id);
      if (page) pages.push({ ...page, exportedAt: at });
    }
  return changePages(state, pages);
};

const removePages = (state: AppState, ids: readonly PageId[], into: PageId | null): Change => {
  const removed = new Set(ids);
  const lists = { ...state.lists };
  const current = { ...state.current };
  const details = { ...state.details };
  for (const service of ['vat-invoice', 'face-detect'] as const) {
    const shown = current[service];
    current[service] =
      shown !== null && removed.has(shown) && into !== null && lists[service].byId.has(into)
        ? into
        : afterRemoval(lists[service].order, shown, removed);
    if (current[service] !== state.current[service]) details[service] = null;
    lists[service] = withoutPages(lists[service], ids);
  }
  if (into === null) return { lists, current, details };
  const replaced = new Map([...state.replaced, ...ids.map((id) => [id, into] as const)]);
  // The other page is shown itself: no two pages replace each other.
  replaced.delete(into);
  return { lists, current, details, replaced };
};

/** The page that shows a page's invoice now: another one, if the page was joined or folded into it. */
export const shownFor = ({ replaced }: Pick<AppState, 'replaced'>, id: PageId): PageId => {
  let shown = id;
  for (let next = replaced.get(shown); next !== undefined; next = replaced.get(shown)) shown = next;
  return shown;
};

/** Clears everything that belongs to the earlier data. */
const withoutData = (): Change => ({
  lists: firstState.lists,
  older: { 'vat-invoice': nothingOlder(), 'face-detect': nothingOlder() },
  current: firstState.current,
  replaced: firstState.replaced,
  details: firstState.details,
  faces: null,
  progress: firstState.progress,
  pasted: [],
});

type Notice = Omit<ShownNotice, 'id'>;

const isSameNotice = (one: Notice, other: Notice): boolean =>
  one.tone === other.tone &&
  one.message.en === other.message.en &&
  one.details === other.details &&
  one.opens === other.opens;

/** A repeated notice replaces the earlier one, because equal notices would only cover more of the window. */
const withNotice = (state: AppState, notice: Notice): Change => {
  const id = (state.notices.at(-1)?.id ?? 0) + 1;
  const others = state.notices.filter((other) => !isSameNotice(other, notice));
  return { notices: [...others.slice(-3), { ...notice, id }] };
};

const changeBy = (state: AppState, event: VouchEvent): Change => {
  switch (event.type) {
    case 'pages.changed':
      return changePages(state, event.pages, event.details);
    case 'pages.removed':
      return removePages(state, event.ids, event.into ?? null);
    case 'pages.exported':
      return markExported(state, event.ids, event.at);
    case 'progress':
      return { progress: { ...state.progress, [event.progress.service]: event.progress } };
    case 'faces.progress':
      return { faceProgress: event.progress };
    case 'proxy.asked':
      return { proxyQuestions: event.questions };
    case 'settings.changed':
      return state.info ? { info: { ...state.info, settings: event.settings } } : {};
    case 'account.changed':
      return state.info ? { info: { ...state.info, account: event.account } } : {};
    case 'menu.chosen':
    case 'page.chosen':
    case 'claims.changed':
      // A request for an action; the state does not change.
      return {};
    case 'data.replaced':
      return withoutData();
    case 'failure':
      return failureNotice(state, event.failure);
    default:
      return assertNever(event);
  }
};

const failureNotice = (state: AppState, failure: CommandFailure): Change =>
  withNotice(state, { ...failure, tone: 'failure' });

/** The state after a backend event. */
export const afterEvent = (state: AppState, event: VouchEvent): AppState => ({
  ...state,
  ...changeBy(state, event),
});

/** The state with an expected failure shown to the user. */
export const afterFailure = (state: AppState, failure: CommandFailure): AppState => ({
  ...state,
  ...failureNotice(state, failure),
});

/** The state with a notice about a completed action, and a button that opens a dialog about it. */
export const afterDone = (state: AppState, message: Bilingual, opens?: DialogState): AppState => ({
  ...state,
  ...withNotice(state, { tone: 'done', message, remedy: null, ...(opens && { opens }) }),
});
