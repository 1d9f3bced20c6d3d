import { useShortcuts } from './actions/use-shortcuts.ts';
import { tabId, tabPanelId } from '../ui/tab-bar.tsx';
import { Notices, DialogNotices } from './notices.tsx';
import { useApp } from '../state/store.ts';
import { TopBar } from './top-bar.tsx';
import { useIntake, useDragOver } from './use-intake.ts';
import { useIsNarrow } from './use-pane-width.ts';
import { Workspace } from './workspace.tsx';
import { Suspense, useEffect, useState } from 'react';
import { DialogFoot } from '../ui/dialog.tsx';
import { useTexts } from '../ui/i18n/use-texts.ts';
import type { PageSummary } from '../../shared/contract/page.ts';
import { countOutcomes, isRead, outcomes } from '../state/outcome.ts';
import { serviceIds } from '../../shared/services/service.ts';
import { joinItems } from '../../shared/texts/join.ts';
import { onDemand } from '../ui/on-demand.ts';

const plain = 'Vouch';

/** Shows the queue's progress in the window title, and its end until the window gets the focus. */
const useBatchTitle = (): void => {
  const { t } = useTexts();
  const percent = useApp(({ progress }) => {
    const open = Object.values(progress).filter((each) => each !== null && each.finished < each.total);
    if (open.length === 0) return null;
    const sum = (of: 'finished' | 'total') => open.reduce((all, each) => all + (each?.[of] ?? 0), 0);
    return Math.floor((100 * sum('finished')) / sum('total'));
  });
  const [hasNews, setNews] = useState(false);
  const isRunning = percent !== null;

  useEffect(() => {
    if (!isRunning) return undefined;
    // The queue was running and has stopped.
    return () => setNews(!document.hasFocus());
  }, [isRunning]);

  useEffect(() => {
    const seen = () => setNews(false);
    window.addEventListener('focus', seen);
    return () => window.removeEventListener('focus', seen);
  }, []);

  useEffect(() => {
    const news = hasNews ? `${t('progress.titleDone')} · ${plain}` : plain;
    document.title = percent === null ? news : `${percent}% · ${plain}`;
  }, [percent, hasNews, t]);
};

/** Announces the end of a batch to screen readers. Announcing every step would drown out everything else. */
const ProgressVoice = () => {
  const { t, language } = useTexts();
  const progress = useApp((state) => state.progress);
  const lists = useApp((state) => state.lists);
  const say = (pages: Iterable<PageSummary>): string => {
    const counts = countOutcomes(pages);
    const read = outcomes.reduce((sum, id) => sum + (isRead(id) ? counts[id] : 0), 0);
    const parts = outcomes
      .filter((id) => counts[id] > 0)
      .map((id) => t(`batch.outcome.${id}`, { count: counts[id], number: String(counts[id]) }));
    const summary = `${t('batch.read', { number: String(read) })} ${joinItems(parts, language)}`;
    return t('progress.done', { summary });
  };
  // Regardless of the shown workspace.
  const done = serviceIds.filter((service) => {
    const each = progress[service];
    return each && each.total > 0 && each.finished >= each.total;
  });
  return (
    <p className="hidden-text" role="status">
      {done.map((service) => say(lists[service].byId.values())).join(' ')}
    </p>
  );
};

/** Covers the window while files are dragged over it, to show that it accepts them. */
const DropTarget = () => {
  const { t } = useTexts();
  const workspace = useApp((state) => state.workspace);
  if (!useDragOver()) return null;
  return (
    <div className="drop-target" aria-hidden="true">
      <div className="drop-frame">
        <p className="drop-title">{t(workspace === 'vat-invoice' ? 'drop.invoices' : 'drop.faces')}</p>
        <p>{t('drop.hint')}</p>
      </div>
    </div>
  );
};

// No dialog is open at first: their code is not part of the first load.
const DialogContent = onDemand(async () => (await import('./dialog-content.tsx')).DialogContent);

const OpenDialog = () => {
  const dialog = useApp((state) => state.dialog);
  return (
    dialog && (
      <DialogFoot value={<DialogNotices />}>
        <Suspense>
          <DialogContent dialog={dialog} />
        </Suspense>
      </DialogFoot>
    )
  );
};

/** The window with a connected host. */
export const Shell = () => {
  const workspace = useApp((state) => state.workspace);
  const isNarrow = useIsNarrow();
  useIntake();
  useBatchTitle();
  useShortcuts();

  return (
    <div className={`shell ${isNarrow ? 'narrow' : ''}`}>
      <TopBar />
      <main className="workspace-frame">
        <div
          key={workspace}
          id={tabPanelId(workspace)}
          className="workspace-panel"
          role="tabpanel"
          aria-labelledby={tabId(workspace)}
        >
          <Workspace service={workspace} />
        </div>
      </main>
      <DropTarget />
      <Notices />
      <ProgressVoice />
      <OpenDialog />
    </div>
  );
};
