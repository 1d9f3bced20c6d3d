/** The calendar day of this computer (ISO). */
export const today = (now: Date = new Date()): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/** The first and the last day of the month before (ISO). */
export const lastMonth = (now: Date = new Date()): { readonly from: string; readonly to: string } => ({
  from: today(new Date(now.getFullYear(), now.getMonth() - 1, 1)),
  to: today(new Date(now.getFullYear(), now.getMonth(), 0)),
});
