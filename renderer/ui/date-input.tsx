import { getLocalTimeZone, parseDate, today, type CalendarDate } from '@internationalized/date';
import { use, useEffect, useEffectEvent, useRef, type ComponentProps } from 'react';
import {
  Button as AriaButton,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarHeading,
  DateInput as Segments,
  DateFieldStateContext,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  I18nProvider,
  Label,
  OverlayTriggerStateContext,
  Popover,
  Text,
} from 'react-aria-components';
import { isIsoDate } from '../../shared/invoice/dates.ts';
import { Button } from './button.tsx';
import { useTexts } from './i18n/use-texts.ts';
import { Icon } from './icon.tsx';

type Props = {
  readonly label: string;
  /** An ISO date; empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** A part of a date to begin with, such as `2025-07-`; and what is told of each change of such a part. */
  readonly part?: string;
  readonly onPart?: (part: string) => void;
  readonly hint?: string;
};

const partNames = ['year', 'month', 'day'] as const;

type YearProps = Required<Pick<Props, 'part' | 'onPart'>> & {
  readonly segment: ComponentProps<typeof DateSegment>['segment'];
};

/** The segment of the year, which also follows what the date lacks: the library keeps that to itself. */
const YearSegment = ({ segment, part, onPart }: YearProps) => {
  const state = use(DateFieldStateContext);
  const first = useRef(new Map(part.split('-').map((text, at) => [partNames[at], text])));
  const typed = partNames.map((name) => {
    const known = state?.segments.find(({ type }) => type === name);
    return known && !known.isPlaceholder ? String(known.value ?? '') : '';
  });
  const now = typed.every((text) => text === '') ? '' : typed.join('-');
  const follow = useEffectEvent((typedNow: string) => {
    // Each one renders before the next.
    const [name, text] = [...first.current].find(([, own]) => own !== '') ?? [];
    if (name && text) {
      first.current.delete(name);
      state?.setSegment(name, Number(text));
    } else if (typed.includes('')) onPart(typedNow);
  });
  useEffect(() => follow(now), [now]);
  return <DateSegment className="date-segment" segment={segment} />;
};

/**
 * Locales that write year, month and day in the order of the dates in tables. Chromium's own date field follows the
 * language of the system and not that of the window.
 */
const locales = { zh: 'zh-CN', en: 'en-SE' } as const;

/** A labelled day, typed in parts or chosen in a calendar. */
export const DateInput = ({ label, value, onChange, part = '', onPart, hint }: Props) => {
  const { language } = useTexts();
  return (
    <I18nProvider locale={locales[language]}>
      <DatePicker
        className="field"
        value={isIsoDate(value) ? parseDate(value) : null}
        onChange={(day) => onChange(day?.toString() ?? '')}
        shouldForceLeadingZeros
      >
        <Label>{label}</Label>
        <Group className="input date-input">
          <Segments className="date-segments">
            {(segment) =>
              onPart && segment.type === 'year' ? (
                <YearSegment segment={segment} part={part} onPart={onPart} />
              ) : (
                <DateSegment className="date-segment" segment={segment} />
              )
            }
          </Segments>
          <AriaButton className="date-button">
            <Icon name="calendar" />
          </AriaButton>
        </Group>
        {hint && (
          <Text slot="description" className="hint">
            {hint}
          </Text>
        )}
        <Popover className="date-popover" placement="bottom end">
          <Dialog className="calendar">
            <Month />
            <Choices onChange={onChange} />
          </Dialog>
        </Popover>
      </DatePicker>
    </I18nProvider>
  );
};

const Month = () => (
  <Calendar<CalendarDate> firstDayOfWeek="mon">
    <header className="calendar-head">
      <AriaButton slot="previous" className="button quiet small only-icon">
        <Icon name="chevron" className="to-left" />
      </AriaButton>
      <CalendarHeading />
      <AriaButton slot="next" className="button quiet small only-icon">
        <Icon name="chevron" className="to-right" />
      </AriaButton>
    </header>
    <CalendarGrid weekdayStyle="short">
      {(date) => <CalendarCell date={date} className="calendar-day" />}
    </CalendarGrid>
  </Calendar>
);

const Choices = ({ onChange }: Pick<Props, 'onChange'>) => {
  const { t } = useTexts();
  const popover = use(OverlayTriggerStateContext);
  const choose = (day: string) => () => {
    onChange(day);
    popover?.close();
  };
  return (
    <div className="calendar-foot">
      <Button small look="quiet" onPress={choose('')}>
        {t('date.clear')}
      </Button>
      <Button small look="quiet" onPress={choose(today(getLocalTimeZone()).toString())}>
        {t('date.today')}
      </Button>
    </div>
  );
};
