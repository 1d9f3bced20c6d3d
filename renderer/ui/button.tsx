import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, Tooltip, TooltipTrigger, type ButtonProps } from 'react-aria-components';
import { Icon, type IconName } from './icon.tsx';

type Look = 'plain' | 'primary' | 'quiet' | 'danger';

type Props = Omit<ButtonProps, 'className' | 'children'> & {
  readonly look?: Look;
  readonly icon?: IconName;
  readonly small?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
};

export const Button = ({ look = 'plain', icon, small = false, children, ...rest }: Props) => (
  <AriaButton {...rest} className={`button ${look} ${small ? 'small' : ''}`}>
    {icon && <Icon name={icon} />}
    {children}
  </AriaButton>
);

type IconButtonProps = Omit<ButtonProps, 'className' | 'children' | 'aria-label'> & {
  readonly icon: IconName;
  /** Name for screen readers, also shown as a tooltip. */
  readonly label: string;
  readonly look?: Look;
  readonly small?: boolean;
  /** Shows its label next to the icon in a bar that has room for it. */
  readonly roomy?: boolean;
};

/** A button that shows only an icon. */
export const IconButton = ({
  icon,
  label,
  look = 'quiet',
  small = false,
  roomy = false,
  ...rest
}: IconButtonProps) => (
  <TooltipTrigger delay={500}>
    <AriaButton {...rest} aria-label={label} className={`button only-icon ${look} ${small ? 'small' : ''}`}>
      <Icon name={icon} />
      {roomy && (
        <span className="roomy-label" aria-hidden="true">
          {label}
        </span>
      )}
    </AriaButton>
    <Tooltip className="tooltip" placement="bottom" offset={4}>
      {label}
    </Tooltip>
  </TooltipTrigger>
);
