import { Label, Radio, RadioGroup } from 'react-aria-components';

type Props<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    /** A hint on what the option means. */
    readonly hint?: string;
    readonly isDisabled?: boolean;
  }[];
  readonly onChange: (value: Value) => void;
};

/** One choice out of a few, one option per line with room for a hint. */
export const RadioList = <Value extends string>({ label, value, options, onChange }: Props<Value>) => (
  <RadioGroup
    className="radio-list"
    value={value}
    onChange={(chosen) => {
      const option = options.find((candidate) => candidate.value === chosen);
      if (option) onChange(option.value);
    }}
  >
    <Label>{label}</Label>
    {options.map((option) => (
      <Radio
        key={option.value}
        value={option.value}
        className="radio"
        isDisabled={option.isDisabled ?? false}
      >
        <span className="radio-mark" />
        <span className="radio-text">
          <span>{option.label}</span>
          {option.hint && <span className="hint">{option.hint}</span>}
        </span>
      </Radio>
    ))}
  </RadioGroup>
);
