import { describe, expect, test } from 'vitest';
import type { ReadLine } from '../../../../../electron/extract/local/read-lines.ts';
import { scanPageOf } from '../../../../../electron/extract/local/place/scan-glyphs.ts';
import { evenLine } from '../../../../helpers/scans/synthetic.ts';

const pageOf = (lines: readonly ReadLine[]) =>
  scanPageOf({
    width: 1600,
    height: 900,
    toPicture: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    lines,
    isBlank: false,
    isCoarse: false,
  });
const textOf = (lines: readonly ReadLine[]): string =>
  pageOf(lines)
    .glyphs.toSorted((a, b) => a.y - b.y || a.x0 - b.x0)
    .map(({ text }) => text)
    .join('');

const line = (text: string, x: number, width: number, y = 100, height = 30, score = 0.99): ReadLine =>
  evenLine(text, { x, y, width, height }, score);

describe('the row of a line', () => {
  test('gives low asterisks its baseline and its size', () => {
    const { glyphs } = pageOf([line('212153.28', 100, 110), line('***', 300, 28, 100, 13)]);
    const [figure, star] = [glyphs.find(({ text }) => text === '2'), glyphs.find(({ text }) => text === '*')];
    expect(star?.y).toBe(figure?.y);
    expect(star?.size).toBe(figure?.size);
  });

  test('is the same for two lines that overlap by a character', () => {
    const { glyphs } = pageOf([line('纳税人识别号：9', 100, 170), line('9142011168', 255, 120, 104, 24)]);
    expect(new Set(glyphs.map(({ y }) => y)).size).toBe(1);
  });
});

test('a narrow digit that a detector takes for a line that runs down is as high as others', () => {
  const [{ x, y }, { x: end }, , { y: bottom }] = line('3', 300, 14).quad;
  const turned: ReadLine = {
    ...line('3', 300, 14),
    quad: [
      { x: end, y },
      { x: end, y: bottom },
      { x, y: bottom },
      { x, y },
    ],
  };
  const { glyphs } = pageOf([line('12.50', 100, 80), turned]);
  expect(new Set(glyphs.map(({ size }) => size)).size).toBe(1);
  expect(new Set(glyphs.map((glyph) => glyph.y)).size).toBe(1);
});

describe('a character that two lines contain', () => {
  test('belongs to the value if it stands alone after a label', () => {
    expect(textOf([line('发票代码：0', 100, 140), line('037001800311', 226, 150)])).toBe(
      '发票代码：037001800311',
    );
    const { glyphs } = pageOf([line('发票代码：0', 100, 140), line('037001800311', 226, 150)]);
    expect(
      glyphs
        .filter(({ run }) => run === 1)
        .map(({ text }) => text)
        .join(''),
    ).toBe('037001800311');
  });

  test('is read from the line that shows it whole', () => {
    const name = line('张桂娜', 200, 91);
    expect(textOf([line('收款人：弓', 108, 114, 100, 30, 0.4), name])).toBe('收款人：张桂娜');
    expect(textOf([line('收款人：弓', 108, 114), name])).toBe('收款人：弓张桂娜');
  });

  test('is doubtful if its middle lies at the edge where two boxes meet', () => {
    const rest = line('月海餐饮管理', 190, 150);
    const cut = { ...rest, glyphs: rest.glyphs.map((one, at) => (at === 0 ? { ...one, at: 0.012 } : one)) };
    const doubtful = (second: ReadLine): readonly string[] => {
      const { glyphs, read } = pageOf([line('山东明', 100, 90), second]);
      return glyphs.filter((glyph) => read.get(glyph)?.isGapped === true).map(({ text }) => text);
    };
    expect(doubtful(cut)).toEqual(['月']);
    expect(doubtful(rest)).toEqual([]);
  });

  test('is kept if the lines only touch', () => {
    expect(textOf([line('数量：', 100, 80), line('125', 178, 40)])).toBe('数量：125');
  });
});

describe('what is no character', () => {
  test('is a stroke of 川 read once more as a narrow sign', () => {
    const bank = line('招商银行四川盛明支行', 100, 300);
    const stroke = { alternatives: [{ text: '1', score: 0.7 }], at: 0.6 };
    const glyphs = [...bank.glyphs.slice(0, 6), stroke, ...bank.glyphs.slice(6)];
    expect(textOf([{ ...bank, glyphs }])).toBe('招商银行四川盛明支行');
  });

  test('is a low, unsure speck, but not a low comma or dash', () => {
    const [label, value] = [line('校验码：', 100, 90), line('94865004530644297328', 240, 256)];
    expect(textOf([label, line('5', 215, 10, 110, 9, 0.22), value])).toBe('校验码：94865004530644297328');
    expect(textOf([label, line('-', 215, 10, 110, 9, 0.9), value])).toBe('校验码：-94865004530644297328');
  });

  test('is a part of the first character of a line, detected by itself', () => {
    const [label, value] = [line('开户行及账号：', 100, 171), line('中国银行北京信正支行', 280, 300)];
    expect(textOf([label, line('口', 266, 26, 108, 16, 0.75), value])).toBe(
      '开户行及账号：中国银行北京信正支行',
    );
  });

  test('is none of the narrow signs between wide ones with room', () => {
    expect(textOf([line('中山路1号院2层', 100, 240)])).toBe('中山路1号院2层');
    const text = '广告发布费/线上推广';
    const { quad, score, glyphs } = line(text, 100, 280);
    const slash = text.indexOf('/');
    const narrow = glyphs.map(({ alternatives }, at) => ({
      alternatives: at === slash ? [{ text: '/', score: 0.8 }] : alternatives,
      at: (at + (at === slash ? 0.1 : at > slash ? -0.8 : 0) + 0.5) / (glyphs.length - 0.8),
    }));
    expect(textOf([{ quad, score, glyphs: narrow }])).toBe(text);
  });
});
