import type { ReactNode } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components';

type Props = {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
};

export const Switch = ({ isOn, onChange, children }: Props) => (
  <AriaSwitch className="switch" isSelected={isOn} onChange={onChange}>
    <span className="switch-track" />
    <span>{children}</span>
  </AriaSwitch>
);
