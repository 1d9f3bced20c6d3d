import { createContext, use, useEffect, useRef, type ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTexts } from './i18n/use-texts.ts';
import { IconButton } from './button.tsx';
import { useHeldFocus } from './use-held-focus.ts';

type Props = {
  readonly title: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  /** `alertdialog` for a question that needs an answer: a click outside does not close it. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly children: ReactNode;
};

/**
 * Shown below the content of every open dialog: the results of its actions. Everything outside a modal dialog is
 * out of reach for keyboard and screen reader.
 */
export const DialogFoot = createContext<ReactNode>(null);

type PanelProps = Pick<Props, 'title' | 'onClose' | 'children'> & Required<Pick<Props, 'wide' | 'role'>>;

/** Number of open dialogs in this window. */
let openDialogs = 0;

export const hasOpenDialog = (): boolean => openDialogs > 0;

const Panel = ({ title, onClose, wide, role, children }: PanelProps) => {
  const { t } = useTexts();
  const panel = useRef<HTMLElement>(null);
  useHeldFocus(panel);
  const foot = use(DialogFoot);
  useEffect(() => {
    openDialogs += 1;
    return () => {
      openDialogs -= 1;
    };
  }, []);
  return (
    <AriaDialog ref={panel} className={`dialog ${wide ? 'wide' : ''}`} role={role}>
      <div className="dialog-head">
        <Heading slot="title" level={2}>
          {title}
        </Heading>
        <IconButton icon="close" label={t('app.close')} onPress={onClose} />
      </div>
      <div className="dialog-body">{children}</div>
      {foot}
    </AriaDialog>
  );
};

/** A modal dialog. It holds the focus, and Escape closes it. */
export const Dialog = ({ title, onClose, wide = false, role = 'dialog', children }: Props) => (
  <ModalOverlay
    className="backdrop"
    isOpen
    isDismissable={role === 'dialog'}
    onOpenChange={(open) => {
      if (!open) onClose();
    }}
  >
    <Modal className="modal">
      <Panel title={title} onClose={onClose} wide={wide} role={role}>
        {children}
      </Panel>
    </Modal>
  </ModalOverlay>
);
