import { useMemo, useState } from 'react';
import type { PageId } from '../../../shared/contract/page.ts';
import { useMeant, useShownIds } from '../../state/shown-rows.ts';
import { useApp } from '../../state/store.ts';
import { Segments } from '../../ui/choices.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';

const service = 'vat-invoice';
type Which = 'selected' | 'listed';

/** The invoices of a task: the selected ones or those that the list or the table shows. */
export const useScope = () => {
  const list = useApp((state) => state.lists[service]);
  const shown = useShownIds(service);
  const selected = useMeant(service).ids;
  const [which, setWhich] = useState<Which>(selected.length > 0 ? 'selected' : 'listed');
  const ids = useMemo((): Readonly<Record<Which, readonly PageId[]>> => {
    const isRead = (id: PageId) => list.byId.get(id)?.state === 'recognized';
    return {
      listed: shown.filter(isRead),
      selected: selected.filter(isRead),
    };
  }, [list, shown, selected]);
  return {
    ids: ids[which],
    which,
    setWhich,
    counts: { listed: ids.listed.length, selected: ids.selected.length },
  };
};

type Props = Pick<ReturnType<typeof useScope>, 'which' | 'setWhich' | 'counts'>;

/** Chooses between selection and list. Renders nothing if nothing is selected. */
export const ScopeChoice = ({ which, setWhich, counts }: Props) => {
  const { t } = useTexts();
  if (counts.selected === 0)
    return <p className="muted">{t('books.scope.listed', { count: counts.listed })}</p>;
  return (
    <Segments
      label={t('books.scope.label')}
      value={which}
      options={(['selected', 'listed'] as const).map((value) => ({
        value,
        label: t(`books.scope.${value}`, { count: counts[value] }),
      }))}
      onChange={setWhich}
    />
  );
};
