import { useState } from 'react';
import type { HistoryFilter, HistoryTotal } from '../../../shared/contract/history.ts';
import { formatAmount, formatCount } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useRem } from '../../ui/use-rem.ts';
import { VirtualGrid } from '../../ui/virtual-grid.tsx';
import { useTotals } from './use-history.ts';

/** Totals of the found invoices by month and seller. */
export const HistoryTotals = ({ filter }: { readonly filter: HistoryFilter }) => {
  const { t } = useTexts();
  const rows = useTotals(filter);
  const [active, setActive] = useState(-1);
  const rowHeight = useRem(2);
  const count = rows?.length ?? 0;

  return (
    <>
      <VirtualGrid
        className="history-rows totals"
        label={t('history.totals')}
        count={count}
        rowHeight={rowHeight}
        keyOf={(index) => index}
        active={Math.min(active, count - 1)}
        onActive={setActive}
        header={
          <div role="row" className="history-head" style={{ height: rowHeight }}>
            <span role="columnheader">{t('history.month')}</span>
            <span role="columnheader">{t('history.seller')}</span>
            <span role="columnheader" className="amount">
              {t('history.invoices')}
            </span>
            <span role="columnheader" className="amount">
              {t('history.amount')}
            </span>
          </div>
        }
      >
        {(index) => <Cells total={rows?.[index]} />}
      </VirtualGrid>
      <div className="history-foot">
        <span role="status">{rows && count === 0 ? t('history.nothing') : ''}</span>
      </div>
    </>
  );
};

const Cells = ({ total }: { readonly total: HistoryTotal | undefined }) => {
  const { t, language } = useTexts();
  if (!total) return null;
  return (
    <>
      <span role="gridcell">{total.month}</span>
      <span role="gridcell" className="history-seller">
        <span className="cut">{total.seller ?? t('documents.noSeller')}</span>
        {total.sandbox && <span className="badge sandbox">{t('documents.sandbox')}</span>}
      </span>
      <span role="gridcell" className="amount">
        {formatCount(total.invoices, language)}
      </span>
      <span role="gridcell" className="amount">
        {formatAmount(total.grossTotal)}
      </span>
    </>
  );
};
