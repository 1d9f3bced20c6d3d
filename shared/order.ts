/** Orders Chinese and English names, with numbers in them by value. */
export const nameOrder = new Intl.Collator('zh-Hans-CN', { numeric: true });

/** Orders texts by code units, equal on every system. */
export const byCodeUnits = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
