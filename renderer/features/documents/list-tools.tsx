import type { ReactNode } from 'react';
import { Input, SearchField } from 'react-aria-components';
import { isComposing } from '../../../shared/contract/local-keys.ts';
import { businesses } from '../../../shared/invoice/business.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { focusOn, useFocusTarget } from '../../state/focus.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { NativeSelect } from '../../ui/choices.tsx';
import { useFilterName } from '../filter-name.ts';
import {
  changeListView,
  checkFilters,
  listFilters,
  listSorts,
  readerFilters,
  useListView,
  type ListFilter,
} from '../../state/list-view.ts';

const isPlain = (filter: ListFilter): boolean =>
  ![...checkFilters, ...readerFilters, ...businesses].some((grouped) => grouped === filter);

/** A photo has no findings or duplicates, and is not verified with the tax authority. */
const invoiceOnly: ReadonlySet<ListFilter> = new Set(['unverified', 'findings', 'duplicate']);
const fitsService = (filter: ListFilter, service: ServiceId): boolean =>
  service === 'vat-invoice' || !invoiceOnly.has(filter);

export const ListTools = ({ service }: { readonly service: ServiceId }) => {
  const { t } = useTexts();
  const nameOf = useFilterName();
  const view = useListView((views) => views[service]);
  const findRef = useFocusTarget('find');
  const option = (filter: ListFilter) => (
    <option key={filter} value={filter}>
      {nameOf(filter)}
    </option>
  );
  return (
    <div
      className="list-tools"
      onKeyDownCapture={(event) => {
        // Escape that ends a composition would empty the field.
        if (isComposing(event.nativeEvent)) event.stopPropagation();
      }}
    >
      <SearchField
        className="list-find"
        aria-label={t('documents.find')}
        value={view.find}
        onChange={(find) => changeListView(service, { find })}
        onSubmit={() => focusOn('list')}
        onKeyDown={({ key }) => key === 'ArrowDown' && focusOn('list')}
      >
        <Input
          ref={findRef}
          className="input"
          placeholder={t('documents.find')}
          title={t('documents.findHint')}
          spellCheck={false}
          autoComplete="off"
        />
      </SearchField>
      <ListChoice
        icon="filter"
        label={t('documents.filter')}
        chosen={nameOf(view.filter)}
        isSet={view.filter !== 'all'}
      >
        <select
          className="input"
          aria-label={t('documents.filter')}
          value={view.filter}
          onChange={({ currentTarget: { value } }) => {
            const filter = listFilters.find((known) => known === value);
            if (filter) changeListView(service, { filter });
          }}
        >
          {listFilters.filter((filter) => isPlain(filter) && fitsService(filter, service)).map(option)}
          {service === 'vat-invoice' && (
            <>
              <optgroup label={t('documents.byCheck')}>{checkFilters.map(option)}</optgroup>
              <optgroup label={t('documents.byReader')}>{readerFilters.map(option)}</optgroup>
              <optgroup label={t('documents.byBusiness')}>{businesses.map(option)}</optgroup>
            </>
          )}
        </select>
      </ListChoice>
      <ListChoice
        icon="sort"
        label={t('documents.sort')}
        chosen={t(`documents.sorts.${view.sort}`)}
        isSet={view.sort !== 'added'}
      >
        <NativeSelect
          label={t('documents.sort')}
          value={view.sort}
          options={listSorts[service].map((value) => ({ value, label: t(`documents.sorts.${value}`) }))}
          onChange={(sort) => changeListView(service, { sort })}
        />
      </ListChoice>
    </div>
  );
};

type ChoiceProps = {
  readonly icon: IconName;
  readonly label: string;
  /** The current choice, for the tooltip. */
  readonly chosen: string;
  /** Whether the choice differs from the default. */
  readonly isSet: boolean;
  readonly children: ReactNode;
};

/** A native select. Next to a list, only its icon is visible, so that the tools take one line. */
const ListChoice = ({ icon, label, chosen, isSet, children }: ChoiceProps) => (
  <span className={`list-choice ${isSet ? 'on' : ''}`} title={`${label}: ${chosen}`}>
    <Icon name={icon} />
    {children}
  </span>
);
