import { useState } from 'react';
import type { ServiceId } from '../../shared/services/service.ts';
import { DocumentList } from '../documents/document-list.tsx';
import { useTexts } from '../i18n/use-texts.ts';
import { PageView } from '../page/page-view.tsx';
import { Splitter } from '../ui/splitter.tsx';
import { Start } from './start.tsx';
import { useApp } from './store.ts';
import { Panel } from './panel.tsx';
import { keepWidth, keptWidth } from './kept-widths.ts';

/** Three panes: the documents, the picture, the figures. Without documents: how to begin. */
export const Workspace = ({ service }: { readonly service: ServiceId }) => {
  const { t } = useTexts();
  const isEmpty = useApp((state) => state.lists[service].order.length === 0);
  const [listWidth, setListWidth] = useState(() => keptWidth('list', 264));
  const [panelWidth, setPanelWidth] = useState(() =>
    keptWidth(service, service === 'vat-invoice' ? 400 : 480),
  );
  if (isEmpty) return <Start service={service} />;

  return (
    <div
      className="workspace"
      style={{ gridTemplateColumns: `${listWidth}px 1px minmax(16rem, 1fr) 1px minmax(0, ${panelWidth}px)` }}
    >
      <DocumentList service={service} />
      <Splitter
        label={t('layout.listWidth')}
        value={listWidth}
        least={200}
        most={420}
        side={1}
        onChange={(width) => {
          setListWidth(width);
          keepWidth('list', width);
        }}
      />
      <main className="page" aria-label={t('app.main')}>
        <PageView service={service} />
      </main>
      <Splitter
        label={t('layout.panelWidth')}
        value={panelWidth}
        least={300}
        most={720}
        side={-1}
        onChange={(width) => {
          setPanelWidth(width);
          keepWidth(service, width);
        }}
      />
      <Panel service={service} />
    </div>
  );
};
