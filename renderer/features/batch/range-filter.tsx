import { useMemo, useState } from 'react';
import { isIsoDate } from '../../../shared/invoice/dates.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { filterBatch, useBatchView, type ColumnId, type ColumnRange } from '../../state/batch-view.ts';
import { NativeSelectField } from '../../ui/choices.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { daysNamed, daysOf, periodOf, periods, periodsIn, type Days } from '../periods.ts';
import { isBadAmount, typedAmount } from '../typed-amount.ts';
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
      <DateInput
        label={t('history.from')}
        value={isIsoDate(days.dayFrom) ? days.dayFrom : ''}
        onChange={(dayFrom) => set({ ...days, dayFrom })}
      />
      <DateInput
        label={t('history.to')}
        value={isIsoDate(days.dayTo) ? days.dayTo : ''}
        onChange={(dayTo) => set({ ...days, dayTo })}
      />
    </fieldset>
  );
};

const AmountsFilter = ({ id }: Pick<Props, 'id'>) => {
  const { t } = useTexts();
  const [range, setRange] = useRange(id);
  const [typed, setTyped] = useState({ from: range.from ?? '', to: range.to ?? '' });
  const type = (change: Partial<typeof typed>): void => {
    const next = { ...typed, ...change };
    setTyped(next);
    if (!isBadAmount(next.from) && !isBadAmount(next.to))
      setRange({ from: typedAmount(next.from), to: typedAmount(next.to) });
  };
  const errorOf = (text: string): string | null => (isBadAmount(text) ? t('history.badAmount') : null);
  return (
    <fieldset className="range-filter">
      <legend>{t('batch.amounts')}</legend>
      <TextInput
        label={t('history.amountFrom')}
        value={typed.from}
        error={errorOf(typed.from)}
        onChange={(from) => type({ from })}
      />
      <TextInput
        label={t('history.amountTo')}
        value={typed.to}
        error={errorOf(typed.to)}
        onChange={(to) => type({ to })}
      />
    </fieldset>
  );
};
