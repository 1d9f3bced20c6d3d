import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIsoDate, readDate } from '../../../../shared/invoice/dates.ts';
import { readInvoice } from '../../../../shared/invoice/read-invoice.ts';
import { extractionWith } from '../../../helpers/made-extraction.ts';

describe('readDate', () => {
  it.each([
    ['2010年11月18日', '2010-11-18'],
    ['2024年5月8日', '2024-05-08'],
    ['2024年05月28日', '2024-05-28'],
    ['2024 年 5 月 28 日', '2024-05-28'],
    ['２０２４年５月２８日', '2024-05-28'],
    ['2024-05-28', '2024-05-28'],
    ['2024/5/28', '2024-05-28'],
    ['2024.5.28', '2024-05-28'],
    ['20240528', '2024-05-28'],
    ['2024 05 28', '2024-05-28'],
    ['2024 5 28', '2024-05-28'],
    ['2024年0528', '2024-05-28'],
    ['202405 28', '2024-05-28'],
    ['2024528', '2024-05-28'],
    ['开票日期:2024年5月28日', '2024-05-28'],
    ['开票日期 2024年5月28日', '2024-05-28'],
    ['2O24年O5月28日', '2024-05-28'],
    ['2024年5月l8日', '2024-05-18'],
    ['2024-05-28 10:21:33', '2024-05-28'],
    ['2024年5月28日。', '2024-05-28'],
    ['2024.05.28.', '2024-05-28'],
    ['(2024-05-28)', '2024-05-28'],
    ['2024年5月28日星期二', '2024-05-28'],
    ['2024年5月28日 (周二)', '2024-05-28'],
    ['2024年2月29日', '2024-02-29'],
  ])('reads %s as %s', (raw, value) => {
    expect(readDate(raw).value).toBe(value);
  });

  it.each([
    '',
    '年月日',
    '2023年2月29日',
    '2024年13月1日',
    '2024年4月31日',
    '2024年0月10日',
    '2024年',
    '2024年5月',
    // January 11th or November 1st
    '2024111',
    '24年5月28日',
    '20240532',
    '202405281',
    '1800-01-01',
    // A part is missing: a year and month, or a month and day, are not a date
    '2024年11月',
    '2024.11',
    '2024年12月',
    '2024年12',
    '2024-12',
    '202412',
    '202405',
    '2024年28日',
    '2024月28日',
    '2024 28',
    '20241 1',
    '2024-05-',
    '2024年05月 10:21:33',
    // Another character replaced a digit
    '2024年S月28日',
    '2024年O5月Z8日',
    '2024年1Z月2日',
    '2024年?1月2日',
    'Z2024年1月2日',
    '2024年1月2日3',
    '2024年1月2X',
    '2024年5日28月',
    '2024-05-2日',
    '2024-05-1T 10:21',
  ])('does not guess %j', (raw) => {
    expect(readDate(raw).value).toBeNull();
  });

  it('notes how it read a date without 年月日', () => {
    expect(readDate('20101118').steps.map(({ id }) => id)).toEqual([
      'date-separators-missing',
      'date-written-as-iso',
    ]);
    expect(readDate('2010-11-18').steps).toEqual([]);
  });

  it('reads every day in all printed formats', () => {
    const days = fc.date({ min: new Date('1994-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (day) => {
        const iso = day.toISOString().slice(0, 10);
        const [year = '', month = '', date = ''] = iso.split('-');
        expect(isIsoDate(iso)).toBe(true);
        for (const printed of [
          iso,
          `${year}年${month}月${date}日`,
          `${year}年${Number(month)}月${Number(date)}日`,
          `${year}${month}${date}`,
          `${year} ${Number(month)} ${Number(date)}`,
        ])
          expect(readDate(printed).value).toBe(iso);
      }),
    );
  });
});

const read = (raw: string) =>
  readInvoice(extractionWith({ 'vat-invoice-issue-date': [[raw, 600, 60]] }), null);
const isUncertain = (raw: string) => read(raw).findings.some(({ fields }) => fields.includes('issueDate'));

describe('a misread date', () => {
  const extractions = fc
    .tuple(
      fc.date({ min: new Date('1994-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
      fc.constantFrom(
        ['年', '月', '日'],
        ['-', '-', ''],
        ['/', '/', ''],
        ['.', '.', ''],
        [' ', ' ', ''],
        ['', '', ''],
      ),
      fc.boolean(),
      fc.constantFrom('', '开票日期:', '开票日期 '),
      fc.constantFrom('', ' 10:21:33'),
    )
    .map(([day, behind, isPadded, label, time]) => {
      const parts = day.toISOString().slice(0, 10).split('-');
      const isWide = isPadded || behind[0] === '';
      return {
        parts: parts.map(
          (part, index) => [isWide ? part : String(Number(part)), behind[index] ?? ''] as const,
        ),
        label,
        time,
      };
    });

  it('is unreadable if a part is missing', () => {
    fc.assert(
      fc.property(extractions, fc.nat(2), fc.boolean(), ({ parts, label, time }, lost, withWord) => {
        const left = parts.map(([digits, word], index) =>
          index !== lost ? `${digits}${word}` : withWord ? '' : word,
        );
        const raw = `${label}${left.join('')}${time}`;
        expect([raw, read(raw).invoice.issueDate]).toEqual([raw, null]);
        expect(isUncertain(raw)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is uncertain if a letter replaced a digit', () => {
    const letters = fc.constantFrom(...'ABCDEGIJLOQSTUZabdegiloqstz〇|?日口'.split(''));
    fc.assert(
      fc.property(extractions, fc.nat(7), letters, ({ parts, label, time }, at, letter) => {
        const digits = parts.map(([text, word]) => `${text}${word}`).join('');
        const places = [...digits.matchAll(/\d/g)].map(({ index }) => index);
        const place = places[at % places.length] ?? 0;
        const raw = `${label}${digits.slice(0, place)}${letter}${digits.slice(place + 1)}${time}`;
        expect([raw, isUncertain(raw)]).toEqual([raw, true]);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('isIsoDate', () => {
  it.each(['2024-02-29', '2000-02-29'])('accepts %s', (text) => {
    expect(isIsoDate(text)).toBe(true);
  });
  it.each(['2023-02-29', '1900-02-29', '2024-00-10', '2024-1-1', '2024-05-28T00:00', 'x'])(
    'rejects %s',
    (text) => {
      expect(isIsoDate(text)).toBe(false);
    },
  );
});
