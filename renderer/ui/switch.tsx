import type { ReactNode } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components';

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
