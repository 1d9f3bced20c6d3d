import { Suspense } from 'react';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { useTools } from '../features/tools.ts';
import { runAction } from '../state/registry.ts';
import { useApp } from '../state/store.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { useFocusTarget } from '../state/focus.ts';
import { formatBatch } from '../../shared/texts/format.ts';
import { useLoaded } from '../ui/use-loaded.ts';
import type { PageSummary } from '../../shared/contract/page.ts';
import { HeldNote } from '../features/office/held-note.tsx';
import { InvoicePanel } from '../features/invoice/invoice-panel.tsx';
import { onDemand } from '../ui/on-demand.ts';
import { ActionBar } from '../features/batch/action-bar.tsx';
import { BatchViewSwitch, useIsTable } from '../features/batch/batch-view.tsx';
import { ListTools } from '../features/documents/list-tools.tsx';
import { DocumentList } from '../features/documents/document-list.tsx';
import { useFaceView } from '../state/face-view.ts';
import { FaceViewSwitch } from '../features/faces/view-switch.tsx';
import { PageView } from './page-view.tsx';
import { Splitter } from '../ui/splitter.tsx';
import { fittedWidths, paneBounds } from '../state/panel-view.ts';
import { useIsNarrow, usePaneWidth, useWindowWidth } from './use-pane-width.ts';

// Shown once, to a new user.
const FirstRun = onDemand(async () => (await import('./first-run.tsx')).FirstRun);

const shownBatches = 5;

/** Recently recognized batches, shown while the workspace is empty. */
const RecentBatches = () => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const { value } = useLoaded('batches', () => actions.ask('history.batches', { limit: shownBatches }));
  const batches = value?.batches ?? [];
  if (batches.length === 0) return null;
  return (
    <section className="recent-batches" aria-labelledby="recent-title">
      <h3 id="recent-title">{t('start.recent')}</h3>
      <ul>
        {batches.map((batch) => (
          <li key={batch.page}>
            <Button look="quiet" icon="clock" onPress={() => void actions.openPage(batch.page)}>
              {formatBatch(batch, language)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** An empty workspace: three ways to start. */
const Start = ({ service }: { readonly service: ServiceId }) => {
  const { t } = useTexts();
  const isFirstRun = useApp((state) => state.info?.settings.welcomed === false);
  const kind = service === 'vat-invoice' ? 'invoice' : 'face';
  return (
    <div className="start" ref={useFocusTarget('start')}>
      <div className="start-drop">
        <h2>{t(`start.${kind}Title`)}</h2>
        <p>{t(`start.${kind}Text`)}</p>
        {kind === 'invoice' && <p className="muted">{t('drop.hint')}</p>}
        <Button look="primary" icon="add" onPress={() => void runAction('add')}>
          {t('start.choose')}
        </Button>
      </div>
      <Suspense>{isFirstRun ? <FirstRun /> : <Ways />}</Suspense>
      <RecentBatches />
    </div>
  );
};

const Ways = () => {
  const { t } = useTexts();
  const hasAccount = useApp((state) => state.info?.account.ready ?? false);
  return (
    <div className="start-ways">
      <section className="start-way">
        <Button icon="samples" onPress={() => void runAction('samples')}>
          {t('start.samples')}
        </Button>
        <p className="muted">{t('start.samplesText')}</p>
      </section>
      {!hasAccount && (
        <section className="start-way">
          <Button icon="settings" onPress={() => void runAction('settings')}>
            {t('start.account')}
          </Button>
          <p className="muted">{t('start.accountText')}</p>
        </section>
      )}
    </div>
  );
};

// The window opens with the invoices.
const FacePanel = onDemand(async () => (await import('../features/faces/face-panel.tsx')).FacePanel);

/** While a page loads, only its name is known. No data of another page is shown, and nothing can be confirmed. */
const LoadingPanel = ({ service }: { readonly service: ServiceId }) => {
  const { t } = useTexts();
  const name = useApp(({ current, lists }) => lists[service].byId.get(current[service] ?? 0)?.name);
  if (name === undefined) return null;
  return (
    <header className="pane-head">
      <h2>{t(service === 'vat-invoice' ? 'invoice.panel' : 'face.panel')}</h2>
      <span className="muted cut">{name}</span>
      <span className="muted late" role="status">
        {t('stateText.loading')}
      </span>
    </header>
  );
};

/** The data of the shown page. */
const Panel = ({ service }: { readonly service: ServiceId }) => {
  const { t } = useTexts();
  const detail = useApp((state) => state.details[service]);
  const faces = useApp((state) => state.faces);
  return (
    <section className="panel" aria-label={t(service === 'vat-invoice' ? 'invoice.panel' : 'face.panel')}>
      {!detail && <LoadingPanel service={service} />}
      {detail && <HeldNote page={detail.summary.id} />}
      {detail?.invoice && (
        <InvoicePanel page={detail.summary} sent={detail.sent} invoice={detail.invoice} detail={detail} />
      )}
      {detail?.summary.state === 'recognized' && service === 'vat-invoice' && !detail.invoice && (
        <UnreadablePage page={detail.summary} />
      )}
      {detail?.faces && faces && (
        <Suspense>
          <FacePanel key={detail.summary.id} page={detail.summary} sent={detail.sent} pack={faces} />
        </Suspense>
      )}
    </section>
  );
};

/** The response is stored, but this version can't decode it although another version could. */
const UnreadablePage = ({ page }: { readonly page: PageSummary }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  return (
    <div className="page-word">
      <h2>{t('invoice.unreadable')}</h2>
      <p className="muted">{t('invoice.unreadableText')}</p>
      <Button icon="again" onPress={() => void actions.recognize([page.id])}>
        {t('documents.recognizeAgain')}
      </Button>
    </div>
  );
};

// Large, and the window opens with the documents: loaded on demand.
const BatchTable = onDemand(async () => (await import('../features/batch/batch-table.tsx')).BatchTable);

const BatchView = onDemand(async () => (await import('../features/faces/batch-view.tsx')).FaceBatchView);

/** Three panes: documents, picture, data. Without documents: how to start. */
export const Workspace = ({ service }: { readonly service: ServiceId }) => {
  const { t } = useTexts();
  const isEmpty = useApp((state) => state.lists[service].order.length === 0);
  // A page that was not recognized has no data: its explanation uses the space.
  const isRecognized = useApp(({ details, current, lists }) => {
    const page = details[service]?.summary ?? lists[service].byId.get(current[service] ?? 0);
    return (page?.state ?? 'recognized') === 'recognized';
  });
  const isBatch = useFaceView((view) => view.isBatch) && service === 'face-detect';
  const hasPanel = isRecognized && !isBatch;
  const [listWidth, setListWidth] = usePaneWidth('list');
  const [panelWidth, setPanelWidth] = usePaneWidth(service);
  const isNarrow = useIsNarrow();
  const { list, panel } = fittedWidths(listWidth, panelWidth, useWindowWidth());
  const columns = `${list}px 1px minmax(0, 1fr) ${hasPanel ? `1px ${panel}px` : ''}`;
  const isTable = useIsTable(service);
  if (isEmpty) return <Start service={service} />;
  if (isTable)
    return (
      <div className="workspace-table">
        <div className="workspace-bar">
          <BatchViewSwitch />
          <ListTools service={service} />
        </div>
        <ActionBar service={service} />
        <Suspense>
          <BatchTable service={service} />
        </Suspense>
      </div>
    );

  return (
    <div
      className="workspace"
      // In a narrow window the style sheet stacks the panes.
      style={isNarrow ? {} : { gridTemplateColumns: columns }}
    >
      <DocumentList service={service} />
      <Splitter
        label={t('layout.listWidth')}
        value={list}
        {...paneBounds.list}
        side={1}
        onChange={setListWidth}
      />
      <section className="page" aria-label={t('app.main')}>
        {service === 'face-detect' && <FaceViewSwitch />}
        {isBatch ? (
          <Suspense>
            <BatchView />
          </Suspense>
        ) : (
          <PageView service={service} />
        )}
      </section>
      {hasPanel && (
        <>
          <Splitter
            label={t('layout.panelWidth')}
            value={panel}
            {...paneBounds[service]}
            side={-1}
            onChange={setPanelWidth}
          />
          <Panel service={service} />
        </>
      )}
    </div>
  );
};
