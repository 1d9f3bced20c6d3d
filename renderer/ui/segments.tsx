import { Radio, RadioGroup } from 'react-aria-components';

type Props<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
};

/** One choice out of a few, all visible; where a style sheet hides them for want of room, `FoldedSegments` fits. */
export const Segments = <Value extends string>({ label, value, options, onChange }: Props<Value>) => (
  <RadioGroup
    className="segments"
    aria-label={label}
    orientation="horizontal"
    value={value}
    onChange={(chosen) => {
      const option = options.find((candidate) => candidate.value === chosen);
      if (option) onChange(option.value);
    }}
  >
    {options.map((option) => (
      <Radio key={option.value} value={option.value} className="segment">
        {option.label}
      </Radio>
    ))}
  </RadioGroup>
);

/** The same choice as a drop-down list. */
export const FoldedSegments = <Value extends string>({ label, value, options, onChange }: Props<Value>) => (
  <select
    className="input folded-segments"
    aria-label={label}
    value={value}
    onChange={({ currentTarget }) => {
      const option = options.find((candidate) => candidate.value === currentTarget.value);
      if (option) onChange(option.value);
    }}
  >
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
);
