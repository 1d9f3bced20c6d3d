import type { HistoryFilter } from '../../../shared/contract/history.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { usePageRows } from '../use-page-rows.ts';
import { formatAmount } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { useRem } from '../../ui/use-rem.ts';
import { VirtualGrid } from '../../ui/virtual-grid.tsx';
import { useHistory } from './use-history.ts';

/** The documents of a search. Enter or a double click shows one with its picture. */
export const HistoryRows = ({ filter }: { readonly filter: HistoryFilter }) => {
  const { t } = useTexts();
  const { found, more } = useHistory(filter);
  const rowHeight = useRem(2);
  const pages = found?.pages ?? [];
  const { hasActive, openActive, grid } = usePageRows(pages);

  return (
    <>
      <div className="history-frame" onDoubleClick={openActive}>
        <VirtualGrid
          className="history-rows"
          label={t('history.list')}
          rowHeight={rowHeight}
          {...grid}
          header={
            <div role="row" className="grid-head" style={{ height: rowHeight }}>
              <span role="columnheader">{t('history.day')}</span>
              <span role="columnheader">{t('history.seller')}</span>
              <span role="columnheader">{t('history.number')}</span>
              <span role="columnheader" className="amount">
                {t('history.amount')}
              </span>
              <span role="columnheader">{t('history.file')}</span>
            </div>
          }
        >
          {(index) => <Cells page={pages[index]} />}
        </VirtualGrid>
      </div>
      <div className="history-foot">
        <span role="status">
          {found && pages.length === 0 ? t('history.nothing') : t('history.found', { count: pages.length })}
        </span>
        <Button isDisabled={!hasActive} onPress={openActive}>
          {t('history.show')}
        </Button>
        {found?.next && <Button onPress={() => void more()}>{t('history.more')}</Button>}
      </div>
    </>
  );
};

const Cells = ({ page }: { readonly page: PageSummary | undefined }) => {
  const { t } = useTexts();
  if (!page) return null;
  const { headline, sandbox, state } = page;
  return (
    <>
      <span role="gridcell">{headline.issueDate ?? page.addedAt.slice(0, 10)}</span>
      <span role="gridcell" className="history-seller">
        <span className="cut">{state === 'recognized' ? (headline.seller ?? '') : t(`state.${state}`)}</span>
        {sandbox && <span className="badge sandbox">{t('documents.sandbox')}</span>}
      </span>
      <span role="gridcell" className="cut">
        {headline.number ?? ''}
      </span>
      <span role="gridcell" className="amount">
        {headline.grossTotal === null ? '' : formatAmount(headline.grossTotal)}
      </span>
      <span role="gridcell" className="cut muted">
        {page.name}
      </span>
    </>
  );
};
