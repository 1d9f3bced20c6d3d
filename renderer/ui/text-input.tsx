import { Input, Label, Text, TextField } from 'react-aria-components';

type Props = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'password' | 'url' | 'date' | 'search';
  readonly hint?: string;
  /** A note at the other end of the label's line. */
  readonly note?: string;
  readonly placeholder?: string;
};

/** A labelled text input. The browser's autofill never stores what is typed. */
export const TextInput = ({ label, value, onChange, type = 'text', hint, note, placeholder = '' }: Props) => (
  <TextField className="field" value={value} onChange={onChange} type={type} autoComplete="off">
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
  </TextField>
);
