import type { Totals, TotalsGrouping, TotalsSum } from '../../../shared/review/totals.ts';
import { formatAmount, formatCount } from '../../../shared/texts/format.ts';
import { groupingNames, keyText, totalsColumnNames } from '../../../shared/texts/exports.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useRem } from '../../ui/use-rem.ts';
import { VirtualGrid } from '../../ui/virtual-grid.tsx';
import type { TotalsPick } from './use-totals.ts';

type Props = {
  readonly totals: Totals;
  readonly by: TotalsGrouping;
  readonly picked: TotalsPick | null;
  readonly onPick: (pick: TotalsPick) => void;
};

/** The totals by row, and their sum. Choosing a row shows its invoices. */
export const TotalsTable = ({ totals, by, picked, onPick }: Props) => {
  const { language } = useTexts();
  const rowHeight = useRem(2);
  const { rows, sum } = totals;
  const active = picked?.by === by ? rows.findIndex(({ key }) => key === picked.key) : -1;
  return (
    <div className="totals-frame">
      <VirtualGrid
        className="totals-rows"
        label={groupingNames[by][language]}
        count={rows.length}
        rowHeight={rowHeight}
        keyOf={(index) => rows[index]?.key ?? ''}
        active={active}
        onActive={(index) => {
          const row = rows[index];
          if (row) onPick({ by, key: row.key });
        }}
        header={
          <div role="row" className="totals-row grid-head" style={{ height: rowHeight }}>
            <span role="columnheader">{groupingNames[by][language]}</span>
            {(['invoices', 'total', 'taxTotal', 'grossTotal'] as const).map((id) => (
              <span key={id} role="columnheader" className="amount">
                {totalsColumnNames[id][language]}
              </span>
            ))}
          </div>
        }
        rowClass={() => 'totals-row'}
      >
        {(index) => {
          const row = rows[index];
          return row && <Cells label={keyText(by, row.key, language)} sum={row} />;
        }}
      </VirtualGrid>
      <div className="totals-row totals-sum" role="group" aria-label={totalsColumnNames.sum[language]}>
        <Figures label={totalsColumnNames.sum[language]} sum={sum} />
      </div>
    </div>
  );
};

type CellsProps = { readonly label: string; readonly sum: TotalsSum };

const Figures = ({ label, sum }: CellsProps) => {
  const { language } = useTexts();
  return (
    <>
      <span className="cut">{label}</span>
      <span className="amount">{formatCount(sum.invoices, language)}</span>
      <span className="amount">{formatAmount(sum.total)}</span>
      <span className="amount">{formatAmount(sum.taxTotal)}</span>
      <span className="amount">{formatAmount(sum.grossTotal)}</span>
    </>
  );
};

const Cells = ({ label, sum }: CellsProps) => {
  const { language } = useTexts();
  return (
    <>
      <span role="gridcell" className="cut">
        {label}
      </span>
      <span role="gridcell" className="amount">
        {formatCount(sum.invoices, language)}
      </span>
      {(['total', 'taxTotal', 'grossTotal'] as const).map((id) => (
        <span key={id} role="gridcell" className="amount">
          {formatAmount(sum[id])}
        </span>
      ))}
    </>
  );
};
