import { describe, expect, test } from 'vitest';
import type { Glyph, ReadLine, ReadPicture } from '../../../../../electron/extract/local/read-lines.ts';
import { placeScan } from '../../../../../electron/extract/local/place/place-scan.ts';
import {
  changedPage,
  pictureOf,
  retext,
  textOf,
  withLines,
  withTexts,
} from '../../../../helpers/scans/changed-page.ts';
import { makeSheet } from '../../../../helpers/scans/make-scan.ts';
import { measurePage } from '../../../../helpers/scans/measure.ts';
import { evenLine } from '../../../../helpers/scans/synthetic.ts';

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
      expect(measurePage(made, withLines(picture, name)).wrong).toEqual(measurePage(made, picture).wrong);
    }
  });
});

test('upright labels and ends of wrapped names in one column are no sheet name', async () => {
  const made = await makeSheet(3);
  const picture = pictureOf(made);
  const [first] = made.truth.lines;
  const name = picture.lines.find((line) => first?.name?.startsWith(textOf(line)) === true)?.quad[0];
  if (!name) throw new Error('the seed has no name');
  const ends = Array.from({ length: 5 }, (_, at) =>
    evenLine('（软包）'.charAt(at % 4), { x: name.x, y: name.y + 160 + at * 26, width: 24, height: 25 }),
  );
  const extraction = placeScan(withLines(picture, ends), { qr: null, confirmed: [] });
  const names = extraction?.invoice.lines.map(({ name: read }) => read).join('') ?? '';
  expect(names.match(/[软包]/gu)?.length ?? 0).toBeGreaterThan(0);
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

test('a company that the user confirmed is proven by its name and taxpayer id', async () => {
  const made = await makeSheet(1);
  const { name, taxId } = made.truth.seller;
  const provenWith = (id: string) =>
    placeScan(pictureOf(made), { qr: null, confirmed: [{ name: name ?? '', taxId: id }] })?.findings.filter(
      ({ id: finding, fields }) => finding === 'proven' && fields.includes('seller.name'),
    );
  expect(provenWith(taxId ?? '')).toHaveLength(1);
  expect(provenWith('91420100MA4K00000X')).toEqual([]);
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

test('the row of sums is found although a stamp covers a part of its label', async () => {
  const { measure } = await changedPage(3, (text, line) => {
    const [{ x, y }] = line.quad;
    return text === '计' ? [evenLine('专', { x: x + 60, y: y - 8, width: 80, height: 46 })] : [line];
  });
  expect(measure.wrong).toEqual([]);
});

test('the label of the remark is no remark where it is written in a row', async () => {
  const made = await makeSheet(2);
  const { y, x } = pictureOf(made).lines.find((line) => textOf(line) === '备')?.quad[0] ?? { x: 0, y: 0 };
  const { measure } = await changedPage(2, (text, line) =>
    text === '备' ? [evenLine('备注', { x: x - 10, y, width: 46, height: 26 })] : text === '注' ? [] : [line],
  );
  expect(measure.wrong).toEqual([]);
});

test('a check code follows its label past a stray sign', async () => {
  const { checkCode } = (await makeSheet(1)).truth;
  const { measure } = await changedPage(1, (text, line) => {
    const [{ x, y }] = line.quad;
    const isCode = text.replace(/\s+/gu, '') === checkCode;
    return isCode ? [evenLine('5', { x: x - 14, y: y + 4, width: 10, height: 18 }), line] : [line];
  });
  expect(measure.wrong).toEqual([]);
});

const isMissed = (picture: ReadPicture): boolean =>
  placeScan(picture, { qr: null, confirmed: [] })?.findings.some(({ fields }) =>
    fields.includes('checkCode'),
  ) === true;

test('a label without its check code gives a mark; without a label there is none to miss', async () => {
  const { checkCode } = (await makeSheet(1)).truth;
  const without = (pattern: RegExp) =>
    changedPage(1, (text, line) => {
      const plain = text.replace(/\s+/gu, '');
      return plain.includes(checkCode ?? '-') || pattern.test(plain) ? [] : [line];
    });
  expect(isMissed((await without(/^$/u)).picture)).toBe(true);
  expect(isMissed((await without(/验码/u)).picture)).toBe(false);
});

test('the total with tax begins at its currency sign, whatever stands before it', async () => {
  const { grossTotal } = (await makeSheet(0)).truth;
  const { measure } = await changedPage(0, (text, line) => {
    const [{ x, y }] = line.quad;
    const isTotal = text.endsWith(`¥${grossTotal ?? ''}`);
    return isTotal ? [evenLine('06', { x: x - 30, y: y - 8, width: 26, height: 20 }), line] : [line];
  });
  expect(measure.wrong).toEqual([]);
});

test('a total without its decimal point is repaired by the sums and the words', async () => {
  const { grossTotal } = (await makeSheet(0)).truth;
  const printed = `¥${grossTotal ?? ''}`;
  const { measure, picture } = await changedPage(0, (text, line) => [
    text.endsWith(printed) ? retext(line, text.replace('.', '')) : line,
  ]);
  expect(measure.wrong).toEqual([]);
  const repaired = placeScan(picture, { qr: null, confirmed: [] })?.findings.filter(
    ({ id }) => id === 'value-repaired',
  );
  expect(repaired?.map(({ fields }) => fields)).toEqual([['grossTotal']]);
});

/** The findings about a field, each with its level. */
const findingsAbout = (path: string, read: ReadPicture) =>
  placeScan(read, { qr: null, confirmed: [] })?.findings.flatMap(({ id, level, fields }) =>
    fields.includes(path) ? [[id, level]] : [],
  );

describe('a taxpayer ID', async () => {
  const made = await makeSheet(1);
  const picture = pictureOf(made);
  const id = made.truth.seller.taxId ?? '';
  /** The ID with another last character, which the recognizer is not sure of. */
  const endingWith = (alternatives: Glyph['alternatives']) =>
    changeGlyphs(picture, (line, glyph) =>
      textOf(line).endsWith(id) && glyph === line.glyphs.at(-1) ? { ...glyph, alternatives } : glyph,
    );

  test('that only its check character repairs stays marked: another reading may have one by chance', () => {
    const last = id.at(-1) ?? '';
    const other = last === '0' ? '1' : '0';
    expect(findingsAbout('seller.taxId', picture)).toEqual([['proven', 'ok']]);
    const doubtful = endingWith([
      { text: other, score: 0.95 },
      { text: last, score: 0.04 },
    ]);
    expect(placeScan(doubtful, { qr: null, confirmed: [] })?.invoice.seller.taxId).toBe(id);
    expect(findingsAbout('seller.taxId', doubtful)).toEqual([['value-repaired', undefined]]);
  });

  test('that lost a character is marked, although older ones have its length', () => {
    const cut = withTexts(picture, (text) => (text.endsWith(id) ? text.slice(0, -1) : text));
    expect(findingsAbout('seller.taxId', cut)).toContainEqual(['text-odd', undefined]);
  });
});

test('a name with room for a lost character is marked', async () => {
  const made = await makeSheet(1);
  const name = made.truth.buyer.name ?? '';
  const picture = pictureOf(made);
  const lost: ReadPicture = {
    ...picture,
    lines: picture.lines.map((line) => {
      const at = textOf(line).indexOf(name);
      return at < 0 ? line : { ...line, glyphs: line.glyphs.toSpliced(at + 4, 1) };
    }),
  };
  expect(scoreOf(picture, 'buyer.name')).toBeGreaterThan(0.9);
  expect(scoreOf(lost, 'buyer.name')).toBeLessThan(0.9);
});

test('marks a digit that may be a letter, unless a neighbour or the recognizer rules it out', async () => {
  const picture = pictureOf(await makeSheet(12));
  /** The remark 合同编号：HT-202321647 with a sign before its first 0, which may be an O. */
  const scoreWith = (before: string, other: number): number =>
    scoreOf(
      changeGlyphs(picture, (line, glyph) => {
        const start = textOf(line).indexOf('HT-2');
        if (start < 0 || line.glyphs.indexOf(glyph) < start + 3) return glyph;
        const at = line.glyphs.indexOf(glyph) - start - 3;
        const second = [
          { text: '0', score: 0.98 },
          { text: 'O', score: other },
        ];
        const alternatives = at === 0 ? [{ text: before, score: 0.99 }] : at === 1 ? second : undefined;
        return alternatives ? { alternatives, at: glyph.at } : glyph;
      }),
      'remark',
    );
  expect(scoreWith('P', 0.01)).toBeLessThan(0.9);
  expect(scoreWith('P', 0.001)).toBeGreaterThan(0.9);
  expect(scoreWith('2', 0.01)).toBeGreaterThan(0.9);
});

test('the machine number is read on a row right above the name of the buyer', async () => {
  const made = await makeSheet(4);
  const picture = pictureOf(made);
  const { machineNumber } = made.truth;
  const nameRow = picture.lines.find((line) => textOf(line).endsWith(made.truth.buyer.name ?? '-'));
  const own = picture.lines.find((line) => textOf(line).includes(machineNumber ?? '-'));
  if (!nameRow || !own) throw new Error('the seed has no such rows');
  const down = nameRow.quad[0].y - 17 - own.quad[0].y;
  const isOwnRow = (line: ReadLine): boolean => Math.abs(line.quad[0].y - own.quad[0].y) < 8;
  const [tl, tr, br, bl] = [0, 1, 2, 3] as const;
  const lines = picture.lines.map((line) => {
    const { quad } = line;
    const moved = (corner: 0 | 1 | 2 | 3) => ({ x: quad[corner].x, y: quad[corner].y + down });
    return isOwnRow(line) && quad[0].x < 700
      ? { ...line, quad: [moved(tl), moved(tr), moved(br), moved(bl)] as const }
      : line;
  });
  const read = placeScan({ ...picture, lines }, { qr: null, confirmed: [] });
  expect(read?.invoice.machineNumber).toBe(machineNumber);
});

test('the kind of a digital invoice is read from a title without its last bracket', async () => {
  const made = await makeSheet(2);
  const cut = withTexts(pictureOf(made), (text) => (text.startsWith('电子发票') ? text.slice(0, -1) : text));
  const read = placeScan(cut, { qr: null, confirmed: [] });
  expect(made.truth.kind).toMatch(/^3[12]$/u);
  expect(read?.invoice.kind).toBe(made.truth.kind);
});

test('a paper with a table of goods and sums, but neither taxes nor what identifies an invoice, is none', async () => {
  const made = await makeSheet(2);
  const whole = pictureOf(made);
  const taxes = new Set(made.truth.lines.flatMap(({ taxRate, tax }) => [taxRate, tax]));
  const ofInvoices = /发票|开票日期|纳税人识别号|\d{20}|监制/u;
  const isOwn = (text: string): boolean => !ofInvoices.test(text) && !taxes.has(text);
  const paper = { ...whole, lines: whole.lines.filter((line) => isOwn(textOf(line))) };
  expect(placeScan(whole, { qr: null, confirmed: [] })).not.toBeNull();
  expect(placeScan(paper, { qr: null, confirmed: [] })).toBeNull();
  // The code of an invoice is what a paper does not have.
  expect(
    placeScan(paper, { qr: '01,32,,24112000000048542163,1.00,20240528,,AB12', confirmed: [] }),
  ).not.toBeNull();
});

test('a name ends before the label of the taxpayer ID in its row, whose value may reach out of the area', async () => {
  const made = await makeSheet(1);
  const { buyer, seller } = made.truth;
  const picture = pictureOf(made);
  const party = /^名称|识别号|地址|开户|账号/u;
  const isOf = (text: string): boolean =>
    party.test(text) ||
    [...Object.values(buyer), ...Object.values(seller)].some((one) => one !== null && text.includes(one));
  const heightOf = (name: string | null): number => {
    const line = picture.lines.find((one) => textOf(one).includes(name ?? '-'));
    if (!line) throw new Error('the seed has no such name');
    return line.quad[0].y;
  };
  const oneRow = (side: string, { name, taxId }: typeof buyer) =>
    evenLine(`${side}名称：${name ?? ''}${side}纳税人识别号：${taxId ?? ''}`, {
      x: 90,
      y: heightOf(name),
      width: 1100,
      height: 24,
    });
  const rest = picture.lines.filter((line) => !isOf(textOf(line)));
  const read = placeScan(
    { ...picture, lines: [...rest, oneRow('购买方', buyer), oneRow('销售方', seller)] },
    { qr: null, confirmed: [] },
  );
  expect(read?.invoice.buyer).toMatchObject({ name: buyer.name, taxId: buyer.taxId });
  expect(read?.invoice.seller).toMatchObject({ name: seller.name, taxId: seller.taxId });
});
