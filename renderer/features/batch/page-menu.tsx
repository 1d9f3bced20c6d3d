import { useRef } from 'react';
import { Popover } from 'react-aria-components';
import type { PageId } from '../../../shared/contract/page.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { ItemMenu } from '../../ui/item-menu.tsx';
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
        <ItemMenu
          autoFocus
          label={t('batch.selection')}
          items={[
            ...(onOpen && first !== undefined
              ? [{ id: 'open', label: t('batch.open'), run: () => onOpen(first) }]
              : []),
            ...actions.map(({ id, label, run }) => ({ id, label, run: () => run(place.ids) })),
          ]}
        />
      </Popover>
    </>
  );
};
