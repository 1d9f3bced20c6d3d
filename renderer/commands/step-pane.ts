/** The parts of the window in their order; in each the element that takes the keyboard. */
const panes = [
  '.top-bar [role="tab"][aria-selected="true"]',
  '.documents [role="grid"]',
  '.page [role="application"], .page .picture-canvas, .page [role="grid"]',
  '.panel [data-field][tabindex="0"], .panel [role="grid"][tabindex="0"], .panel [tabindex="0"]',
];

const holders = ['.top-bar', '.documents', '.page', '.panel'];

/** Brings the keyboard to the next part of the window, or the one before: Tab walks the doubtful fields. */
export const stepPane = (step: 1 | -1): void => {
  const at = holders.findIndex((holder) => document.activeElement?.closest(holder));
  for (let tried = 1; tried <= panes.length; tried += 1) {
    const index = (at + step * tried + panes.length * 2) % panes.length;
    const target = document.querySelector<HTMLElement>(panes[index] ?? '');
    if (target) return target.focus();
  }
};
