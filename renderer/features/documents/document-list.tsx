import { useMemo, useState } from 'react';
import type { PageSummary } from '../../../shared/contract/page.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { useTools } from '../tools.ts';
import { useFocusTarget } from '../../state/focus.ts';
import { clearSelection, selectAll, selectPage, useSelection } from '../../state/selection.ts';
import { useApp } from '../../state/store.ts';
import { formatCount } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { localKeyOf } from '../../../shared/contract/local-keys.ts';
import { usePlacedActions } from '../../state/registry.ts';
import { Button } from '../../ui/button.tsx';
import { VirtualGrid } from '../../ui/virtual-grid.tsx';
import { BatchButtons } from '../batch/batch-buttons.tsx';
import { BatchSummary } from '../batch/batch-summary.tsx';
import { BatchViewSwitch } from '../batch/batch-view.tsx';
import { PageMenu, type MenuPlace } from '../batch/page-menu.tsx';
import { SelectionBar } from '../batch/selection-bar.tsx';
import { DocumentRow } from './document-row.tsx';
import { ListTools } from './list-tools.tsx';
import { arranged, isOpen, unlisted, useListView } from '../../state/list-view.ts';
import { useRem } from '../../ui/use-rem.ts';

/** The documents of a workspace. The active row is the one shown. */
export const DocumentList = ({ service }: { readonly service: ServiceId }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const list = useApp((state) => state.lists[service]);
  const current = useApp((state) => state.current[service]);
  const gridRef = useFocusTarget('list');
  const selected = useSelection((selections) => selections[service].ids);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const rowHeight = useRem(3.5);
  const view = useListView((views) => views[service]);
  const order = useMemo(() => arranged(list, view), [list, view]);
  const older = useApp((state) => state.older[service]);
  const beyond = useMemo(() => unlisted(list, older), [list, older]);
  const open = useMemo(() => [...list.byId.values()].filter(isOpen).length + beyond, [list, beyond]);
  const at = (index: number) => {
    const id = order[index];
    return id === undefined ? undefined : list.byId.get(id);
  };
  const shown = current === null ? undefined : list.byId.get(current);
  const countText = (): string => {
    const [count, number] = [list.order.length, formatCount(list.order.length, language)];
    return order.length === count
      ? t('documents.count', { count, number })
      : t('documents.countOf', { count, number, shown: formatCount(order.length, language) });
  };
  const remove = ({ id }: PageSummary) => {
    const ids = selected.has(id) ? order.filter((other) => selected.has(other)) : [id];
    actions.openDialog({ kind: 'remove', service, ids });
  };
  usePlacedActions({ remove: shown ? () => remove(shown) : null });

  return (
    <section
      className="documents"
      aria-label={t(service === 'vat-invoice' ? 'documents.title' : 'documents.photos')}
    >
      <header className="list-head">
        {service === 'vat-invoice' ? <BatchViewSwitch /> : <h2>{t('documents.photos')}</h2>}
        <span className="muted">
          {order.length < list.order.length && (
            <span aria-hidden="true">
              {formatCount(order.length, language)} / {formatCount(list.order.length, language)}
            </span>
          )}
          <span className="hidden-text">{countText()}</span>
        </span>
        {list.order.length > 0 && (
          <span className="muted list-left" role="status">
            {t('documents.left', { count: open, number: formatCount(open, language) })}
          </span>
        )}
      </header>
      <BatchSummary service={service} />
      <ListTools service={service} />
      {service === 'vat-invoice' && <BatchButtons service={service} />}
      {beyond > 0 && (
        <p className="list-older muted">
          {t('documents.older', { count: beyond, number: formatCount(beyond, language) })}
          <Button small onPress={() => void actions.listOlder(service)}>
            {t('documents.listOlder')}
          </Button>
        </p>
      )}
      <SelectionBar service={service} />
      {order.length === 0 && <p className="panel-note muted">{t('documents.noneFits')}</p>}
      <VirtualGrid
        className="document-list"
        gridRef={gridRef}
        walksFindings
        label={t('documents.list')}
        count={order.length}
        rowHeight={rowHeight}
        keyOf={(index) => order[index] ?? index}
        active={current === null ? -1 : order.indexOf(current)}
        isSelected={(index) => {
          const id = order[index];
          return id !== undefined && (selected.size > 0 ? selected.has(id) : id === current);
        }}
        onActive={(index, how) => {
          const id = order[index];
          if (id !== undefined) selectPage(service, order, id, how, current);
          void actions.show(service, id ?? null);
        }}
        onMenu={(index, x, y) => {
          const id = order[index];
          if (id === undefined) return;
          const ids = selected.has(id) ? order.filter((other) => selected.has(other)) : [id];
          if (!selected.has(id)) selectPage(service, order, id, 'alone');
          setMenu({ x, y, ids });
        }}
        onKey={(event, index) => {
          const page = at(index);
          const pressed = localKeyOf(event.nativeEvent, ['clear', 'selectAll', 'toggle', 'remove']);
          if (pressed === 'selectAll' || pressed === 'toggle') event.preventDefault();
          if (pressed === 'clear') clearSelection(service);
          if (pressed === 'selectAll') selectAll(service, order);
          if (pressed === 'toggle' && page) selectPage(service, order, page.id, 'toggle');
          if (pressed === 'remove' && page) remove(page);
        }}
      >
        {(index) => {
          const page = at(index);
          return page && <DocumentRow page={page} isActive={page.id === current} onRemove={remove} />;
        }}
      </VirtualGrid>
      <PageMenu service={service} place={menu} onClose={() => setMenu(null)} />
    </section>
  );
};
