import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
} from 'react-aria-components';
import { Icon } from './icon.tsx';

type Props<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
};

/** A drop-down list. Typed letters jump to the option that starts with them. */
export const Select = <Value extends string>({ label, value, options, onChange }: Props<Value>) => (
  <AriaSelect
    className="field"
    value={value}
    onChange={(chosen) => {
      const option = options.find((candidate) => candidate.value === chosen);
      if (option) onChange(option.value);
    }}
  >
    <Label>{label}</Label>
    <Button className="button select">
      <SelectValue className="cut" />
      <Icon name="chevron" />
    </Button>
    <Popover className="select-popover">
      <ListBox className="menu">
        {options.map((option) => (
          <ListBoxItem key={option.value} id={option.value} textValue={option.label} className="menu-item">
            {option.label}
          </ListBoxItem>
        ))}
      </ListBox>
    </Popover>
  </AriaSelect>
);
