import { Label, Radio, RadioGroup } from 'react-aria-components';
import { chosenFrom, type ChoiceProps } from './choice.ts';

/** A hint on what the option means. */
type Hint = { readonly hint?: string; readonly isDisabled?: boolean };

/** One choice from a few options, one per line, with space for a hint. */
export const RadioList = <Value extends string>(props: ChoiceProps<Value, Hint>) => (
  <RadioGroup className="radio-list" value={props.value} onChange={chosenFrom(props)}>
    <Label>{props.label}</Label>
    {props.options.map((option) => (
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
