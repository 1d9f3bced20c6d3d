import { useEffect, type RefObject } from 'react';

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
