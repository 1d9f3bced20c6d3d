import { businessNames } from '../../shared/texts/business-names.ts';
import { isBusiness, type ListFilter } from '../state/list-view.ts';
import { useTexts } from '../ui/i18n/use-texts.ts';

/** Names the filters of the list in the user's language. */
export const useFilterName = (): ((filter: ListFilter) => string) => {
  const { t, language } = useTexts();
  return (filter) =>
    isBusiness(filter) ? businessNames[filter][language] : t(`documents.filters.${filter}`);
};
