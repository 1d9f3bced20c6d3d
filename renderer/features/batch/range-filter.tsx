import { useMemo, useState } from 'react';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { filterBatch, useBatchView, type ColumnId, type ColumnRange } from '../../state/batch-view.ts';
import { NativeSelectField } from '../../ui/choices.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { daysNamed, daysOf, periodOf, periods, periodsIn, type Days } from '../periods.ts';
import { AmountField, DayField } from '../range-fields.tsx';
import type { ColumnWords } from './columns.ts';
import { columns } from './columns.ts';

type Props = {
  readonly id: ColumnId;
  readonly kind: 'days' | 'amounts';
  /** The rows before the column filters. */
  readonly rows: readonly PageSummary[];
  readonly words: ColumnWords;
};

const noRange: ColumnRange = { from: null, to: null };

/** The range that a column shows, and how to change it. An open range shows all rows. */
const useRange = (id: ColumnId): readonly [ColumnRange, (range: ColumnRange) => void] => {
  const filter = useBatchView(({ filters }) => filters[id]);
  const range = filter && 'from' in filter ? filter : noRange;
  return [range, (next) => filterBatch(id, next.from === null && next.to === null ? null : next)];
};

/** Shows the rows of a month, a quarter, any days, or of a range of amounts. */
export const RangeFilter = (props: Props) =>
  props.kind === 'days' ? <DaysFilter {...props} /> : <AmountsFilter id={props.id} />;

const DaysFilter = ({ id, rows, words }: Props) => {
  const { t } = useTexts();
  const [today] = useState(() => new Date());
  const [range, setRange] = useRange(id);
  const named = useMemo(
    () => periodsIn(rows.map((page) => columns[id].text(page, words))),
    [rows, id, words],
  );
  const days: Days = { dayFrom: range.from ?? '', dayTo: range.to ?? '' };
  const set = ({ dayFrom, dayTo }: Days): void => setRange({ from: dayFrom || null, to: dayTo || null });
  const names = [...named.quarters, ...named.months];
  const isOf = (name: string): boolean => {
    const own = daysNamed(name);
    return own?.dayFrom === days.dayFrom && own.dayTo === days.dayTo;
  };
  const chosen = periodOf(days, today) ?? names.find(isOf) ?? 'own';
  const nameOf = (name: string): string => {
    const [year = '', part = ''] = name.split('-');
    return part.startsWith('Q') ? t('batch.quarter', { year, quarter: part.slice(1) }) : name;
  };
  return (
    <fieldset className="range-filter">
      <legend>{t('batch.days')}</legend>
      <div className="whole">
        <NativeSelectField
          label={t('totals.period')}
          value={chosen}
          options={[
            ...periods.map((value) => ({ value, label: t(`totals.periods.${value}`) })),
            ...(chosen === 'own' ? [{ value: 'own', label: t('totals.periods.own') }] : []),
            ...names.map((value) => ({ value, label: nameOf(value) })),
          ]}
          onChange={(value) => {
            const period = periods.find((known) => known === value);
            const next = period ? daysOf(period, today) : daysNamed(value);
            if (next) set(next);
          }}
        />
      </div>
      <DayField
        label={t('history.from')}
        place={`filter:${id}-from`}
        day={days.dayFrom}
        onChange={(dayFrom) => set({ ...days, dayFrom })}
      />
      <DayField
        label={t('history.to')}
        place={`filter:${id}-to`}
        day={days.dayTo}
        onChange={(dayTo) => set({ ...days, dayTo })}
      />
    </fieldset>
  );
};

const AmountsFilter = ({ id }: Pick<Props, 'id'>) => {
  const { t } = useTexts();
  const [range, setRange] = useRange(id);
  return (
    <fieldset className="range-filter">
      <legend>{t('batch.amounts')}</legend>
      <AmountField
        label={t('history.amountFrom')}
        place={`filter:${id}-from`}
        amount={range.from}
        onChange={(from) => setRange({ ...range, from })}
      />
      <AmountField
        label={t('history.amountTo')}
        place={`filter:${id}-to`}
        amount={range.to}
        onChange={(to) => setRange({ ...range, to })}
      />
    </fieldset>
  );
};
