import type { PageDetail, PageId } from '../../../shared/contract/page.ts';
import { seenIn, type Seen } from '../../state/page-list.ts';
import { askAboutErrors } from '../../state/open-errors.ts';
import { shownNow } from '../../state/shown-rows.ts';
import { sideQuestion } from '../../state/side-question.ts';
import { isDigitalReader } from '../../../shared/invoice/complete.ts';
import { languageOf } from '../../../shared/language.ts';
import { showBatchAs, useBatchView } from '../../state/batch-view.ts';
import { focusOn, stepPane } from '../../state/focus.ts';
import { directExport } from '../../state/export-form.ts';
import { otherReader, type PictureReader } from '../../state/recognition.ts';
import type { Actions } from '../../state/actions.ts';
import type { ActionContext, Definition } from '../../state/registry.ts';
import type { ExportScope } from '../../state/dialogs.ts';
import { useApp, type AppState } from '../../state/store.ts';
import { leftHere, reviewAndContinue, stepPage, walkFindings } from './review-flow.ts';
import { findingsEnd, reviewEnd } from './what-is-left.ts';

const { getState: app } = useApp;

const shownDetail = ({ workspace, details }: AppState) => details[workspace];
const shownPage = (state: AppState) => shownDetail(state)?.summary ?? null;

const hasPages = ({ lists, workspace }: AppState): boolean => lists[workspace].order.length > 0;
const isRecognized = (state: AppState): boolean => shownPage(state)?.state === 'recognized';
/** Whether the shown page can be set aside: its reading has ended, with data or without. */
const hasEnded = (state: AppState): boolean => {
  const now = shownPage(state)?.state;
  return now !== undefined && now !== 'waiting' && now !== 'calling';
};
/** Whether the shown page's extraction comes from its own file. */
const isDigital = (state: AppState): boolean => {
  const page = shownPage(state);
  return page?.state === 'recognized' && page.reader !== null && isDigitalReader(page.reader);
};
/** The reader with which the shown page can be compared. */
const readerToCompare = (state: AppState): PictureReader | null => {
  const page = shownPage(state);
  return page && otherReader(page, state.info);
};
const isInvoice = (state: AppState): boolean => shownPage(state)?.service === 'vat-invoice';
/** The data of a digital invoice stays: the reading of its picture is only compared with it. */
const readBy = async (actions: Actions, reader: PictureReader): Promise<void> => {
  const page = shownPage(app());
  if (!page) return;
  await (isDigital(app())
    ? actions.ask('pages.compare', { id: page.id, reader })
    : actions.recognize([page.id], reader));
};
const canExport = (state: AppState): boolean => hasPages(state) && !state.isExporting;
const canWalk = (state: AppState): boolean => hasPages(state) && state.workspace === 'vat-invoice';
const isRunning = ({ progress, workspace }: AppState): boolean => {
  const running = progress[workspace];
  return running !== null && running.finished < running.total;
};
const isPaused = (state: AppState): boolean =>
  isRunning(state) && state.progress[state.workspace]?.paused === true;

const setPaused = async ({ actions }: ActionContext, paused: boolean): Promise<void> => {
  await actions.ask('queue.pause', { paused });
};

const walk = async ({ actions }: ActionContext, step: 1 | -1): Promise<void> => {
  if (!(await walkFindings(actions, step))) actions.say(findingsEnd(leftHere('findings')));
};
const review = async (actions: Actions, seen: Seen, state: 'confirmed' | 'aside'): Promise<void> => {
  if (!(await reviewAndContinue(actions, seen, state))) actions.say(reviewEnd(leftHere('open')));
};

/** Confirms a page as it was shown, despite open findings. */
export const confirmAnyway = (actions: Actions, seen: Seen): Promise<void> =>
  review(actions, seen, 'confirmed');

/**
 * The page that was shown when a key was pressed, once the last input is saved; null if another one is shown then, or
 * it is not allowed.
 */
const shownOnceSaved = async (
  actions: Actions,
  isAllowed: (state: AppState) => boolean,
): Promise<PageDetail | null> => {
  const before = shownPage(app());
  await actions.edited();
  const shown = shownDetail(app());
  return shown && shown.summary.id === before?.id && isAllowed(app()) ? shown : null;
};

/** Asks the user once if there is an open error. */
const confirm = async ({ actions }: ActionContext): Promise<void> => {
  const shown = await shownOnceSaved(actions, isRecognized);
  if (shown && !askAboutErrors(actions, shown)) await confirmAnyway(actions, seenIn(shown));
};

const mark = async ({ actions }: ActionContext, state: 'aside' | 'open'): Promise<void> => {
  const shown = await shownOnceSaved(actions, hasEnded);
  if (!shown) return;
  if (state === 'open') await actions.review(seenIn(shown), state);
  else await review(actions, seenIn(shown), state);
};

/** What an export offers first: what is shown, or all if a filter shows nothing or hides nothing. */
const scopeOf = (shown: ReturnType<typeof shownNow>): readonly [ExportScope, readonly PageId[] | null] =>
  shown && shown.length > 0 ? ['shown', shown] : ['all', null];

/** The window-wide actions. A view adds its own actions while it is shown. */
export const windowActions = {
  add: { run: ({ actions }) => actions.chooseFiles() },
  samples: { run: ({ actions }) => actions.addSamples(app().workspace) },
  export: {
    isEnabled: canExport,
    run: ({ actions }) => {
      const { workspace } = app();
      // Whether a filter counts is the user's choice.
      const shown = shownNow(workspace);
      if (shown) return actions.openExport(workspace, ...scopeOf(shown));
      const language = languageOf(document.documentElement.lang);
      return actions.exportPages(workspace, language, directExport('xlsx', app().exportForm));
    },
  },
  exportChoices: {
    isEnabled: canExport,
    run: ({ actions }) => {
      const { workspace } = app();
      return actions.openExport(workspace, ...scopeOf(shownNow(workspace)));
    },
  },
  totals: { run: ({ actions }) => actions.openDialog({ kind: 'totals' }) },
  bin: { run: ({ actions }) => actions.openDialog({ kind: 'bin', service: app().workspace, ids: null }) },
  record: {
    // The record names the account, which is the workers' in an office.
    isOffered: (_state, { user }) => user === null,
    isEnabled: (state) => shownPage(state) !== null,
    run: ({ actions }) => {
      const page = shownPage(app());
      if (page) actions.openDialog({ kind: 'record', page });
    },
  },
  history: { run: ({ actions }) => actions.openDialog({ kind: 'history' }) },
  settings: { run: ({ actions }) => actions.openDialog({ kind: 'settings', waiting: null }) },
  undo: { isEnabled: hasPages, run: ({ actions }) => actions.undoLast(false) },
  redo: { isEnabled: hasPages, run: ({ actions }) => actions.undoLast(true) },
  toggleTable: {
    isEnabled: (state) => hasPages(state) && state.workspace === 'vat-invoice',
    run: () => showBatchAs(useBatchView.getState().view === 'table' ? 'documents' : 'table'),
  },
  matchList: { run: ({ actions }) => actions.openDialog({ kind: 'tax-list', page: null }) },
  archive: { run: ({ actions }) => actions.openDialog({ kind: 'books', view: 'archive' }) },
  print: {
    isEnabled: (state) => hasPages(state) && state.workspace === 'vat-invoice',
    run: ({ actions }) => actions.openDialog({ kind: 'books', view: 'print' }),
  },
  rename: {
    // A browser never names a path of the computer: its originals are copies.
    isOffered: (state) => state.info?.host === 'desktop',
    isEnabled: (state) => hasPages(state) && state.workspace === 'vat-invoice',
    run: ({ actions }) => actions.openDialog({ kind: 'books', view: 'names' }),
  },
  vouchers: {
    isEnabled: (state) => hasPages(state) && state.workspace === 'vat-invoice',
    run: ({ actions }) => actions.openDialog({ kind: 'books', view: 'vouchers' }),
  },
  exportUnverified: {
    isEnabled: (state) => hasPages(state) && state.workspace === 'vat-invoice',
    run: ({ actions }) => actions.exportUnverified(languageOf(document.documentElement.lang)),
  },
  find: { isEnabled: hasPages, run: () => void focusOn('find') },
  recognizeAgain: {
    isEnabled: (state) => shownPage(state) !== null && !isDigital(state),
    run: async ({ actions }) => {
      const page = shownPage(app());
      if (page) await actions.recognize([page.id]);
    },
  },
  compare: {
    isEnabled: (state) => readerToCompare(state) !== null,
    run: async ({ actions }) => {
      const page = shownPage(app());
      const reader = readerToCompare(app());
      if (page && reader) await actions.ask('pages.compare', { id: page.id, reader });
    },
  },
  readHere: {
    isEnabled: (state) => isInvoice(state),
    run: ({ actions }) => readBy(actions, 'local'),
  },
  readByService: {
    isOffered: (state) => state.info?.account.ready === true && !state.info.settings.localOnly,
    isEnabled: (state) => isInvoice(state) && shownPage(state)?.part === 0,
    run: ({ actions }) => readBy(actions, 'service'),
  },
  sideBySide: {
    isEnabled: (state) => sideQuestion(state) !== null,
    run: ({ actions }) => {
      const question = sideQuestion(app());
      if (question) actions.openDialog({ kind: 'sides', service: 'vat-invoice', question });
    },
  },
  pause: {
    isEnabled: (state) => isRunning(state) && !isPaused(state),
    run: (context) => setPaused(context, true),
  },
  resume: {
    isEnabled: isPaused,
    run: (context) => setPaused(context, false),
  },
  cancelAll: {
    isEnabled: isRunning,
    run: ({ actions }) => actions.cancelAll(),
  },
  nextFinding: { isEnabled: canWalk, run: (context) => walk(context, 1) },
  previousFinding: { isEnabled: canWalk, run: (context) => walk(context, -1) },
  confirm: { isEnabled: isRecognized, run: confirm },
  aside: { isEnabled: hasEnded, run: (context) => mark(context, 'aside') },
  reopen: {
    isEnabled: (state) => hasEnded(state) && shownPage(state)?.review !== 'open',
    run: (context) => mark(context, 'open'),
  },
  nextPage: { isEnabled: hasPages, run: ({ actions }) => stepPage(actions, 1) },
  previousPage: { isEnabled: hasPages, run: ({ actions }) => stepPage(actions, -1) },
  invoices: { run: ({ actions }) => actions.switchTo('vat-invoice') },
  faces: { run: ({ actions }) => actions.switchTo('face-detect') },
  nextPane: { run: () => stepPane(1) },
  previousPane: { run: () => stepPane(-1) },
  guide: {
    run: ({ actions }) => actions.openDialog({ kind: 'guide', place: { page: 'start', section: null } }),
  },
  palette: { run: ({ actions }) => actions.openDialog({ kind: 'palette' }) },
  keys: { run: ({ actions }) => actions.openDialog({ kind: 'keys' }) },
} as const satisfies Readonly<Record<string, Definition>>;
