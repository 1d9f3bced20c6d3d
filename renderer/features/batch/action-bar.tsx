import { useMemo } from 'react';
import { ToggleButton, Toolbar } from 'react-aria-components';
import { isClean } from '../../../shared/contract/batch-commands.ts';
import { mostJoined } from '../../../shared/review/event.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { formatCount } from '../../../shared/texts/format.ts';
import { mayHelpAgain } from '../../state/outcome.ts';
import { usePlacedActions } from '../../state/registry.ts';
import { clearSelection, selectHidden, useSelection } from '../../state/selection.ts';
import { useMeant, type Meant } from '../../state/shown-rows.ts';
import { useApp } from '../../state/store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useActionName } from '../actions/action-button.tsx';
import { useTools } from '../tools.ts';
import { useIsTable } from './batch-view.tsx';
import { openSetValues, usePageActions } from './page-actions.ts';
import { sumsOf } from './sums.ts';

/**
 * The actions on several pages, at one place: on the selected ones, or without a selection the two that complete most
 * of a batch. The first one is the primary one.
 */
export const ActionBar = ({ service }: { readonly service: ServiceId }) => {
  const { actions } = useTools();
  const list = useApp((state) => state.lists[service]);
  const { clean, failed } = useMemo(() => {
    const pages = [...list.byId.values()];
    return {
      clean: pages.filter(isClean),
      failed: pages.filter(mayHelpAgain).map(({ id }) => id),
    };
  }, [list]);
  const selection = useMeant(service);
  const selected = selection.ids;
  const current = useApp((state) => state.current[service]);
  const meant = selected.length === 0 && current !== null ? [current] : selected;
  const joined = meant.filter((id) => (list.byId.get(id)?.joined.length ?? 0) > 0);
  const isInvoice = service === 'vat-invoice';
  const canJoin = isInvoice && selected.length >= 2 && selected.length <= mostJoined;
  /** The same key joins pages of one invoice, and puts the invoices of one page together again. */
  const joinAction = (): (() => void) | null => {
    const rows = meant.flatMap((id) => list.byId.get(id) ?? []);
    const [first] = rows;
    const isOnePage = rows.every(
      (row) => row.part > 0 && row.document === first?.document && row.page === first.page,
    );
    if (first && isOnePage) return () => void actions.unsplitPage(service, first.id);
    return canJoin ? () => void actions.joinPages(service, [...selected]) : null;
  };
  const confirmClean = () => void actions.reviewPages(service, clean, 'confirmed', true);
  const retry = () => void actions.recognize(failed);
  usePlacedActions({
    confirmClean: isInvoice && clean.length > 0 ? confirmClean : null,
    retryFailed: failed.length > 0 ? retry : null,
    setValues: isInvoice && meant.length > 0 ? () => openSetValues(actions, service, meant) : null,
    tag: meant.length > 0 ? () => actions.openDialog({ kind: 'tag', service, ids: meant }) : null,
    joinPages: joinAction(),
    splitPages: joined.length > 0 ? () => void actions.splitPages(service, joined) : null,
  });
  if (selected.length + selection.hidden > 0) return <SelectionActions service={service} meant={selection} />;
  if (!isInvoice || clean.length + failed.length === 0) return null;
  return (
    <BatchActions clean={clean.length} failed={failed.length} onConfirm={confirmClean} onRetry={retry} />
  );
};

type BatchProps = {
  readonly clean: number;
  readonly failed: number;
  readonly onConfirm: () => void;
  readonly onRetry: () => void;
};

/** Confirms all pages without findings, and retries the failed ones. */
const BatchActions = ({ clean, failed, onConfirm, onRetry }: BatchProps) => {
  const { t, language } = useTexts();
  const nameOf = useActionName();
  return (
    <Toolbar className="action-bar sheet-buttons" aria-label={t('batch.actions')}>
      {clean > 0 && (
        <Button
          small
          look="primary"
          icon="confirmed"
          onPress={onConfirm}
          aria-describedby="confirm-clean-key"
        >
          {t('batch.confirmClean', { count: clean, number: formatCount(clean, language) })}
        </Button>
      )}
      {failed > 0 && (
        <Button small look={clean > 0 ? 'plain' : 'primary'} icon="again" onPress={onRetry}>
          {t('batch.retryFailed', { count: failed, number: formatCount(failed, language) })}
        </Button>
      )}
      <span id="confirm-clean-key" hidden>
        {nameOf('confirmClean')}
      </span>
    </Toolbar>
  );
};

type SelectionProps = { readonly service: ServiceId; readonly meant: Meant };

/** Actions on the selected pages, their number and their totals. */
const SelectionActions = ({ service, meant: { ids, hidden } }: SelectionProps) => {
  const { t, language } = useTexts();
  const list = useApp((state) => state.lists[service]);
  const withHidden = useSelection((selections) => selections[service].withHidden);
  const isTable = useIsTable(service);
  // Beside the list there is room for three lines: its context menu and a key set values.
  const actions = usePageActions(service).filter(({ id }) => isTable || id !== 'set');
  const pages = useMemo(() => ids.flatMap((id) => list.byId.get(id) ?? []), [ids, list]);
  const sums = useMemo(() => sumsOf(pages), [pages]);
  const selected = () => pages.map(({ id }) => id);
  return (
    <Toolbar className="action-bar selection-bar" aria-label={t('batch.selection')}>
      <span className="selection-sum" role="status">
        <strong>
          {t('batch.selected', { count: pages.length, number: formatCount(pages.length, language) })}
        </strong>
        {service === 'vat-invoice' && (
          <span className="muted">{t('batch.selectedSum', { sum: sums.grossTotal })}</span>
        )}
      </span>
      {hidden > 0 && (
        <ToggleButton
          className="outcome"
          isSelected={withHidden}
          onChange={(isOn) => selectHidden(service, isOn)}
        >
          {t('batch.hidden', { count: hidden, number: formatCount(hidden, language) })}
        </ToggleButton>
      )}
      <IconButton
        small
        icon="close"
        label={t('batch.clearSelection')}
        onPress={() => clearSelection(service)}
      />
      <span className="selection-actions">
        {actions.map(({ id, icon, label, run }) => (
          <Button
            key={id}
            small
            look={id === 'confirm' ? 'primary' : 'plain'}
            icon={icon}
            isDisabled={pages.length === 0}
            onPress={() => run(selected())}
          >
            {label}
          </Button>
        ))}
      </span>
    </Toolbar>
  );
};
