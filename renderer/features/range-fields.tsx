import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isIsoDate } from '../../shared/invoice/dates.ts';
import { tableTexts } from '../../shared/texts/table.ts';
import { useTyped } from '../state/typed.ts';
import { DateInput } from '../ui/date-input.tsx';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { TextInput } from '../ui/text-input.tsx';
import { isBadAmount, typedAmount } from './typed-amount.ts';

type EndProps<Value> = {
  readonly label: string;
  /** Where a text that is no end of the range is kept. */
  readonly place: string;
  readonly onChange: (value: Value) => void;
};

/** A day that filters as soon as it is complete. A part of one is kept as a draft. */
export const DayField = ({ label, place, day, onChange }: EndProps<string> & { readonly day: string }) => {
  const { language } = useTexts();
  const saved = isIsoDate(day) ? day : '';
  /** The day that this field has, or that it reported last. */
  const known = useRef(saved);
  const { text, type, keep } = useTyped({
    place,
    saved,
    check: (typed) =>
      typed === '' || isIsoDate(typed)
        ? { ok: true, value: typed }
        : { ok: false, reason: tableTexts.partOfDay },
    save: (typed) => {
      known.current = typed ?? '';
      onChange(known.current);
      return Promise.resolve(true);
    },
  });
  const follow = useEffectEvent((next: string): void => {
    if (known.current === next) return;
    known.current = next;
    type(next);
    keep();
  });
  // A period that is chosen elsewhere replaces a part of a day.
  useEffect(() => follow(saved), [saved]);
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
export const AmountField = ({
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
