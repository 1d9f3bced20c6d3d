/** The form in which texts are compared: width and case make no difference. */
export const comparable = (text: string): string => text.normalize('NFKC').toLowerCase();

let collator: Intl.Collator | null = null;

/** Orders Chinese and English names, with numbers in them by value. */
export const compareNames = (one: string, other: string): number => {
  // Not at the start of every thread: it takes 9 ms.
  collator ??= new Intl.Collator('zh-Hans-CN', { numeric: true });
  return collator.compare(one, other);
};

/** Orders texts by code units, equal on every system. */
export const byCodeUnits = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
