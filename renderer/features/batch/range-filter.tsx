import { useMemo, useState } from 'react';
import { isIsoDate } from '../../../shared/invoice/dates.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { tableTexts } from '../../../shared/texts/table.ts';
import { filterBatch, useBatchView, type ColumnId, type ColumnRange } from '../../state/batch-view.ts';
import { useTyped } from '../../state/typed.ts';
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

type EndProps<Value> = {
  readonly label: string;
  /** Where a text that is no end of the range is kept. */
  readonly place: string;
  readonly onChange: (value: Value) => void;
};

/** A day that filters as soon as it is complete. A part of one is kept as a draft. */
const DayField = ({ label, place, day, onChange }: EndProps<string> & { readonly day: string }) => {
  const { language } = useTexts();
  const saved = isIsoDate(day) ? day : '';
  const { text, type, keep } = useTyped({
    place,
    saved,
    check: (typed) =>
      typed === '' || isIsoDate(typed)
        ? { ok: true, value: typed }
        : { ok: false, reason: tableTexts.partOfDay },
    save: (typed) => {
      onChange(typed ?? '');
      return Promise.resolve(true);
    },
  });
  const [left] = useState(text);
  const isDay = text === '' || isIsoDate(text);
  return (
    <DateInput
      label={label}
      value={isDay ? text : ''}
      part={isDay ? '' : text}
      onPart={type}
      onChange={(typed) => {
        type(typed);
        keep();
      }}
      {...(text === left && !isDay && { hint: tableTexts.partOfDay[language] })}
    />
  );
};

/** An amount that filters with each key. A text that is none is kept as a draft, and the last amount still filters. */
const AmountField = ({
  label,
  place,
  amount,
  onChange,
}: EndProps<string | null> & { readonly amount: string | null }) => {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const reason = t('history.badAmount');
  const field = useTyped({
    place,
    // What is typed stays as it is: separators are no other amount.
    saved: typedAmount(typed) === amount ? typed : (amount ?? ''),
    check: (text) =>
      isBadAmount(text)
        ? { ok: false, reason: { zh: reason, en: reason } }
        : { ok: true, value: typedAmount(text) },
    save: (value) => {
      onChange(value);
      return Promise.resolve(true);
    },
  });
  return (
    <TextInput
      label={label}
      value={field.text}
      error={isBadAmount(field.text) ? reason : null}
      onChange={(text) => {
        setTyped(text);
        field.type(text);
        if (!isBadAmount(text)) field.keep();
      }}
    />
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
