import { useRef } from 'react';
import { Menu, MenuItem, Popover } from 'react-aria-components';
import type { PageId } from '../../../shared/contract/page.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { usePageActions } from './page-actions.ts';

/** Position of a context menu, and its pages. */
export type MenuPlace = { readonly x: number; readonly y: number; readonly ids: readonly PageId[] };

type Props = {
  readonly service: ServiceId;
  readonly place: MenuPlace | null;
  readonly onClose: () => void;
  /** Shows the first of the pages as a document; absent if it is already shown. */
  readonly onOpen?: (id: PageId) => void;
};

/** The actions on the pages under the pointer. */
export const PageMenu = ({ service, place, onClose, onOpen }: Props) => {
  const { t } = useTexts();
  const actions = usePageActions(service);
  const anchor = useRef<HTMLSpanElement>(null);
  if (!place) return null;
  const [first] = place.ids;
  return (
    <>
      <span ref={anchor} className="menu-anchor" style={{ left: place.x, top: place.y }} />
      <Popover
        triggerRef={anchor}
        isOpen
        placement="bottom start"
        className="menu-popover"
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
      >
        <Menu
          className="menu"
          aria-label={t('batch.selection')}
          autoFocus="first"
          onClose={onClose}
          onAction={(key) => {
            if (key === 'open' && first !== undefined) onOpen?.(first);
            actions.find(({ id }) => id === key)?.run(place.ids);
          }}
        >
          {onOpen && (
            <MenuItem id="open" className="menu-item">
              {t('batch.open')}
            </MenuItem>
          )}
          {actions.map(({ id, label }) => (
            <MenuItem key={id} id={id} className="menu-item">
              {label}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </>
  );
};
