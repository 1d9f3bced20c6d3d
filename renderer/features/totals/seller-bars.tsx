import type { TotalsRow } from '../../../shared/review/totals.ts';
import { centsOf, decimalOf } from '../../../shared/invoice/money.ts';
import { formatAmount, formatCount } from '../../../shared/texts/format.ts';
import { keyText } from '../../../shared/texts/exports.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useChartWidth } from './month-bars.tsx';
import type { TotalsPick } from './use-totals.ts';
import { useRoving } from './use-roving.ts';

type Props = {
  readonly rows: readonly TotalsRow[];
  readonly picked: TotalsPick | null;
  readonly onPick: (pick: TotalsPick) => void;
};

const rowHeight = 26;
/** Number of sellers with a bar. The others are summed in a sentence. */
const mostBars = 7;
/** Room for a name and for an amount, in CSS pixels. */
const nameShare = 0.34;
const amountRoom = 118;
const gap = 8;
/** Width of a Chinese character, in CSS pixels. */
const characterWidth = 13;

type Seller = { readonly row: TotalsRow; readonly cents: number };

/** The sellers by gross total, the largest first; those with negative totals are last. */
const rankedSellers = (rows: readonly TotalsRow[]): readonly Seller[] =>
  rows
    .map((row) => ({ row, cents: centsOf(row.grossTotal) ?? 0 }))
    .toSorted((one, other) => other.cents - one.cents);

/** The first sellers and, below them, the most negative ones: both ends matter. */
const shownOf = (ranked: readonly Seller[]): readonly Seller[] => {
  const negative = ranked.filter(({ cents }) => cents < 0).slice(-2);
  const rest = ranked.filter((one) => !negative.includes(one));
  return [...rest.slice(0, mostBars - negative.length), ...negative];
};

/** Half a Chinese character wide. */
const narrow = /[\x20-\x7e]/u;

const short = (name: string, room: number): string => {
  let left = room;
  let text = '';
  for (const character of name) {
    left -= narrow.test(character) ? characterWidth * 0.6 : characterWidth;
    if (left < characterWidth) return `${text}…`;
    text += character;
  }
  return text;
};

/** Gross totals of sellers as ranked bars, negative ones to the left. Each bar links to its invoices. */
export const SellerBars = ({ rows, picked, onPick }: Props) => {
  const { t, language } = useTexts();
  const [watch, width] = useChartWidth(520);
  const ranked = rankedSellers(rows);
  const shown = shownOf(ranked);
  const left = ranked.filter((one) => !shown.includes(one));
  const markOf = useRoving(shown.length, (index) =>
    onPick({ by: 'seller', key: shown[index]?.row.key ?? null }),
  );
  const from = width * nameShare;
  const room = Math.max(1, width - from - amountRoom - gap);
  const [low, high] = [
    Math.min(0, ...shown.map(({ cents }) => cents)),
    Math.max(0, ...shown.map(({ cents }) => cents)),
  ];
  const at = (cents: number): number => from + (room * (cents - low)) / Math.max(1, high - low);
  const height = Math.max(rowHeight, shown.length * rowHeight);
  return (
    <div>
      <svg
        className="chart"
        ref={watch}
        viewBox={`0 0 ${width} ${height}`}
        style={{ height }}
        role="group"
        aria-label={t('totals.bySeller')}
      >
        {shown.map(({ row: { key, grossTotal, invoices }, cents }, index) => {
          const name = keyText('seller', key, language);
          const label = t('totals.mark', {
            name,
            sum: formatAmount(grossTotal),
            invoices: formatCount(invoices, language),
          });
          const top = index * rowHeight;
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
              <rect className="chart-target" x={0} y={top} width={width} height={rowHeight} />
              <rect
                className={cents < 0 ? 'chart-bar negative' : 'chart-bar'}
                x={Math.min(at(0), at(cents))}
                y={top + 5}
                width={Math.max(1, Math.abs(at(cents) - at(0)))}
                height={rowHeight - 10}
              />
            </g>
          );
        })}
        {/* Beside the marks, which say the whole names: these are cut to the width. */}
        <g className="chart-words" aria-hidden="true">
          {shown.map(({ row: { key, grossTotal } }, index) => (
            <g key={key ?? ''}>
              <text className="chart-text" x={0} y={index * rowHeight + 17}>
                {short(keyText('seller', key, language), from - gap)}
              </text>
              <text className="chart-text amount" x={width} y={index * rowHeight + 17} textAnchor="end">
                {formatAmount(grossTotal)}
              </text>
            </g>
          ))}
        </g>
        <line className="chart-zero" x1={at(0)} x2={at(0)} y1={0} y2={height} />
      </svg>
      {left.length > 0 && (
        <p className="hint">
          {t('totals.rest', {
            number: formatCount(left.length, language),
            sum: formatAmount(decimalOf(left.reduce((sum, { cents }) => sum + cents, 0))),
          })}
        </p>
      )}
    </div>
  );
};
