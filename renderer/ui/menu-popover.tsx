import { useRef, type ComponentProps } from 'react';
import { Dialog, Popover } from 'react-aria-components';
import { useHeldFocus } from './dialog.tsx';

type Props = Pick<ComponentProps<typeof Dialog>, 'children'> & {
  readonly label: string;
  readonly placement?: ComponentProps<typeof Popover>['placement'];
};

/** The dialog inside has the name. The library would give it to the box around it, too, outside of any landmark. */
const unnamed = { 'aria-labelledby': '' };

const Panel = ({ label, children }: Omit<Props, 'placement'>) => {
  const panel = useRef<HTMLElement>(null);
  useHeldFocus(panel);
  return (
    <Dialog ref={panel} className="column-menu" aria-label={label}>
      {children}
    </Dialog>
  );
};

/** What a button of a `DialogTrigger` opens below it: controls that need no dialog over the window. */
export const MenuPopover = ({ placement = 'bottom end', ...rest }: Props) => (
  <Popover {...unnamed} placement={placement} className="menu-popover">
    <Panel {...rest} />
  </Popover>
);
