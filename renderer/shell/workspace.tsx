import { Suspense } from 'react';
import type { ServiceId } from '../../shared/services/service.ts';
import { BatchButtons } from '../features/batch/batch-buttons.tsx';
import { BatchViewSwitch, useIsTable } from '../features/batch/batch-view.tsx';
import { SelectionBar } from '../features/batch/selection-bar.tsx';
import { ListTools } from '../features/documents/list-tools.tsx';
import { DocumentList } from '../features/documents/document-list.tsx';
import { useFaceView } from '../state/face-view.ts';
import { FaceViewSwitch } from '../features/faces/view-switch.tsx';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { PageView } from './page-view.tsx';
import { Splitter } from '../ui/splitter.tsx';
import { fittedWidths, paneBounds } from '../state/pane-widths.ts';
import { Panel } from './panel.tsx';
import { Start } from './start.tsx';
import { useApp } from '../state/store.ts';
import { useIsNarrow, usePaneWidth, useWindowWidth } from './use-pane-width.ts';
import { onDemand } from '../ui/on-demand.ts';

// Large, and the window opens with the documents: loaded on demand.
const BatchTable = onDemand(async () => (await import('../features/batch/batch-table.tsx')).BatchTable);

const BatchView = onDemand(async () => (await import('../features/faces/batch-view.tsx')).FaceBatchView);

/** Three panes: documents, picture, data. Without documents: how to start. */
export const Workspace = ({ service }: { readonly service: ServiceId }) => {
  const { t } = useTexts();
  const isEmpty = useApp((state) => state.lists[service].order.length === 0);
  // A page that was not recognized has no data: its explanation uses the space.
  const isRecognized = useApp(
    (state) => (state.details[service]?.summary.state ?? 'recognized') === 'recognized',
  );
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
          <span className="gap" />
          <BatchButtons service={service} />
        </div>
        <SelectionBar service={service} />
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
