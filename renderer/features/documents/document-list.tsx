import { sealWord } from '../../../shared/texts/seals.ts';
import { isDigitalReader } from '../../../shared/invoice/complete.ts';
import { isBlankPage, isMarkedDemo, placeInFile, type PageSummary } from '../../../shared/contract/page.ts';
import { AskAgainButton } from '../actions/ask-again-button.tsx';
import { HeldBadge } from '../office/held-note.tsx';
import { rowValues } from '../row-values.ts';
import { useTools } from '../tools.ts';
import { isAtEnd } from '../../state/page-list.ts';
import { formatAmount, formatDay, formatCount } from '../../../shared/texts/format.ts';
import { ticketTitle } from '../../../shared/invoice/kind.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { IconButton, Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { stateSign } from './failure-details.ts';
import { outcomeOf } from '../../state/outcome.ts';
import { onDemand } from '../../ui/on-demand.ts';
import { Thumbnail } from '../picture/thumbnail.tsx';
import { Suspense, useDeferredValue, useMemo, useState } from 'react';
import { useApp } from '../../state/store.ts';
import { countWeak, useThreshold } from '../../state/panel-view.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { useFocusTarget } from '../../state/focus.ts';
import { clearSelection, selectAll, selectPage, useSelection } from '../../state/selection.ts';
import { meantWith } from '../../state/shown-rows.ts';
import { localKeyOf } from '../../state/keys.ts';
import { usePlacedActions } from '../../state/registry.ts';
import { VirtualGrid } from '../../ui/virtual-grid.tsx';
import { ActionBar } from '../batch/action-bar.tsx';
import { BatchSummary } from '../batch/batch-summary.tsx';
import { BatchViewSwitch } from '../batch/batch-view.tsx';
import { PageMenu, type MenuPlace } from '../batch/page-menu.tsx';
import { ListTools } from './list-tools.tsx';
import { arranged, isOpen, unlisted, useListView } from '../../state/list-view.ts';
import { useRem } from '../../ui/use-rem.ts';

// Most documents are read.
const RowFailure = onDemand(async () => (await import('./failure-words.tsx')).RowFailure);

/** The number of faces of a photo. For the shown photo, it includes the number of faces above the threshold. */
const FaceCount = ({ page }: { readonly page: PageSummary }) => {
  const { t, language } = useTexts();
  const threshold = useDeferredValue(useThreshold());
  const pack = useApp(({ details, faces }) =>
    details['face-detect']?.summary.id === page.id ? faces : null,
  );
  const hidden = useMemo(() => (pack ? countWeak(pack, threshold) : 0), [pack, threshold]);
  const count = page.headline.faces ?? 0;
  const number = formatCount(count, language);
  if (hidden === 0) return t('documents.faces', { count, number });
  return t('face.someOf', { count, all: number, shown: formatCount(Math.max(0, count - hidden), language) });
};

type Props = {
  readonly page: PageSummary;
  readonly isActive: boolean;
  readonly onRemove: (page: PageSummary) => void;
};

/** A row of the list: name and summary, state, and actions. */
const DocumentRow = ({ page, isActive, onRemove }: Props) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const { headline, failure } = page;
  const isInvoice = page.service === 'vat-invoice';
  const isRecognized = page.state === 'recognized';
  // A page that was rotated, cropped or masked keeps its values until the new ones arrive.
  const hasValues = isRecognized || page.hasEarlier;
  const unnamed = isBlankPage(page)
    ? t('documents.blankPage')
    : (ticketTitle(headline.kind, language) ?? t('documents.noSeller'));
  const { title: named, number, day, amount } = rowValues(page, language);
  const title = hasValues && isInvoice ? (named ?? unnamed) : page.name;
  const place = page.pageCount > 1 ? t('documents.pageOf', { page: page.page, count: page.pageCount }) : null;

  const aside = () => {
    if (!hasValues) return place;
    if (!isInvoice) return <FaceCount page={page} />;
    return amount === null ? null : formatAmount(amount);
  };
  const second = () => {
    if (failure)
      return (
        <Suspense>
          <RowFailure page={page} failure={failure} />
        </Suspense>
      );
    if (page.state === 'waiting' && page.held) return t('documents.notSent');
    if (!isRecognized) return t(`state.${page.state}`);
    if (!isInvoice) return place;
    const shown = number ?? day ?? page.name;
    if (page.joined.length > 0)
      return `${shown} · ${t('documents.joinedPages', { count: page.joined.length })}`;
    const inFile = placeInFile(page);
    return inFile === null ? shown : `${shown} · ${inFile}`;
  };
  const hasNumber = isRecognized && isInvoice && !failure && number !== null;

  return (
    <>
      <span role="gridcell" className="document-cell">
        <Thumbnail page={page} />
        <span className="document-lines">
          <span className="document-line">
            <span className="cut document-title">{title}</span>
            <span className="document-aside">{aside()}</span>
          </span>
          <span className="document-line muted">
            <StateIcon page={page} />
            {hasNumber && day !== null && <span className="document-day">{day} ·</span>}
            <span
              className={`cut ${hasNumber ? 'document-number' : ''} ${page.joined.length > 0 ? 'joined-number' : ''}`}
              title={page.name}
            >
              <bdi>{second()}</bdi>
            </span>
            {isRecognized && isInvoice && !failure && <span className="hidden-text">{page.name}</span>}
            {page.reader !== null && isDigitalReader(page.reader) && (
              <span className="badge reader-badge" title={sealWord(page)?.[language]}>
                {page.reader.toUpperCase()}
              </span>
            )}
            <HeldBadge page={page.id} />
            {page.seal === 'changed' && (
              <span className="badge seal-badge tone-error" title={t('documents.sealChangedTitle')}>
                {t('documents.sealChanged')}
              </span>
            )}
            {isMarkedDemo(page) && (
              <span
                className="badge sandbox"
                title={t(isInvoice ? 'documents.sandboxTitle' : 'documents.sandboxPhoto')}
              >
                {t('documents.sandbox')}
              </span>
            )}
          </span>
          {place && isInvoice && <span className="hidden-text">{place}</span>}
        </span>
      </span>
      <span role="gridcell" className={`document-actions ${isActive ? 'active' : ''}`}>
        {isAtEnd(page) ? (
          <AskAgainButton page={page} excludeFromTabOrder={!isActive} />
        ) : (
          <IconButton
            small
            icon="close"
            label={t('documents.cancel')}
            excludeFromTabOrder={!isActive}
            onPress={() => void actions.ask('pages.cancel', { ids: [page.id] })}
          />
        )}
        <IconButton
          small
          icon="remove"
          label={t('documents.remove')}
          excludeFromTabOrder={!isActive}
          onPress={() => onRemove(page)}
        />
      </span>
    </>
  );
};

const StateIcon = ({ page }: { readonly page: PageSummary }) => {
  const { t, language } = useTexts();
  const { icon, tone } = stateSign(page);
  const words = [
    t(`state.${page.state}`),
    page.findings.error > 0 ? t('documents.errors', { count: page.findings.error }) : null,
    page.findings.warn > 0 ? t('documents.warnings', { count: page.findings.warn }) : null,
    outcomeOf(page) === 'comparing' ? t('documents.filters.comparing') : null,
    page.review === 'open' ? null : t(`documents.review.${page.review}`),
    page.reused && page.answeredAt !== null
      ? t('documents.reused', { day: formatDay(page.answeredAt, language) })
      : null,
  ]
    .filter((word) => word !== null)
    .join(' · ');
  return (
    <span className={`tone-${tone} state-icon`} title={words}>
      <Icon name={icon} className={icon === 'busy' ? 'spin' : ''} />
      <span className="hidden-text">{words}</span>
    </span>
  );
};

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
    actions.openDialog({ kind: 'remove', service, ids: meantWith(service, id) });
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
      {beyond > 0 && (
        <p className="list-older muted">
          {t('documents.older', { count: beyond, number: formatCount(beyond, language) })}
          <Button small onPress={() => void actions.listOlder(service)}>
            {t('documents.listOlder')}
          </Button>
        </p>
      )}
      <ActionBar service={service} />
      {order.length === 0 && (
        <p className="panel-note muted">{t(view.findFails ? 'documents.findFails' : 'documents.noneFits')}</p>
      )}
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
          if (!selected.has(id)) selectPage(service, order, id, 'alone');
          setMenu({ x, y, ids: meantWith(service, id) });
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
