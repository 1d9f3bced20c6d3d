import type { CSSProperties } from 'react';
import { Pie } from '@visx/shape';
import type { TotalsRow } from '../../../shared/review/totals.ts';
import { centsOf } from '../../../shared/invoice/money.ts';
import { formatAmount, formatCount } from '../../../shared/texts/format.ts';
import { keyText } from '../../../shared/texts/exports.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import type { TotalsPick } from './use-totals.ts';
import { useRoving } from './use-roving.ts';

type Props = {
  readonly rows: readonly TotalsRow[];
  readonly picked: TotalsPick | null;
  readonly onPick: (pick: TotalsPick) => void;
};

const size = 220;
/** Number of sellers with their own share. The others form one share. */
const mostShares = 6;

/** The sellers with the largest sums. A negative sum cannot be a share of a whole. */
const sharesOf = (rows: readonly TotalsRow[]) => {
  const sellers = rows
    .map((row) => ({ row, cents: centsOf(row.grossTotal) ?? 0 }))
    .filter(({ cents }) => cents > 0)
    .toSorted((a, b) => b.cents - a.cents);
  const whole = sellers.reduce((sum, { cents }) => sum + cents, 0);
  const rest = sellers.slice(mostShares).reduce((sum, { cents }) => sum + cents, 0);
  return { sellers: sellers.slice(0, mostShares), whole, rest };
};

/** The colour of a share, which the style sheet names. */
const shade = (index: number): CSSProperties & Record<'--share', string> => ({
  '--share': `var(--share-${index})`,
});

/** The sellers' shares in the gross total, with a legend. Each share links to its invoices. */
export const SellerShares = ({ rows, picked, onPick }: Props) => {
  const { t, language } = useTexts();
  const { sellers, whole, rest } = sharesOf(rows);
  const markOf = useRoving(sellers.length, (index) =>
    onPick({ by: 'seller', key: sellers[index]?.row.key ?? null }),
  );
  const percent = (cents: number): string => `${((100 * cents) / whole).toFixed(1)}%`;
  const slices = [...sellers.map(({ cents }) => cents), ...(rest > 0 ? [rest] : [])];
  return (
    <div className="shares">
      <svg className="chart" viewBox={`0 0 ${size} ${size}`} role="group" aria-label={t('totals.bySeller')}>
        <g transform={`translate(${size / 2} ${size / 2})`}>
          <Pie
            data={slices}
            pieValue={(cents) => cents}
            pieSort={null}
            pieSortValues={null}
            outerRadius={size / 2 - 6}
            innerRadius={size / 4}
            padAngle={0.012}
          >
            {({ arcs, path }) =>
              arcs.map((arc, index) => {
                const seller = sellers[index];
                if (!seller) return <path key="rest" className="chart-share rest" d={path(arc) ?? ''} />;
                const { key, grossTotal, invoices } = seller.row;
                const label = t('totals.mark', {
                  name: `${keyText('seller', key, language)} ${percent(seller.cents)}`,
                  sum: formatAmount(grossTotal),
                  invoices: formatCount(invoices, language),
                });
                const isPicked = picked?.by === 'seller' && picked.key === key;
                return (
                  <g
                    key={key ?? ''}
                    {...markOf(index)}
                    className="chart-mark"
                    aria-label={label}
                    aria-pressed={isPicked}
                  >
                    <title>{label}</title>
                    <path className="chart-share" style={shade(index)} d={path(arc) ?? ''} />
                  </g>
                );
              })
            }
          </Pie>
        </g>
      </svg>
      {/* Screen readers get the same information from the marks. */}
      <ol className="share-names" aria-hidden="true">
        {sellers.map(({ row, cents }, index) => (
          <li key={row.key ?? ''}>
            <span className="swatch" style={shade(index)} />
            <span className="cut">{keyText('seller', row.key, language)}</span>
            <span className="amount">{percent(cents)}</span>
          </li>
        ))}
        {rest > 0 && (
          <li>
            <span className="swatch rest" />
            <span className="cut">{t('totals.rest')}</span>
            <span className="amount">{percent(rest)}</span>
          </li>
        )}
      </ol>
    </div>
  );
};
