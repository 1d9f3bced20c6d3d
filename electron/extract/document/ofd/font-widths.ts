import type { OfdFont } from './resources.ts';
import { emsOf } from './text-layout.ts';

/**
 * Widths of the characters from blank to `~` in thousandths of an em, as in the metrics that Adobe publishes for
 * Helvetica and Times. Arial and Times New Roman have the same.
 */
const helvetica =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584';
const times =
  '250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278 278 564 564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722 722 611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 722 500 500 444 480 200 480 541';

const emsIn = (thousandths: string): readonly number[] =>
  thousandths.split(' ').map((width) => Number(width) / 1000);

type Family = { readonly names: RegExp; readonly widths: readonly number[] };

const families: readonly Family[] = [
  { names: /courier|consol|mono/i, widths: Array.from({ length: 95 }, () => 0.6) },
  { names: /arial|helvetica/i, widths: emsIn(helvetica) },
  { names: /times/i, widths: emsIn(times) },
];

const firstCode = 0x20;

/**
 * Width of a character in ems. The font may be missing: usual Latin fonts use published metrics; all others count
 * as Chinese, with Latin at half width.
 */
export const emsOfFont = (font: OfdFont | null): ((character: string) => number) => {
  const named = font ? [font.name, font.family] : [];
  const family = families.find(({ names }) => named.some((name) => names.test(name)));
  if (!family) return emsOf;
  return (character) => family.widths[(character.codePointAt(0) ?? 0) - firstCode] ?? emsOf(character);
};
