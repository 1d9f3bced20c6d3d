/** The parts of the window in their order; of each the element that takes the keyboard, the first of these that stands. */
const panes: readonly { readonly holder: string; readonly targets: readonly string[] }[] = [
  { holder: '.top-bar', targets: ['[role="tab"][aria-selected="true"]'] },
  { holder: '.documents', targets: ['[role="grid"]'] },
  { holder: '.page', targets: ['[role="application"], .picture-canvas, [role="grid"]'] },
  // A value, not the button that confirms them all.
  {
    holder: '.panel',
    targets: ['[data-field][tabindex="0"]', '[role="grid"][tabindex="0"]', '[tabindex="0"]'],
  },
];

const targetOf = ({ holder, targets }: (typeof panes)[number]): HTMLElement | null => {
  for (const target of targets) {
    const found = document.querySelector(holder)?.querySelector<HTMLElement>(target);
    if (found) return found;
  }
  return null;
};

/** Brings the keyboard to the next part of the window, or the one before: Tab walks the doubtful fields. */
export const stepPane = (step: 1 | -1): void => {
  const at = panes.findIndex(({ holder }) => document.activeElement?.closest(holder));
  for (let tried = 1; tried <= panes.length; tried += 1) {
    const pane = panes[(at + step * tried + panes.length * 2) % panes.length];
    const target = pane && targetOf(pane);
    if (target) return target.focus();
  }
};

/** Brings the keyboard to the list, whence Tab walks, from where documents are added; in use elsewhere it stays there. */
export const leaveForList = (): void => {
  const active = document.activeElement;
  if (active && active !== document.body && !active.closest('.top-bar, .start')) return;
  document.querySelector<HTMLElement>('.documents [role="grid"]')?.focus();
};
