import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
  Radio,
  RadioGroup,
  Switch as AriaSwitch,
} from 'react-aria-components';
import { Icon } from './icon.tsx';
import type { ReactNode } from 'react';

/** The props of a control with one choice from a few options. */
type ChoiceProps<Value extends string, Extra = object> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly ({ readonly value: Value; readonly label: string } & Extra)[];
  readonly onChange: (value: Value) => void;
};

/** Reports the option that a control names by its value. */
const chosenFrom =
  <Value extends string>({ options, onChange }: Pick<ChoiceProps<Value>, 'options' | 'onChange'>) =>
  (chosen: unknown): void => {
    const option = options.find(({ value }) => value === chosen);
    if (option) onChange(option.value);
  };

/** A drop-down list. Typed letters jump to the option that starts with them. */
export const Select = <Value extends string>(props: ChoiceProps<Value>) => (
  <AriaSelect className="field" value={props.value} onChange={chosenFrom(props)}>
    <Label>{props.label}</Label>
    <Button className="button select">
      <SelectValue className="cut" />
      <Icon name="chevron" />
    </Button>
    <Popover className="select-popover">
      <ListBox className="menu">
        {props.options.map((option) => (
          <ListBoxItem key={option.value} id={option.value} textValue={option.label} className="menu-item">
            {option.label}
          </ListBoxItem>
        ))}
      </ListBox>
    </Popover>
  </AriaSelect>
);

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

/** The system's own drop-down list: it costs less than `Select` where there are many. */
export const NativeSelect = <Value extends string>({
  className = '',
  ...props
}: ChoiceProps<Value> & { readonly className?: string }) => (
  <select
    className={`input ${className}`}
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

/** The same with its label above. */
export const NativeSelectField = <Value extends string>(props: ChoiceProps<Value>) => (
  <label className="field">
    <span>{props.label}</span>
    <NativeSelect {...props} />
  </label>
);

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

type Props = {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
};

export const Switch = ({ isOn, onChange, isDisabled = false, children }: Props) => (
  <AriaSwitch className="switch" isSelected={isOn} onChange={onChange} isDisabled={isDisabled}>
    <span className="switch-track" />
    <span>{children}</span>
  </AriaSwitch>
);
