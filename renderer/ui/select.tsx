import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
} from 'react-aria-components';
import { chosenFrom, type ChoiceProps } from './choice.ts';
import { Icon } from './icon.tsx';

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
