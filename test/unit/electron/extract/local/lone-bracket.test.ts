import { expect, test } from 'vitest';
import { withLoneBrackets } from '../../../../../electron/extract/local/engine/lone-bracket.ts';
import type { ReadLine } from '../../../../../electron/extract/local/read-lines.ts';
import type { Quad } from '../../../../../shared/geometry.ts';
import { evenLine } from '../../../../helpers/scans/synthetic.ts';

const height = 20;
const line = (text: string, y: number, score = 0.99, x = 100): ReadLine =>
  evenLine(text, { x, y, width: text.length * height, height }, score);
const first = line('*家具*人体工学网布可调节', 100);
const last = line('办公转椅（含腰靠', 132);

/** Reads a bracket if its place is given, and something else elsewhere. */
const reading = (text: string, y: number, score = 0.7) => {
  const asked: Quad[] = [];
  const read = async (quad: Quad): Promise<ReadLine | null> => {
    asked.push(quad);
    const [tl, , br] = quad;
    const isThere = tl.y < y + 2 && br.y > y + height - 2 && tl.x <= 100 && br.x > 100 + height / 2;
    return Promise.resolve(
      isThere ? evenLine(text, { x: tl.x, y: tl.y, width: 20, height: 20 }, score) : null,
    );
  };
  return { asked, read };
};
const textsOf = (lines: readonly ReadLine[]): readonly string[] =>
  lines.map(({ glyphs }) => glyphs.map(({ alternatives }) => alternatives[0]?.text).join(''));

test('a bracket alone on the last line of a name is read at the distance of its lines', async () => {
  const { read } = reading('）', 164);
  expect(textsOf(await withLoneBrackets([first, last], read)).at(-1)).toBe('）');
  // A name of one line goes on at the usual distance.
  const single = reading('）', 162);
  expect(textsOf(await withLoneBrackets([last], single.read)).at(-1)).toBe('）');
});

test('what was read in a narrow box is replaced by it, unless it was read more surely', async () => {
  const worse = line('W', 168, 0.2);
  const { read } = reading(')', 164);
  expect(textsOf(await withLoneBrackets([first, last, worse], read))).toEqual([
    ...textsOf([first, last]),
    ')',
  ]);
  const better = line('）', 166, 0.9);
  expect(await withLoneBrackets([first, last, better], read)).toEqual([first, last, better]);
});

test('nothing is added where no bracket is open, none is read, or the text goes on', async () => {
  const closed = reading('）', 164);
  await withLoneBrackets([first, line('办公转椅（含腰靠）', 132)], closed.read);
  expect(closed.asked).toEqual([]);
  const other = reading('1', 164);
  expect(await withLoneBrackets([first, last], other.read)).toEqual([first, last]);
  const goesOn = reading('）', 164);
  const next = line('垫）', 164);
  const third = line('及扶手）', 164);
  expect(await withLoneBrackets([first, last, third], goesOn.read)).toEqual([first, last, third]);
  expect(goesOn.asked).toEqual([]);
  expect(textsOf(await withLoneBrackets([first, last, next], reading('垫', 164).read)).at(-1)).toBe('垫）');
});
