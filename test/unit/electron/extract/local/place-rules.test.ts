import { describe, expect, test } from 'vitest';
import type { Glyph, ReadLine, ReadPicture } from '../../../../../electron/extract/local/read-lines.ts';
import { placeScan } from '../../../../../electron/extract/local/place/place-scan.ts';
import { makeSheet, type ScanSheet } from '../../../../helpers/scans/make-scan.ts';
import { measurePage } from '../../../../helpers/scans/measure.ts';
import { evenLine, noNoise, syntheticPicture } from '../../../../helpers/scans/synthetic.ts';

const scale = 1;
const pictureOf = ({ sheet, seed }: ScanSheet): ReadPicture => syntheticPicture(sheet, seed, noNoise, scale);
const withLines = (picture: ReadPicture, added: readonly ReadLine[]): ReadPicture => ({
  ...picture,
  lines: [...picture.lines, ...added],
});
const textOf = ({ glyphs }: ReadLine): string =>
  glyphs.map(({ alternatives }) => alternatives[0]?.text ?? '').join('');
const changeGlyphs = (
  picture: ReadPicture,
  change: (line: ReadLine, glyph: Glyph) => Glyph,
): ReadPicture => ({
  ...picture,
  lines: picture.lines.map((line) => ({
    quad: line.quad,
    score: line.score,
    glyphs: line.glyphs.map((glyph) => change(line, glyph)),
  })),
});
const scoreOf = (picture: ReadPicture, path: string): number =>
  placeScan(picture, { qr: null, confirmed: [] })?.origins[path]?.score ?? 0;
const wrongIn = (made: ScanSheet, picture: ReadPicture) => measurePage(made, picture).wrong;
const readRemark = (picture: ReadPicture) => {
  const extraction = placeScan(picture, { qr: null, confirmed: [] });
  const marked = extraction?.findings.some(
    ({ id, fields }) => id === 'text-hidden' && fields.includes('remark'),
  );
  return { remark: extraction?.invoice.remark ?? null, isHidden: marked === true };
};

const paperSeeds = [0, 3, 6, 9];

describe('the name of the sheet', () => {
  test.each(['right', 'left'] as const)('on the %s of a form belongs to no value', async (side) => {
    for (const seed of paperSeeds) {
      const made = await makeSheet(seed);
      const picture = pictureOf(made);
      const x = side === 'right' ? 1562 : 22;
      const name = Array.from('第二联抵扣联购买方扣税凭证').map((character, at) =>
        evenLine(character, { x, y: 290 + at * 34, width: 22, height: 25 }),
      );
      expect(wrongIn(made, withLines(picture, name))).toEqual(wrongIn(made, picture));
    }
  });
});

describe('a seal over the area of the remark', async () => {
  const made = await makeSheet(3);
  const picture = pictureOf(made);
  const remark = made.truth.remark?.split('\n')[0] ?? '';
  const line = picture.lines.find((one) => remark !== '' && textOf(one).startsWith(remark.slice(0, 5)));
  if (!line) throw new Error('the seed has no remark');
  const [{ x, y }, { x: end }] = line.quad;
  const seal = (left: number) => [
    evenLine('发票专用章', { x: left, y: y + 100, width: 120, height: 30 }),
    evenLine('FA', { x: left - 60, y: y - 10, width: 240, height: 130 }, 0.4),
  ];

  test('is no part of the remark, and marks it only if it reaches its lines', () => {
    expect(readRemark(picture)).toEqual({ remark: made.truth.remark, isHidden: false });
    expect(readRemark(withLines(picture, seal(end + 260)))).toEqual({
      remark: made.truth.remark,
      isHidden: false,
    });
    expect(readRemark(withLines(picture, seal(end - 20))).isHidden).toBe(true);
  });

  test('marks a missing remark only if it reaches the start of its lines', () => {
    const others = picture.lines.filter((one) => {
      const first = one.quad[0];
      return first.x < x - 5 || first.y < y - 5 || first.y > y + 100 || textOf(one).length < 6;
    });
    const empty = { ...picture, lines: others };
    expect(readRemark(empty)).toEqual({ remark: null, isHidden: false });
    expect(readRemark(withLines(empty, seal(x + 320))).isHidden).toBe(false);
    expect(readRemark(withLines(empty, seal(x + 60))).isHidden).toBe(true);
  });
});

describe('a total under a stamp', async () => {
  const made = await makeSheet(1);
  const picture = pictureOf(made);
  const { total } = made.truth;
  const last = total?.at(-1) ?? '0';
  const misread = String((Number(last) + 1) % 10);

  /** The picture with another last digit of the total, read with a score. */
  const stamped = (score: number): ReadPicture =>
    changeGlyphs(picture, (line, glyph) =>
      textOf(line) === `¥${total ?? ''}` && glyph === line.glyphs.at(-1)
        ? { alternatives: [{ text: misread, score }], at: glyph.at }
        : glyph,
    );
  const read = (score: number) => placeScan(stamped(score), { qr: null, confirmed: [] });

  test('is repaired by the sums if the recognizer does not know its digit', () => {
    expect(read(0.35)?.invoice.total).toBe(total);
    expect(read(0.35)?.findings.some(({ id }) => id === 'value-repaired')).toBe(true);
  });

  test('stays, with a mark, if the recognizer is sure of another digit', () => {
    expect(read(0.95)?.invoice.total).toBe(`${(total ?? '').slice(0, -1)}${misread}`);
    const marked = read(0.95)?.findings.filter(({ id }) => id === 'evidence-differs') ?? [];
    expect(marked.some(({ fields }) => fields.includes('total'))).toBe(true);
  });
});

/** The picture with a sign read less surely, beside others. */
const unsure = (picture: ReadPicture, sign: string, others: readonly string[]): ReadPicture =>
  changeGlyphs(picture, (_, { alternatives, at }) =>
    alternatives[0]?.text === sign
      ? {
          at,
          alternatives: [
            { text: sign, score: 0.6 },
            ...others.map((text) => ({ text, score: 0.38 / others.length })),
          ],
        }
      : { alternatives, at },
  );

describe('the score of a value', async () => {
  const made = await makeSheet(1);

  test('leaves out the currency sign, and the asterisks of a whole class', () => {
    expect(scoreOf(unsure(pictureOf(made), '¥', ['羊']), 'grossTotal')).toBeGreaterThan(0.9);
    expect(scoreOf(unsure(pictureOf(made), '*', ['?']), 'lines.0.name')).toBeGreaterThan(0.9);
  });

  test('adds alternatives for one sign, and is low if they stand for another', () => {
    expect(scoreOf(unsure(pictureOf(made), '.', ['。']), 'grossTotal')).toBeGreaterThan(0.9);
    expect(scoreOf(unsure(pictureOf(made), '.', [',']), 'grossTotal')).toBeLessThan(0.7);
  });
});
