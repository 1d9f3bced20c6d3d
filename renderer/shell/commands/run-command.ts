import { languageOf, type Bilingual } from '../../../shared/language.ts';
import type { MenuId } from '../../../shared/contract/menu.ts';
import type { Actions } from '../../state/actions.ts';
import { afterDone, useApp } from '../../state/store.ts';
import { atOnce } from '../../features/export/form.ts';
import { leftHere, markAndGoOn, stepPage, walkDoubts } from './review-flow.ts';
import { doubtsEnd, reviewEnd } from './what-is-left.ts';
import { isPlaced, placedAction } from './placed.ts';
import { stepPane } from './step-pane.ts';

const { getState: app, setState: change } = useApp;

const say = (text: Bilingual): void => change((state) => afterDone(state, text));

const shownPage = () => {
  const { workspace, details } = app();
  return details[workspace]?.summary ?? null;
};

/** Whether an action means something now; a menu shows the others greyed. */
export const isEnabled = (id: MenuId): boolean => {
  const { workspace, details, lists, isExporting, progress } = app();
  const detail = details[workspace];
  const isRecognized = detail?.summary.state === 'recognized';
  const hasPages = lists[workspace].order.length > 0;
  const running = progress[workspace];
  const isRunning = running !== null && running.finished < running.total;
  const isPaused = isRunning && running.paused === true;
  const conditions: Readonly<Partial<Record<MenuId, boolean>>> = {
    undo: detail?.history.canUndo ?? false,
    redo: detail?.history.canRedo ?? false,
    export: hasPages && !isExporting,
    exportChoices: hasPages && !isExporting,
    find: hasPages,
    nextPage: hasPages,
    previousPage: hasPages,
    recognizeAgain: detail !== null,
    nextDoubt: hasPages && workspace === 'vat-invoice',
    previousDoubt: hasPages && workspace === 'vat-invoice',
    confirm: isRecognized,
    aside: isRecognized,
    reopen: isRecognized && detail.summary.review !== 'open',
    pause: isRunning && !isPaused,
    resume: isPaused,
    cancelAll: isRunning,
  };
  return isPlaced(id) ? placedAction(id) !== null : (conditions[id] ?? true);
};

/** Does what an action of the menus says. */
export const runCommand = async (id: MenuId, actions: Actions): Promise<void> => {
  if (!isEnabled(id)) return;
  const { workspace } = app();
  const page = shownPage();
  if (isPlaced(id)) {
    placedAction(id)?.();
    return undefined;
  }
  switch (id) {
    case 'add':
      return actions.chooseFiles();
    case 'samples':
      return actions.addSamples(workspace);
    case 'export': {
      const choice = atOnce('xlsx', app().exportForm);
      return actions.exportPages(workspace, languageOf(document.documentElement.lang), choice);
    }
    case 'exportChoices':
      return actions.openExport(workspace);
    case 'history':
      return change({ historyOpen: true });
    case 'settings':
      return change({ settingsOpen: true });
    case 'undo':
    case 'redo':
      if (page) await actions.undo(workspace, page.id, id === 'redo');
      return undefined;
    case 'find':
      return document.querySelector<HTMLElement>('.list-find input')?.focus();
    case 'recognizeAgain':
      return page ? actions.recognize([page.id]) : undefined;
    case 'nextDoubt':
      if (!(await walkDoubts(actions, 1))) say(doubtsEnd(leftHere('doubtful')));
      return undefined;
    case 'previousDoubt':
      if (!(await walkDoubts(actions, -1))) say(doubtsEnd(leftHere('doubtful')));
      return undefined;
    case 'confirm':
      if (!(await markAndGoOn(actions, 'confirmed'))) say(reviewEnd(leftHere('open')));
      return undefined;
    case 'aside':
      if (!(await markAndGoOn(actions, 'aside'))) say(reviewEnd(leftHere('open')));
      return undefined;
    case 'reopen':
      if (page) await actions.review(workspace, page.id, 'open');
      return undefined;
    case 'nextPage':
      return stepPage(actions, 1);
    case 'previousPage':
      return stepPage(actions, -1);
    case 'invoices':
      return actions.switchTo('vat-invoice');
    case 'faces':
      return actions.switchTo('face-detect');
    case 'nextPane':
      return stepPane(1);
    case 'previousPane':
      return stepPane(-1);
    case 'pause':
    case 'resume':
      return actions.pause(id === 'pause');
    case 'cancelAll':
      return actions.cancel('all');
    case 'keys':
      return change({ keysOpen: true });
    default:
      return id satisfies never;
  }
};
