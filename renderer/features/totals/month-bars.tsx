import { useCallback, useState, type RefCallback } from 'react';
import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import type { TotalsRow } from '../../../shared/review/totals.ts';
import { formatAmount, formatCount } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import type { TotalsPick } from './use-totals.ts';
import { useRoving } from './use-roving.ts';

type Month = TotalsRow & { readonly key: string };
type Props = {
  readonly rows: readonly TotalsRow[];
  readonly picked: TotalsPick | null;
  readonly onPick: (pick: TotalsPick) => void;
};

/** The size until the width on the screen is known. The text of the axes is never scaled. */
const size = { width: 520, height: 208 } as const;
const margin = { top: 10, right: 8, bottom: 26, left: 62 } as const;
/** More months would be too narrow to distinguish. The table has every month with invoices. */
const mostMonths = 120;

/** A month's label and the space to the next one. */
const labelWidth = 64;

const compact = {
  zh: new Intl.NumberFormat('zh-CN', { notation: 'compact', maximumFractionDigits: 1 }),
  en: new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 }),
} as const;

/** The width of a chart on the screen in CSS pixels; `first` until it is known. */
export const useChartWidth = (first: number): readonly [RefCallback<SVGSVGElement>, number] => {
  const [width, setWidth] = useState(first);
  const watch = useCallback((element: SVGSVGElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.max(1, Math.round(element.clientWidth))));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [watch, width];
};

const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;

/** Every month from the first to the last: a month without invoices is a gap, not left out. */
const monthsBetween = (first: string, last: string): readonly string[] => {
  const from = numberOf(first);
  return Array.from({ length: Math.max(0, numberOf(last) - from + 1) }, (_, index) => {
    const at = from + index;
    return `${String(Math.floor(at / 12))}-${String((at % 12) + 1).padStart(2, '0')}`;
  });
};

/** Gross totals by month on a real time axis, oldest on the left. Each bar links to its invoices. */
export const MonthBars = ({ rows, picked, onPick }: Props) => {
  const { t, language } = useTexts();
  const [watch, width] = useChartWidth(size.width);
  const dated = rows
    .filter((row): row is Month => row.key !== null && /^\d{4}-\d{2}$/u.test(row.key))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const axis = monthsBetween(dated[0]?.key ?? '', dated.at(-1)?.key ?? '').slice(-mostMonths);
  const [start = ''] = axis;
  const months = dated.filter(({ key }) => key >= start);
  const left = rows.length - months.length;
  const markOf = useRoving(months.length, (index) =>
    onPick({ by: 'month', key: months[index]?.key ?? null }),
  );
  const values = months.map(({ grossTotal }) => Number(grossTotal));
  const x = scaleBand({
    domain: axis,
    range: [margin.left, width - margin.right],
    padding: 0.25,
  });
  const y = scaleLinear({
    domain: [Math.min(0, ...values), Math.max(0, ...values, 1)],
    range: [size.height - margin.bottom, margin.top],
    nice: true,
  });
  const everyth = Math.ceil((axis.length * labelWidth) / (width - margin.left - margin.right));
  return (
    <div>
      <svg
        className="chart"
        ref={watch}
        viewBox={`0 0 ${width} ${size.height}`}
        role="group"
        aria-label={t('totals.byMonth')}
      >
        <AxisLeft
          scale={y}
          left={margin.left}
          numTicks={4}
          axisClassName="chart-axis"
          tickFormat={(value) => compact[language].format(Number(value))}
        />
        <AxisBottom
          scale={x}
          top={size.height - margin.bottom}
          axisClassName="chart-axis"
          tickValues={axis.filter((_, index) => index % everyth === 0)}
        />
        {months.map(({ key, grossTotal, invoices }, index) => {
          const [zero, end] = [y(0), y(Number(grossTotal))];
          const isPicked = picked?.by === 'month' && picked.key === key;
          const label = t('totals.mark', {
            name: key,
            sum: formatAmount(grossTotal),
            invoices: formatCount(invoices, language),
          });
          return (
            <g key={key} {...markOf(index)} className="chart-mark" aria-label={label} aria-pressed={isPicked}>
              <title>{label}</title>
              {/* Small bars are as easy to click as large ones. */}
              <rect
                className="chart-target"
                x={x(key)}
                y={margin.top}
                width={x.bandwidth()}
                height={size.height - margin.top - margin.bottom}
              />
              <Bar
                className="chart-bar"
                x={x(key)}
                y={Math.min(zero, end)}
                width={x.bandwidth()}
                height={Math.max(1, Math.abs(zero - end))}
              />
            </g>
          );
        })}
      </svg>
      {left > 0 && <p className="hint">{t('totals.monthsLeft', { number: formatCount(left, language) })}</p>}
    </div>
  );
};
