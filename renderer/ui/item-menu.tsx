import { Menu, MenuItem } from 'react-aria-components';

/** An action of a menu. */
export type Item = { readonly id: string; readonly label: string; readonly run: () => void };

type Props = {
  readonly label: string;
  readonly items: readonly Item[];
  /** Focuses the first item of a menu that was not opened by a button. */
  readonly autoFocus?: boolean;
};

/** A menu of a few actions. It closes after each. */
export const ItemMenu = ({ label, items, autoFocus = false }: Props) => (
  <Menu className="menu" aria-label={label} {...(autoFocus && { autoFocus: 'first' })}>
    {items.map((item) => (
      <MenuItem key={item.id} id={item.id} className="menu-item" onAction={item.run}>
        {item.label}
      </MenuItem>
    ))}
  </Menu>
);
