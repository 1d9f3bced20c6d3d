import { Radio, RadioGroup } from 'react-aria-components';
import { chosenFrom, type ChoiceProps } from './choice.ts';

/** One choice from a few options, all visible. Where there is no room, CSS shows `FoldedSegments` instead. */
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

/** The same choice as a drop-down list. */
export const FoldedSegments = <Value extends string>(props: ChoiceProps<Value>) => (
  <select
    className="input folded-segments"
    aria-label={props.label}
    value={props.value}
    onChange={({ currentTarget }) => chosenFrom(props)(currentTarget.value)}
  >
    {props.options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
);
