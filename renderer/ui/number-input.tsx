import { Button, Group, Input, NumberField } from 'react-aria-components';
import { Icon } from './icon.tsx';

type Props = {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly step?: number;
  readonly format?: Intl.NumberFormatOptions;
  readonly onChange: (value: number) => void;
};

/** A number within bounds. The input applies when it loses the focus. */
export const NumberInput = ({ label, value, least, most, step = 1, format, onChange }: Props) => (
  <NumberField
    className="number-field"
    aria-label={label}
    value={value}
    minValue={least}
    maxValue={most}
    step={step}
    {...(format ? { formatOptions: format } : {})}
    onChange={(next) => {
      if (Number.isFinite(next)) onChange(next);
    }}
  >
    <Group className="number-group">
      <Button slot="decrement" className="button only-icon">
        <Icon name="minus" />
      </Button>
      <Input className="input" />
      <Button slot="increment" className="button only-icon">
        <Icon name="add" />
      </Button>
    </Group>
  </NumberField>
);
