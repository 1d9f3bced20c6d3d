import { useEffect, type RefObject } from 'react';

const controls = 'button, a[href], input, select, textarea, summary, [tabindex]';

const isReachable = (control: HTMLElement): boolean =>
  control.isConnected && control.tabIndex >= 0 && !control.matches(':disabled') && control.checkVisibility();

/**
 * Keeps the focus within `panel` when the control that has it is taken away or switched off, as a button for
 * deleting is by its own work: the next control gets it. Without that the page's body would have it, where neither
 * Escape nor Tab belongs to the panel any more.
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
      // A browser takes the focus from what was switched off only once it has drawn the page without it.
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
