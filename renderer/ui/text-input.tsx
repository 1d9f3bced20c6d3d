import {
  Button,
  Group,
  Input,
  NumberField,
  FieldError,
  Label,
  Text,
  TextField,
  type TextFieldProps,
} from 'react-aria-components';
import { useRef, useState } from 'react';
import { useTexts } from './i18n/use-texts.ts';
import { Icon } from './icon.tsx';

type KeyboardEvent = Parameters<NonNullable<TextFieldProps['onKeyDown']>>[0];

type Props = {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly step?: number;
  readonly format?: Intl.NumberFormatOptions;
  /** A number beyond the bounds that was typed before; and what takes the next one, or null for none. */
  readonly left?: number | null;
  readonly onLeft?: (left: number | null) => void;
  readonly onChange: (value: number) => void;
};

const whole: Intl.NumberFormatOptions = { maximumFractionDigits: 0 };

/**
 * A number within bounds. The input applies when it loses the focus. A number beyond the bounds stays in the field, with
 * the bounds, and never applies.
 */
export const NumberInput = ({
  label,
  value,
  least,
  most,
  step = 1,
  format,
  left = null,
  onLeft,
  onChange,
}: Props) => {
  const { t, language } = useTexts();
  const [beyond, setBeyond] = useState(left);
  const change = (next: number): void => {
    if (!Number.isFinite(next)) return;
    const fits = next >= least && next <= most;
    setBeyond(fits ? null : next);
    onLeft?.(fits ? null : next);
    if (fits) onChange(next);
  };
  const bound = (number: number): string => new Intl.NumberFormat(language, format).format(number);
  return (
    <NumberField
      className="number-field"
      aria-label={label}
      value={beyond ?? value}
      minValue={least}
      maxValue={most}
      step={step}
      // The library would replace what is beyond the bounds without a word.
      commitBehavior="validate"
      formatOptions={format ?? whole}
      isInvalid={beyond !== null}
      onChange={change}
    >
      <Group className="number-group">
        <Button slot="decrement" className="button only-icon">
          <Icon name="minus" />
        </Button>
        <Input className="input" />
        <Button slot="increment" className="button only-icon">
          <Icon name="add" />
        </Button>
      </Group>
      {beyond !== null && (
        <FieldError className="field-error tone-error">
          {t('app.bounds', { least: bound(least), most: bound(most) })}
        </FieldError>
      )}
    </NumberField>
  );
};

type TextInputProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** For a field that does something when its value is complete: at Enter, when the user leaves it, and at Escape. */
  readonly ends?: {
    readonly keep: () => unknown;
    readonly leave: () => void;
    readonly drop?: () => void;
  };
  readonly type?: 'text' | 'password' | 'url' | 'search' | 'email';
  readonly hint?: string;
  /** The id of a hint that stands elsewhere. */
  readonly describedBy?: string;
  /** Why the value can't be used; shown at the field. */
  readonly error?: string | null;
  /** A note at the other end of the label's line. */
  readonly note?: string;
  readonly placeholder?: string;
  /** The kind of data for the browser's autofill; only used for the sign-in of an office. */
  readonly autoComplete?: 'username' | 'current-password' | 'new-password' | 'name';
  readonly isReadOnly?: boolean;
};

/**
 * A labelled text input. The browser stores typed text for autofill only if `autoComplete` names its type.
 */
export const TextInput = ({
  label,
  value,
  onChange,
  ends,
  type = 'text',
  hint,
  describedBy = '',
  error = null,
  note,
  placeholder = '',
  autoComplete,
  isReadOnly = false,
}: TextInputProps) => {
  /** Whether something was typed that Escape would drop. */
  const isTyped = useRef(false);
  const end = (act: (() => unknown) | undefined): void => {
    isTyped.current = false;
    act?.();
  };
  return (
    <TextField
      className="field"
      value={value}
      onChange={(text) => {
        isTyped.current = true;
        onChange(text);
      }}
      {...(ends && {
        onBlur: () => end(ends.leave),
        onKeyDown: (event: KeyboardEvent) => {
          // Escape closes what the field is in, unless it drops a text.
          if (event.key === 'Escape' && !isTyped.current) event.continuePropagation();
          if (event.key === 'Enter') end(ends.keep);
          if (event.key === 'Escape') end(ends.drop);
        },
      })}
      type={type}
      aria-describedby={describedBy}
      autoComplete={autoComplete ?? 'off'}
      isReadOnly={isReadOnly}
      isInvalid={error !== null}
    >
      <span className="label-row">
        <Label>{label}</Label>
        {note && <span className="hint">{note}</span>}
      </span>
      <Input className="input" spellCheck={false} placeholder={placeholder} />
      {hint && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      {error !== null && <FieldError className="field-error tone-error">{error}</FieldError>}
    </TextField>
  );
};
