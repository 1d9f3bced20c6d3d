import { Radio, RadioGroup } from 'react-aria-components';
import { chosenFrom, type ChoiceProps } from './choice.ts';

/** One choice from a few options, all visible. Where there is no room, CSS shows a drop-down list instead. */
export const Segments = <Value extends string>(props: ChoiceProps<Value>) => (
  <RadioGroup
    className="segments"
    aria-label={props.label}
    orientation="horizontal"
    value={props.value}
    onChange={chosenFrom(props)}
  >
    {props.options.map((option) => (
      <Radio key={option.value} value={option.value} className="segment">
        {option.label}
      </Radio>
    ))}
  </RadioGroup>
);
