import { useMemo } from 'react';
import { ToggleButton, Toolbar } from 'react-aria-components';
import { countOutcomes, isRead, outcomes, type Outcome } from '../../state/outcome.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { formatCount } from '../../../shared/texts/format.ts';
import { changeListView, useListView, type ListFilter } from '../../state/list-view.ts';
import { useApp } from '../../state/store.ts';
import { Icon } from '../../ui/icon.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useFilterName } from '../filter-name.ts';

const toneOf: Readonly<Partial<Record<Outcome, string>>> = {
  clean: 'tone-ok',
  findings: 'tone-warn',
  duplicate: 'tone-error',
  failed: 'tone-error',
};

const isOutcome = (filter: ListFilter): filter is Outcome => outcomes.some((id) => id === filter);

/** The results of the batch. Each is a button that filters the list by it, and removes the filter again. */
export const BatchSummary = ({ service }: { readonly service: ServiceId }) => {
  const { t, language } = useTexts();
  const nameOf = useFilterName();
  const list = useApp((state) => state.lists[service]);
  const { filter } = useListView((views) => views[service]);
  // A filter that is not an outcome: the list's tools show only its icon.
  const other = filter === 'all' || isOutcome(filter) ? null : filter;
  const counts = useMemo(() => countOutcomes(list.byId.values()), [list]);
  const read = outcomes.reduce((sum, id) => sum + (isRead(id) ? counts[id] : 0), 0);
  // The active filter stays visible even after its last document has left it.
  const shown = outcomes.filter((id) => counts[id] > 0 || id === filter);
  if (shown.length === 0 && other === null) return null;
  return (
    <Toolbar className="batch-summary" aria-label={t('batch.outcomes')}>
      <span className="muted">{t('batch.read', { number: formatCount(read, language) })}</span>
      {shown.map((id) => (
        <ToggleButton
          key={id}
          className={`outcome ${toneOf[id] ?? ''}`}
          isSelected={filter === id}
          onChange={(isSelected) => changeListView(service, { filter: isSelected ? id : 'all' })}
        >
          {t(`batch.outcome.${id}`, { count: counts[id], number: formatCount(counts[id], language) })}
        </ToggleButton>
      ))}
      {other && (
        <ToggleButton
          className="outcome"
          isSelected
          onChange={() => changeListView(service, { filter: 'all' })}
        >
          {nameOf(other)}
          <Icon name="close" />
        </ToggleButton>
      )}
    </Toolbar>
  );
};
