import type { Invoice } from '../../../../shared/invoice/model.ts';
import { reversedIn } from '../../../../shared/invoice/reversed.ts';
import type { Notes } from './note.ts';
import type { ReadPage } from './page.ts';
import type { Stack } from './stacks.ts';
import { textWithin, type FoundValue } from './values.ts';

/** The nearest upright label, or other boundary, to the right of an area. */
const rightOf = ({ x1, top, bottom }: Stack, { stacks }: ReadPage): number =>
  Math.min(
    Infinity,
    ...stacks
      .filter((other) => other.x0 > x1 && other.top < bottom && other.bottom > top)
      .map(({ x0 }) => x0),
  );

const cipherOf = (stack: Stack, page: ReadPage): FoundValue | null => {
  const top = stack.top - 1.6 * stack.size;
  const bottom = Math.min(stack.bottom + 1.8 * stack.size, page.tables[0]?.head.top ?? Infinity);
  const found = textWithin(
    page.rows,
    { top, bottom, left: stack.x1, right: rightOf(stack, page) },
    page.labelGlyphs,
    '',
  );
  return found && /^[0-9+\-*/<>\s]+$/u.test(found.text) ? found : null;
};

/** The area below the total with tax, above the row of persons, and to the right of the upright label. */
const remarkOf = (stack: Stack, page: ReadPage): FoundValue | null => {
  const above = page.rows.filter(({ text, y }) => y < stack.top && /价税合计|\(小写\)|\(大写\)/u.test(text));
  const top = Math.max(stack.top - 4 * stack.size, ...above.map(({ y, size }) => y + 0.4 * size));
  const persons = page.labels.filter(
    ({ key, y }) => y > stack.bottom && (key === 'drawer' || key === 'payee' || key === 'reviewer'),
  );
  const bottom = Math.min(stack.bottom + 6 * stack.size, ...persons.map(({ y, size }) => y - 0.6 * size));
  return textWithin(
    page.rows,
    { top, bottom, left: stack.x1, right: rightOf(stack, page) },
    page.labelGlyphs,
    '\n',
  );
};

/**
 * Reads the texts next to upright labels: the remark, the cipher area, and the number that a red invoice
 * reverses.
 */
export const readRemark = (
  pages: readonly ReadPage[],
  notes: Notes,
): Pick<Invoice, 'remark' | 'cipherArea' | 'reverses'> => {
  let [remark, cipherArea, reverses]: (string | null)[] = [null, null, null];
  for (const page of pages)
    for (const stack of page.stacks) {
      if (stack.area === 'cipher' && cipherArea === null) {
        const found = cipherOf(stack, page);
        if (found) cipherArea = notes.read('cipherArea', { ...found, page }, 'lines');
      }
      if (stack.area !== 'remark' || remark !== null) continue;
      const found = remarkOf(stack, page);
      if (!found) continue;
      remark = notes.read('remark', { ...found, page }, 'lines');
      const number = reversedIn(found.text.replace(/\n/gu, ''));
      if (number !== null)
        reverses = notes.read('reverses', { text: number, pieces: found.pieces, page }, 'code');
    }
  return { remark: remark ?? null, cipherArea: cipherArea ?? null, reverses: reverses ?? null };
};
