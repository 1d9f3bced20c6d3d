import { describe, expect, test } from 'vitest';
import type { ReadLine, ReadPicture } from '../../../../../electron/extract/local/read-lines.ts';
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
