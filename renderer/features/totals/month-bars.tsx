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
/** More bars would be too narrow to distinguish. The table has every month. */
const mostMonths = 24;

/** A month's label and the space to the next one. */
const labelWidth = 64;

const compact = {
  zh: new Intl.NumberFormat('zh-CN', { notation: 'compact', maximumFractionDigits: 1 }),
  en: new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 }),
} as const;

/** The width of a chart on the screen in CSS pixels; `first` until it is known. */
const useChartWidth = (first: number): readonly [RefCallback<SVGSVGElement>, number] => {
  const [width, setWidth] = useState(first);
  const watch = useCallback((element: SVGSVGElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.max(1, Math.round(element.clientWidth))));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [watch, width];
};

/** Gross totals by month, oldest on the left. Each bar links to its invoices. */
export const MonthBars = ({ rows, picked, onPick }: Props) => {
  const { t, language } = useTexts();
  const [watch, width] = useChartWidth(size.width);
  const months = rows
    .filter((row): row is Month => row.key !== null)
    .slice(0, mostMonths)
    .toReversed();
  const markOf = useRoving(months.length, (index) =>
    onPick({ by: 'month', key: months[index]?.key ?? null }),
  );
  const values = months.map(({ grossTotal }) => Number(grossTotal));
  const x = scaleBand({
    domain: months.map(({ key }) => key),
    range: [margin.left, width - margin.right],
    padding: 0.25,
  });
  const y = scaleLinear({
    domain: [Math.min(0, ...values), Math.max(0, ...values, 1)],
    range: [size.height - margin.bottom, margin.top],
    nice: true,
  });
  const everyth = Math.ceil((months.length * labelWidth) / (width - margin.left - margin.right));
  return (
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
        tickValues={months.map(({ key }) => key).filter((_, index) => index % everyth === 0)}
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
  );
};
