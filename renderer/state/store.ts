import { create } from 'zustand';
import type { AppInfo, Exported, Problem, Progress, VouchEvent } from '../../shared/contract/commands.ts';
import type { ExportSummary } from '../../shared/contract/export/choice.ts';
import type { FacePack } from '../../shared/face/pack.ts';
import type { Treatment } from '../../shared/contract/preparation.ts';
import type { PageDetail, PageId, PageSummary } from '../../shared/contract/page.ts';
import { assertNever } from '../../shared/result.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { firstForm, type ExportForm } from '../features/export/form.ts';
import type { ConnectionState, PickedFile } from './host.ts';
import { afterRemoval, emptyList, withoutPages, withPages, type PageList } from './page-list.ts';

/** A message that stands until it is dismissed or its time is over. */
export type Notice = {
  readonly id: number;
  readonly tone: 'done' | 'problem';
  readonly text: { readonly zh: string; readonly en: string };
  readonly remedy: { readonly zh: string; readonly en: string } | null;
};

/** Files that wait for the user's word on who should recognize them. */
export type Question = { readonly service: ServiceId; readonly files: readonly PickedFile[] };

/** The dialog of an export. */
export type ExportDialogState = {
  readonly service: ServiceId;
  readonly form: ExportForm;
  /** Null while it is counted. */
  readonly summary: ExportSummary | null;
  /** Nothing was written, since pages are not settled: the user has to decide. */
  readonly isQuestion: boolean;
};

export type BlockedExport = Extract<Exported, { kind: 'blocked' }>;

/** A PDF that wants its password before a page of it can be made anew. */
export type PasswordQuestion = {
  readonly service: ServiceId;
  readonly id: PageId;
  readonly treatment: Treatment;
};

/**
 * Pages that the user has still to look at, of documents before one: how many there are. The document is null until they
 * were asked for.
 */
export type OlderPages = { readonly before: number | null; readonly left: number };

export type AppState = {
  readonly connection: ConnectionState | 'starting';
  readonly info: AppInfo | null;
  /** Why there is nothing to show: the backend did not come up. */
  readonly startProblem: Problem | null;
  readonly workspace: ServiceId;
  readonly lists: Readonly<Record<ServiceId, PageList>>;
  readonly older: Readonly<Record<ServiceId, OlderPages>>;
  readonly current: Readonly<Record<ServiceId, PageId | null>>;
  /** The detail of the shown page of each workspace; null while it is fetched. */
  readonly details: Readonly<Record<ServiceId, PageDetail | null>>;
  /** The faces of the shown photo, which belong to its detail; null where it has none. */
  readonly faces: FacePack | null;
  readonly progress: Readonly<Record<ServiceId, Progress | null>>;
  readonly notices: readonly Notice[];
  readonly question: Question | null;
  readonly passwordQuestion: PasswordQuestion | null;
  /** The user's word, for this session, to ask the sandbox while there are no credentials. */
  readonly sandboxChosen: boolean;
  readonly settingsOpen: boolean;
  readonly exporting: ExportDialogState | null;
  /** An export that could not be written where it was meant to be. */
  readonly blockedExport: BlockedExport | null;
  readonly isExporting: boolean;
  /** As chosen the last time. */
  readonly exportForm: ExportForm;
  readonly historyOpen: boolean;
  /** The sheet of keys. */
  readonly keysOpen: boolean;
};

/** A new one each time: an answer that was asked for before it was set is told by that. */
export const nothingOlder = (): OlderPages => ({ before: null, left: 0 });

export const firstState: AppState = {
  connection: 'starting',
  info: null,
  startProblem: null,
  workspace: 'vat-invoice',
  lists: { 'vat-invoice': emptyList, 'face-detect': emptyList },
  older: { 'vat-invoice': nothingOlder(), 'face-detect': nothingOlder() },
  current: { 'vat-invoice': null, 'face-detect': null },
  details: { 'vat-invoice': null, 'face-detect': null },
  faces: null,
  progress: { 'vat-invoice': null, 'face-detect': null },
  notices: [],
  question: null,
  passwordQuestion: null,
  sandboxChosen: false,
  settingsOpen: false,
  exporting: null,
  blockedExport: null,
  isExporting: false,
  exportForm: firstForm,
  historyOpen: false,
  keysOpen: false,
};

export const useApp = create<AppState>(() => firstState);

type Change = Partial<AppState>;

const changePages = (state: AppState, pages: readonly PageSummary[]): Change => {
  const lists = { ...state.lists };
  const details = { ...state.details };
  for (const service of ['vat-invoice', 'face-detect'] as const) {
    const own = pages.filter((page) => page.service === service);
    lists[service] = withPages(lists[service], own);
    const shown = details[service];
    const changed = shown && own.findLast((page) => page.id === shown.summary.id);
    if (changed) details[service] = { ...shown, summary: changed };
  }
  return { lists, details };
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

const removePages = (state: AppState, ids: readonly PageId[]): Change => {
  const removed = new Set(ids);
  const lists = { ...state.lists };
  const current = { ...state.current };
  const details = { ...state.details };
  for (const service of ['vat-invoice', 'face-detect'] as const) {
    current[service] = afterRemoval(lists[service].order, current[service], removed);
    if (current[service] !== state.current[service]) details[service] = null;
    lists[service] = withoutPages(lists[service], ids);
  }
  return { lists, current, details };
};

/** Nothing of the earlier data is shown any longer. */
const withoutData = (): Change => ({
  lists: firstState.lists,
  older: { 'vat-invoice': nothingOlder(), 'face-detect': nothingOlder() },
  current: firstState.current,
  details: firstState.details,
  faces: null,
  progress: firstState.progress,
});

const withNotice = (state: AppState, notice: Omit<Notice, 'id'>): Change => ({
  notices: [...state.notices.slice(-3), { ...notice, id: (state.notices.at(-1)?.id ?? 0) + 1 }],
});

const changeBy = (state: AppState, event: VouchEvent): Change => {
  switch (event.type) {
    case 'pages.changed':
      return changePages(state, event.pages);
    case 'pages.removed':
      return removePages(state, event.ids);
    case 'pages.exported':
      return markExported(state, event.ids, event.at);
    case 'progress':
      return { progress: { ...state.progress, [event.progress.service]: event.progress } };
    case 'settings.changed':
      return state.info ? { info: { ...state.info, settings: event.settings } } : {};
    case 'credentials.changed':
      return state.info ? { info: { ...state.info, credentials: event.credentials } } : {};
    case 'menu.chosen':
    case 'page.chosen':
      // Something is done, and nothing has changed yet.
      return {};
    case 'data.replaced':
      return withoutData();
    case 'problem':
      return problemNotice(state, event.problem);
    default:
      return assertNever(event);
  }
};

const problemNotice = (state: AppState, problem: Problem): Change =>
  withNotice(state, { tone: 'problem', text: problem.message, remedy: problem.remedy });

/** The state after an event of the backend. */
export const afterEvent = (state: AppState, event: VouchEvent): AppState => ({
  ...state,
  ...changeBy(state, event),
});

/** The state with an expected failure shown to the user. */
export const afterProblem = (state: AppState, problem: Problem): AppState => ({
  ...state,
  ...problemNotice(state, problem),
});

/** The state with a word on what was done. */
export const afterDone = (state: AppState, text: Notice['text']): AppState => ({
  ...state,
  ...withNotice(state, { tone: 'done', text, remedy: null }),
});
