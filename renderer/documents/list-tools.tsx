import { Input, SearchField } from 'react-aria-components';
import type { ServiceId } from '../../shared/services/service.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { changeListView, listFilters, listSorts, useListView } from './list-view.ts';

/** Finds in the list, and says what of it is shown and in which order. */
export const ListTools = ({ service }: { readonly service: ServiceId }) => {
  const { t } = useTexts();
  const view = useListView((views) => views[service]);
  return (
    <div className="list-tools">
      <SearchField
        className="list-find"
        aria-label={t('documents.find')}
        value={view.find}
        onChange={(find) => changeListView(service, { find })}
      >
        <Input className="input" placeholder={t('documents.find')} spellCheck={false} autoComplete="off" />
      </SearchField>
      <select
        className="input"
        aria-label={t('documents.filter')}
        value={view.filter}
        onChange={({ currentTarget: { value } }) => {
          const filter = listFilters.find((known) => known === value);
          if (filter) changeListView(service, { filter });
        }}
      >
        {listFilters.map((filter) => (
          <option key={filter} value={filter}>
            {t(`documents.filters.${filter}`)}
          </option>
        ))}
      </select>
      <select
        className="input"
        aria-label={t('documents.sort')}
        value={view.sort}
        onChange={({ currentTarget: { value } }) => {
          const sort = listSorts.find((known) => known === value);
          if (sort) changeListView(service, { sort });
        }}
      >
        {listSorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`documents.sorts.${sort}`)}
          </option>
        ))}
      </select>
    </div>
  );
};
