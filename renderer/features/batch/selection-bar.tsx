import { useMemo } from 'react';
import { ToggleButton, Toolbar } from 'react-aria-components';
import type { ServiceId } from '../../../shared/services/service.ts';
import { formatCount } from '../../../shared/texts/format.ts';
import { clearSelection, selectHidden, useSelection } from '../../state/selection.ts';
import { useMeant } from '../../state/shown-rows.ts';
import { useApp } from '../../state/store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useIsTable } from './batch-view.tsx';
import { usePageActions } from './page-actions.ts';
import { sumsOf } from './sums.ts';

/** Actions on the selected pages, their number and their totals. */
export const SelectionBar = ({ service }: { readonly service: ServiceId }) => {
  const { t, language } = useTexts();
  const list = useApp((state) => state.lists[service]);
  const { ids, hidden } = useMeant(service);
  const withHidden = useSelection((selections) => selections[service].withHidden);
  const isTable = useIsTable(service);
  // Beside the list there is room for three lines: its context menu and a key set values.
  const actions = usePageActions(service).filter(({ id }) => isTable || id !== 'set');
  const pages = useMemo(() => ids.flatMap((id) => list.byId.get(id) ?? []), [ids, list]);
  const sums = useMemo(() => sumsOf(pages), [pages]);
  if (pages.length + hidden === 0) return null;
  const selected = () => pages.map(({ id }) => id);
  return (
    <Toolbar className="selection-bar" aria-label={t('batch.selection')}>
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
          <Button key={id} small icon={icon} isDisabled={pages.length === 0} onPress={() => run(selected())}>
            {label}
          </Button>
        ))}
      </span>
    </Toolbar>
  );
};
