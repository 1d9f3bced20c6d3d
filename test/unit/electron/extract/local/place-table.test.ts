import { describe, expect, test } from 'vitest';
import type { ReadPicture } from '../../../../../electron/extract/local/read-lines.ts';
import { placeScan } from '../../../../../electron/extract/local/place/place-scan.ts';
import { emptyLine } from '../../../../../shared/invoice/empty-invoice.ts';
import {
  changedPage,
  pictureOf,
  retext,
  textOf,
  withLines,
  withTexts,
} from '../../../../helpers/scans/changed-page.ts';
import { makeSheet, type ScanSheet } from '../../../../helpers/scans/make-scan.ts';
import { measurePage } from '../../../../helpers/scans/measure.ts';
import { evenLine } from '../../../../helpers/scans/synthetic.ts';

const wrongIn = (made: ScanSheet, picture: ReadPicture) => measurePage(made, picture).wrong;

/** The fields that findings with an id name. */
const fieldsWith = (id: string, read: ReadPicture) =>
  placeScan(read, { qr: null, confirmed: [] })?.findings.flatMap((finding) =>
    finding.id === id ? finding.fields : [],
  );

describe('a row of goods', () => {
  test.each([9, 14, 15])('stays one if its asterisks are read as a character (%i)', async (seed) => {
    const { measure } = await changedPage(seed, (text, line) => [text === '***' ? retext(line, '常') : line]);
    expect(measure.wrong).toEqual([]);
  });

  test.each([9, 14, 15])('that was lost marks every value of the lines (%i)', async (seed) => {
    const made = await makeSheet(seed);
    const picture = pictureOf(made);
    const amount = made.truth.lines[0]?.amount;
    const row = picture.lines.find((line) => textOf(line) === amount)?.quad[0].y ?? 0;
    const lines = picture.lines.filter(({ quad: [{ y }] }) => Math.abs(y - row) > 12);
    const { wrong } = measurePage(made, { ...picture, lines });
    expect(wrong.length).toBeGreaterThan(4);
    expect(wrong.filter(({ isMarked }) => !isMarked)).toEqual([]);
  });

  test.each([9, 14, 15])('that fits no columns marks the amounts of all lines (%i)', async (seed) => {
    const { lines } = (await makeSheet(seed)).truth;
    const amount = lines.at(-1)?.amount;
    const { measure } = await changedPage(seed, (text, line) => [
      text === amount ? retext(line, '日用') : line,
    ]);
    expect(measure.wrong.filter(({ isMarked }) => !isMarked)).toEqual([]);
    expect(measure.wrong.length).toBeGreaterThan(0);
  });

  test('has one class of goods if its name is torn after a sign', async () => {
    const names = new Set((await makeSheet(9)).truth.lines.map(({ name }) => name));
    const { measure } = await changedPage(9, (text, line) => {
      if (!names.has(text)) return [line];
      const count = line.glyphs.length;
      const glyphs = line.glyphs.map(({ alternatives }, at) => ({
        alternatives,
        at: (at + (at < 2 ? 0.5 : 1.4)) / (count + 0.9),
      }));
      const [{ x, y }, { x: end }, , { y: bottom }] = line.quad;
      const width = ((end - x) * (count + 0.9)) / count;
      return [{ ...evenLine(text, { x, y, width, height: bottom - y }), glyphs }];
    });
    expect(measure.wrong.filter(({ path }) => path.endsWith('name'))).toEqual([]);
  });

  test.each([3, 7, 8])(
    'has the quantity 1 if no 1 was found, and its price is its amount (%i)',
    async (seed) => {
      const { measure, picture } = await changedPage(seed, (text, line) => (text === '1' ? [] : [line]));
      expect(measure.wrong).toEqual([]);
      const repaired = placeScan(picture, { qr: null, confirmed: [] })?.findings ?? [];
      expect(
        repaired.some(({ id, fields }) => id === 'value-repaired' && fields[0]?.endsWith('quantity')),
      ).toBe(true);
    },
  );
});

test.each([
  ['9%', '0'],
  ['6%', '0'],
  ['13%', '0'],
  ['6%', '96'],
  ['13%', '96'],
])('the rate %s is read although its sign looks like %s', async (rate, sign) => {
  let seed = 0;
  while (!(await makeSheet(seed)).truth.lines.some(({ taxRate }) => taxRate === rate)) seed += 1;
  const { measure } = await changedPage(seed, (text, line) => [
    text === rate ? retext(line, rate.replace('%', sign)) : line,
  ]);
  expect(measure.wrong).toEqual([]);
});

describe('a table of goods', () => {
  const seeds = [0, 1, 2, 3, 4, 5];
  test.each([
    ['amounts', /^金\s*额$/u, '会额'],
    ['taxes', /^税\s*额$/u, '院强'],
    ['rates, with a stray sign', /^税率(?:\/征收率)?$/u, '税-率'],
    ['rates and of nothing else', /^税率(?:\/征收率)?$/u, '视车'],
  ])('is found although the head of its %s is misread', async (_, head, read) => {
    for (const seed of seeds) {
      const made = await makeSheet(seed);
      const picture = pictureOf(made);
      const misread = withTexts(picture, (text) => (head.test(text.trim()) ? read : text));
      expect(misread).not.toEqual(picture);
      expect(wrongIn(made, misread)).toEqual(wrongIn(made, picture));
    }
  });

  test('is not found in words that are no heads', async () => {
    const picture = pictureOf(await makeSheet(0));
    const other = withTexts(picture, (text) => (/^[规单数金税]/u.test(text) ? '其他' : text));
    expect(placeScan(other, { qr: null, confirmed: [] })).toBeNull();
  });

  test('keeps its columns where the sign of a rate is not read', async () => {
    for (const seed of seeds) {
      const made = await makeSheet(seed);
      const picture = pictureOf(made);
      const signless = withTexts(picture, (text) => text.replace(/^(\d{1,2})%$/u, '$1'));
      expect(wrongIn(made, signless)).toEqual(wrongIn(made, picture));
    }
  });

  test('marks a digit for a rate unless the tax of the line proves it', async () => {
    const made = await makeSheet(1);
    const picture = pictureOf(made);
    const index = made.truth.lines.findIndex(({ taxRate }) => /^\d+%$/u.test(taxRate ?? ''));
    const { taxRate, tax } = made.truth.lines[index] ?? emptyLine;
    const path = `lines.${index}.taxRate`;
    const withRate = (digits: string) => withTexts(picture, (text) => (text === taxRate ? digits : text));
    const right = withRate((taxRate ?? '').replace('%', ''));
    expect(fieldsWith('text-odd', right)).not.toContain(path);
    const lost = { ...right, lines: right.lines.filter((line) => textOf(line) !== tax) };
    expect(fieldsWith('text-odd', lost)).toContain(path);
    expect(fieldsWith('text-odd', withRate(taxRate === '5%' ? '3' : '5'))).toContain(path);
  });

  test('marks quantity and price of a line whose amount can’t be read', async () => {
    const made = await makeSheet(1);
    const index = made.truth.lines.findIndex(({ unitPrice }) => unitPrice !== null);
    const amount = made.truth.lines[index]?.amount ?? '';
    const picture = pictureOf(made);
    expect(fieldsWith('text-odd', picture)).toEqual([]);
    // The recognizer reads a nearby stroke of the stamp as an extra digit.
    expect(
      fieldsWith(
        'text-odd',
        withTexts(picture, (text) => (text === amount ? `${text}4` : text)),
      ),
    ).toEqual(['quantity', 'unitPrice'].map((key) => `lines.${index}.${key}`));
  });
});

test.each([
  ['quantity', '2'],
  ['unit', '项'],
] as const)('a %s from two rows is marked: one of them may belong to another line', async (key, text) => {
  const made = await makeSheet(1);
  const picture = pictureOf(made);
  const value = made.truth.lines[0]?.[key] ?? '';
  const line = picture.lines.find((one) => textOf(one) === value);
  if (!line) throw new Error(`the seed has no ${key}`);
  const [{ x, y }, , , bottom] = line.quad;
  const height = bottom.y - y;
  const below = evenLine(text, { x, y: y + 1.1 * height, width: 0.5 * height, height });
  expect(fieldsWith('rows-settled', picture)).toEqual([]);
  expect(fieldsWith('rows-settled', withLines(picture, [below]))).toContain(`lines.0.${key}`);
});

/** The lines of goods without the row that goes on with the name of one of them. */
const withoutRest = (made: ScanSheet, index: number): ReadPicture => {
  const picture = pictureOf(made);
  const { name } = made.truth.lines[index] ?? emptyLine;
  const isRest = (text: string): boolean =>
    name !== null && text !== '' && text !== name && name.endsWith(text);
  return { ...picture, lines: picture.lines.filter((line) => !isRest(textOf(line))) };
};

test.each([
  [9, 5],
  [14, 4],
  [54, 1],
])('a name is marked if a row that goes on with it was not read (%i)', async (seed, index) => {
  const made = await makeSheet(seed);
  const paths = wrongIn(made, withoutRest(made, index)).map(({ path, isMarked }) => [path, isMarked]);
  expect(paths).toEqual([[`lines.${index}.name`, true]]);
  expect(fieldsWith('text-odd', pictureOf(made))).toEqual([]);
});

test.each([8, 35, 44])('a figure beside the unit, left of its head, is the quantity (%i)', async (seed) => {
  const made = await makeSheet(seed);
  const picture = pictureOf(made);
  const { lines: goods } = made.truth;
  const quantities = new Set(goods.flatMap(({ quantity }) => quantity ?? []));
  const units = picture.lines.filter((line) => goods.some(({ unit }) => unit === textOf(line)));
  const lines = picture.lines.map((line) => {
    const [{ y }, right, , bottom] = line.quad;
    const unit = units.find(({ quad }) => Math.abs(quad[0].y - y) < 8);
    if (!unit || !quantities.has(textOf(line)) || right.x > unit.quad[1].x + 160) return line;
    const width = right.x - line.quad[0].x;
    return evenLine(textOf(line), { x: unit.quad[1].x + 4, y, width, height: bottom.y - y });
  });
  expect(lines.filter((line, at) => line !== picture.lines[at]).length).toBeGreaterThan(0);
  expect(wrongIn(made, { ...picture, lines })).toEqual([]);
});
