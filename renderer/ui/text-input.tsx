import { Button, Group, Input, NumberField, FieldError, Label, Text, TextField } from 'react-aria-components';
import { Icon } from './icon.tsx';

type Props = {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly step?: number;
  readonly format?: Intl.NumberFormatOptions;
  readonly onChange: (value: number) => void;
};

/** A number within bounds. The input applies when it loses the focus. */
export const NumberInput = ({ label, value, least, most, step = 1, format, onChange }: Props) => (
  <NumberField
    className="number-field"
    aria-label={label}
    value={value}
    minValue={least}
    maxValue={most}
    step={step}
    {...(format ? { formatOptions: format } : {})}
    onChange={(next) => {
      if (Number.isFinite(next)) onChange(next);
    }}
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
  </NumberField>
);

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
}: TextInputProps) => (
  <TextField
    className="field"
    value={value}
    onChange={onChange}
    {...(ends && {
      onBlur: ends.leave,
      onKeyDown: ({ key }: { readonly key: string }) => {
        if (key === 'Enter') ends.keep();
        if (key === 'Escape') ends.drop?.();
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
