import { useEffect, type RefObject, createContext, use, useRef, type ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTexts } from './i18n/use-texts.ts';
import { IconButton } from './button.tsx';

const controls = 'button, a[href], input, select, textarea, summary, [tabindex]';

const isReachable = (control: HTMLElement): boolean =>
  control.isConnected && control.tabIndex >= 0 && !control.matches(':disabled') && control.checkVisibility();

/**
 * Keeps the focus within `panel` when the focused control is removed or disabled, such as a delete button
 * that removes its own row. The next control gets the focus. Otherwise the page's body would get it, and
 * Escape and Tab would no longer reach the panel.
 */
export const useHeldFocus = (panel: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = panel.current;
    if (!element) return undefined;
    let before: readonly HTMLElement[] = [];
    let after: readonly HTMLElement[] = [];
    let frame = 0;
    const remember = ({ target }: FocusEvent) => {
      const all = [...element.querySelectorAll<HTMLElement>(controls)];
      const at = all.findIndex((control) => control === target);
      before = all.slice(0, at + 1);
      after = all.slice(at + 1);
    };
    const hold = () => {
      if (document.activeElement !== document.body || element.closest('[inert]')) return;
      (after.find(isReachable) ?? before.findLast(isReachable) ?? element).focus();
    };
    const changes = new MutationObserver(() => {
      hold();
      // A browser moves the focus away from a disabled control only after the next paint.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(hold);
      });
    });
    changes.observe(element, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    element.addEventListener('focusin', remember);
    return () => {
      changes.disconnect();
      element.removeEventListener('focusin', remember);
      cancelAnimationFrame(frame);
    };
  }, [panel]);
};

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
