import { FieldError, Input, Label, Text, TextField } from 'react-aria-components';

type Props = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The value is complete: the user pressed Enter or left the field. */
  readonly onCommit?: () => void;
  readonly type?: 'text' | 'password' | 'url' | 'search' | 'email';
  readonly hint?: string;
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
  onCommit,
  type = 'text',
  hint,
  error = null,
  note,
  placeholder = '',
  autoComplete,
  isReadOnly = false,
}: Props) => (
  <TextField
    className="field"
    value={value}
    onChange={onChange}
    {...(onCommit && {
      onBlur: onCommit,
      onKeyDown: ({ key }: { readonly key: string }) => {
        if (key === 'Enter') onCommit();
      },
    })}
    type={type}
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
