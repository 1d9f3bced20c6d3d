import { describe, expect, test } from 'vitest';
import { placeScan } from '../../../../../electron/extract/local/place/place-scan.ts';
import type { ReadLine, ReadPicture } from '../../../../../electron/extract/local/read-lines.ts';
import { boundsOf } from '../../../../../shared/geometry.ts';
import { makeSheet, type ScanSheet } from '../../../../helpers/scans/make-scan.ts';
import { measurePage } from '../../../../helpers/scans/measure.ts';
import { evenLine, noNoise, syntheticPicture } from '../../../../helpers/scans/synthetic.ts';

// A detector’s boxes are not the texts of a form: it joins, cuts and misses them.

const pictureOf = ({ sheet, seed }: ScanSheet): ReadPicture => syntheticPicture(sheet, seed, noNoise, 1);
const textOf = ({ glyphs }: ReadLine): string =>
  glyphs.map(({ alternatives }) => alternatives[0]?.text ?? '').join('');
const boxOf = ({ quad }: ReadLine) => boundsOf(quad);

/** The picture with other lines in the place of some. */
const replaced = (
  picture: ReadPicture,
  left: readonly ReadLine[],
  put: readonly ReadLine[],
): ReadPicture => ({
  ...picture,
  lines: [...picture.lines.filter((line) => !left.includes(line)), ...put],
});

const lineWith = ({ lines }: ReadPicture, text: string): ReadLine => {
  const found = lines.findLast((line) => textOf(line) === text);
  if (!found) throw new Error(`no line ${text}`);
  return found;
};

const isOfSheetName = (line: ReadLine): boolean => boxOf(line).x > 1500 && textOf(line).length === 1;
const payeeMarksIn = (read: ReadPicture) =>
  placeScan(read, { qr: null, confirmed: [] })?.findings.filter(
    ({ id, fields }) => id === 'text-odd' && fields.includes('payee'),
  );

const wrongIn = (made: ScanSheet, picture: ReadPicture) => measurePage(made, picture).wrong;

test.each([0, 9])('units one below the other are read from one tall box (%d)', async (seed) => {
  const made = await makeSheet(seed);
  const picture = pictureOf(made);
  const all = new Set(made.truth.lines.map(({ unit }) => unit));
  const units = picture.lines.filter((line) => all.has(textOf(line)) && line.glyphs.length === 1);
  const boxes = units.map(boxOf);
  const [top, end] = [Math.min(...boxes.map(({ y }) => y)), Math.max(...boxes.map(({ y, h }) => y + h))];
  const tall: ReadLine = {
    ...evenLine('', { x: boxes[0]?.x ?? 0, y: top, width: boxes[0]?.w ?? 0, height: end - top }),
    glyphs: units.map((line) => ({
      alternatives: line.glyphs[0]?.alternatives ?? [],
      at: (boxOf(line).y + boxOf(line).h / 2 - top) / (end - top),
    })),
  };
  expect(units.length).toBeGreaterThan(2);
  expect(wrongIn(made, replaced(picture, units, [tall]))).toEqual(wrongIn(made, picture));
});

test('the name of the sheet is no unit if some of its characters were not read', async () => {
  const made = await makeSheet(3);
  const picture = pictureOf(made);
  const lost = picture.lines.filter((line) => isOfSheetName(line) && '购货'.includes(textOf(line)));
  expect(lost).toHaveLength(2);
  expect(wrongIn(made, replaced(picture, lost, []))).toEqual([]);
});

test('a word among the figures of a row without an amount belongs to no cell', async () => {
  const made = await makeSheet(9);
  const picture = pictureOf(made);
  const { x, y, h } = boxOf(lineWith(picture, '费'));
  const stray = evenLine('货', { x: x + 1300, y, width: h, height: h });
  expect(wrongIn(made, replaced(picture, [], [stray]))).toEqual(wrongIn(made, picture));
});

test('the head of the names may come in boxes that share a character', async () => {
  const made = await makeSheet(3);
  const picture = pictureOf(made);
  const head = lineWith(picture, '货物或应税劳务、服务名称');
  const { x, y, w, h } = boxOf(head);
  const cut = (8 / 12) * w;
  const parts = [
    evenLine('货物或应税', { x, y, width: cut / 2, height: h }),
    evenLine('劳务、月', { x: x + cut / 2 + 13, y, width: cut / 2 - 4, height: h }),
    evenLine('服务名称', { x: x + cut - 2, y, width: w - cut + 2, height: h }),
  ];
  expect(wrongIn(made, replaced(picture, [head], parts))).toEqual([]);
});

describe('the box of a label with the start of its value', async () => {
  const made = await makeSheet(3);
  const picture = pictureOf(made);
  const address = made.truth.seller.addressPhone ?? '';
  const label = lineWith(picture, '地址、电话：');
  const value = picture.lines.findLast((line) => textOf(line).startsWith(address.slice(0, 8)));
  if (!value) throw new Error('the seed has no address');
  const [own, box] = [boxOf(label), boxOf(value)];
  const step = own.w / 6.2;

  /** Where the value's own line begins, in characters: 1 if it repeats the character in the label's box. */
  const cutAt = (start: number): ReadPicture => {
    const begin = Array.from(textOf(label))
      .concat(Array.from(address.slice(0, 2)))
      .join('');
    const rest = Array.from(textOf(value)).slice(start).join('');
    return replaced(
      picture,
      [label, value],
      [
        evenLine(begin, { ...own, width: box.x + 2 * step - own.x, height: own.h }),
        evenLine(rest, {
          x: box.x + start * step,
          y: box.y - 7,
          width: box.w - start * step,
          height: box.h,
        }),
      ],
    );
  };

  test.each([2, 1])('joins the line beside it that continues the value from character %d', (start) => {
    expect(wrongIn(made, cutAt(start))).toEqual([]);
  });
});

test('a person’s name of one character is marked', async () => {
  const made = await makeSheet(3);
  const picture = pictureOf(made);
  const { payee } = made.truth;
  const short: ReadPicture = {
    ...picture,
    lines: picture.lines.map((line) =>
      textOf(line).includes(payee ?? '-')
        ? {
            ...line,
            glyphs: line.glyphs.filter(
              (glyph) => !payee?.slice(1).includes(glyph.alternatives[0]?.text ?? '-'),
            ),
          }
        : line,
    ),
  };
  expect(payeeMarksIn(picture)).toEqual([]);
  expect(payeeMarksIn(short)).toHaveLength(1);
});
