/** The form in which texts are compared: width and case make no difference. */
export const comparable = (text: string): string => text.normalize('NFKC').toLowerCase();

let collator: Intl.Collator | null = null;

/** Orders Chinese and English names, with numbers in them by value. */
export const compareNames = (one: string, other: string): number => {
  // Not at the start of every thread: it takes 9 ms.
  collator ??= new Intl.Collator('zh-Hans-CN', { numeric: true });
  return collator.compare(one, other) || byCodeUnits(one, other);
};

/** Orders paths with forward slashes folder by folder, each by `compareNames`: 1, 2, 10. */
export const comparePaths = (one: string, other: string): number => {
  const [left, right] = [one.split('/'), other.split('/')];
  const at = left.findIndex((part, index) => part !== right[index]);
  if (at === -1) return left.length - right.length;
  return at >= right.length ? 1 : compareNames(left[at] ?? '', right[at] ?? '');
};

/** Orders texts by code units, equal on every system. */
export const byCodeUnits = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
