import { useEffect, useState, Suspense } from 'react';
import { addDialogTexts } from '../ui/i18n/i18n.ts';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { DetailsForSupport, plainDetails } from '../ui/failure-message.tsx';
import { useTools, ToolsContext, type Tools } from '../features/tools.ts';
import { useApp } from '../state/store.ts';
import { useShortcuts } from './actions/use-shortcuts.ts';
import { tabId, tabPanelId } from '../ui/tab-bar.tsx';
import { DialogNotices, NoticeBar } from './notices.tsx';
import { TopBar } from './top-bar.tsx';
import { useIntake, useDragOver } from './use-intake.ts';
import { useIsNarrow } from './use-pane-width.ts';
import { Workspace } from './workspace.tsx';
import { DialogFoot } from '../ui/dialog.tsx';
import type { PageSummary } from '../../shared/contract/page.ts';
import { countOutcomes, isRead, outcomes } from '../state/outcome.ts';
import { serviceIds } from '../../shared/services/service.ts';
import { joinItems } from '../../shared/texts/phrases.ts';
import { onDemand } from '../ui/on-demand.ts';
import { mayTakeOver, takeOver } from './browser-host.ts';

// Only needed in an office.
const SignInAgain = onDemand(async () => (await import('../features/office/sign-in-again.tsx')).SignInAgain);
const OutageBar = onDemand(async () => (await import('./outage.tsx')).OutageBar);
const OutagePage = onDemand(async () => (await import('./outage.tsx')).OutagePage);

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
  const left = useApp(({ drops }) => drops.reduce((sum, drop) => sum + drop.left, 0));
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
      {done.length > 0 && left > 0 && ` ${t('missing.voice', { count: left })}`}
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

// No dialog is open at first: their code and their texts are not part of the first load.
const DialogContent = onDemand(async () => {
  const [{ DialogContent: component }] = await Promise.all([
    import('./dialog-content.tsx'),
    addDialogTexts(),
  ]);
  return component;
});

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

const ConflictDialog = onDemand(
  async () => (await import('../features/settings/conflict-dialog.tsx')).ConflictDialog,
);

/** Above the dialog whose change was overtaken, which keeps what was typed. */
const OpenConflict = () => {
  const conflict = useApp((state) => state.settingsConflict);
  return (
    conflict && (
      <Suspense>
        <ConflictDialog {...conflict} />
      </Suspense>
    )
  );
};

const ProxyDialog = onDemand(async () => (await import('../features/network/proxy-dialog.tsx')).ProxyDialog);

/** Above what is open, because a call waits for the answer. */
const OpenProxyQuestion = () => {
  const question = useApp((state) => state.proxyQuestions[0]);
  return (
    question && (
      <Suspense>
        <ProxyDialog key={question.id} {...question} />
      </Suspense>
    )
  );
};

// Rarely needed: loaded on demand.
const LeftFiles = onDemand(async () => (await import('../features/intake/left-files.tsx')).LeftFiles);

/** The window with a connected host. */
const Shell = () => {
  const workspace = useApp((state) => state.workspace);
  const isNarrow = useIsNarrow();
  const isLeft = useApp(({ drops, waiting }) => drops.length + waiting.length > 0);
  const { user } = useTools();
  useIntake();
  useBatchTitle();
  useShortcuts();

  return (
    <div className="window">
      <div className={`shell ${isNarrow ? 'narrow' : ''}`}>
        <div>
          <TopBar />
          {user && (
            <Suspense>
              <OutageBar />
            </Suspense>
          )}
          {isLeft && (
            <Suspense>
              <LeftFiles service={workspace} />
            </Suspense>
          )}
        </div>
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
        <ProgressVoice />
      </div>
      <NoticeBar />
      <DropTarget />
      <OpenDialog />
      <OpenConflict />
      <OpenProxyQuestion />
      {user && (
        <Suspense>
          <SignInAgain />
        </Suspense>
      )}
    </div>
  );
};

/** The window: the workspace, or the reason why it can't be shown. */
export const App = ({ tools }: { readonly tools: Tools | null }) => {
  const { t, language } = useTexts();
  const connection = useApp((state) => state.connection);
  const hasInfo = useApp((state) => state.info !== null);
  const startFailure = useApp((state) => state.startFailure);

  if (!tools || connection === 'refused' || connection === 'lost') {
    if (connection !== 'lost' && mayTakeOver()) return <OtherTab />;
    const reason = connection === 'lost' ? 'lost' : 'refused';
    return <Closed title={t(`connection.${reason}Title`)} text={t(`connection.${reason}Text`)} />;
  }
  if (hasInfo) {
    return (
      <ToolsContext value={tools}>
        <Shell />
      </ToolsContext>
    );
  }
  if (startFailure) {
    return (
      <Closed
        title={startFailure.message[language]}
        text={startFailure.remedy?.[language] ?? ''}
        details={startFailure.details}
      />
    );
  }
  const starting = <p className="starting">{t('app.loading')}</p>;
  return tools.user ? (
    <Suspense fallback={starting}>
      <OutagePage>{starting}</OutagePage>
    </Suspense>
  ) : (
    starting
  );
};

/** Vouch is open in another tab of this browser; the user can continue here. */
const OtherTab = () => {
  const { t } = useTexts();
  const [isRefused, setRefused] = useState(false);
  const go = async () => {
    if (await takeOver()) window.location.reload();
    else setRefused(true);
  };
  if (isRefused) return <Closed title={t('connection.refusedTitle')} text={t('connection.refusedText')} />;
  return (
    <main className="closed">
      <h1>{t('connection.otherTitle')}</h1>
      <p>{t('connection.takeOverText')}</p>
      <Button look="primary" onPress={() => void go()}>
        {t('connection.takeOver')}
      </Button>
      <p className="muted">{t('connection.otherText')}</p>
    </main>
  );
};

type ClosedProps = {
  readonly title: string;
  readonly text: string;
  /** For support. */
  readonly details?: string | undefined;
};

const Closed = ({ title, text, details }: ClosedProps) => {
  const { t } = useTexts();
  return (
    <main className="closed">
      <h1>{title}</h1>
      <p>{text}</p>
      <Button onPress={() => window.location.reload()}>{t('connection.retry')}</Button>
      <DetailsForSupport message={title} lines={plainDetails(details)} />
    </main>
  );
};
