import { describe, expect, test } from 'vitest';
import { emptyInvoice } from '../../../../shared/invoice/empty-invoice.ts';
import { lookFindings, readingOf, readOnPage, shownAt } from '../../../../shared/invoice/drawn-look.ts';
import type { Origins } from '../../../../shared/invoice/model.ts';

const invoice = {
  ...emptyInvoice,
  number: '24312000000012345678',
  issueDate: '2024-05-31',
  total: '522.93',
  grossTotal: '620.00',
};

const origin = (raw: string): Origins[string] => ({ raw, score: null, quad: null, steps: [] });

const certain = (text: string) => ({ text, least: 0.98, isGapped: false, hasMarks: false });

const mark = (text: string, least = 0.98) => ({ text, least });

describe('a reading of the drawn page', () => {
  test.each([
    ['grossTotal', '526.00', '¥526.00'],
    ['grossTotal', '526.00', '（小写）￥526.00'],
    ['issueDate', '2024-05-31', '2024年05月31日'],
    ['number', '24312000000012345678', '24312000000012345678'],
    ['buyer.name', '北京某某科技有限公司', '名称：北京某某科技有限公司'],
  ])('of %s %s agrees with “%s”', (field, value, text) => {
    expect(shownAt(field, value, certain(text))).toEqual({ kind: 'same' });
  });

  test.each([
    ['grossTotal', '93826.00', '¥526.00', '526.00'],
    ['issueDate', '2024-05-31', '2023年05月31日', '2023-05-31'],
    ['number', '24312000000012345678', '24312000000012345679', '24312000000012345679'],
    ['seller.taxId', '91110000710925067B', '91110000710925067C', '91110000710925067C'],
    ['seller.name', '北京某某科技有限公司', '上海第二机床厂', '上海第二机床厂'],
  ])('of %s %s contradicts “%s”', (field, value, text, shown) => {
    expect(shownAt(field, value, certain(text))).toEqual({ kind: 'other', value: shown });
  });

  test.each([
    ['grossTotal', '93826.00', { ...certain('¥526.00'), least: 0.6 }],
    ['grossTotal', '***', certain('合计')],
    ['issueDate', '2024-05-31', certain('开票日期')],
    ['seller.name', '北京某某科技有限公司', certain('称')],
    ['buyer.name', '北京某某科技有限公司', certain('北京某菜科技有限公司')],
    ['seller.taxId', '91110000710925O67B', certain('911100007109250678')],
    ['issueDate', '2025-10-15', { ...certain('2025年10月5日'), isGapped: true }],
  ])('of %s %s says nothing about %o', (field, value, reading) => {
    expect(shownAt(field, value, reading)).toEqual({ kind: 'unclear' });
  });

  test.each(['合计', '¥', '', '█████'])('of an amount as “%s” has no digit of it', (text) => {
    for (const least of [0.2, 0.98])
      expect(shownAt('grossTotal', '93826.00', { ...certain(text), least })).toEqual({ kind: 'blank' });
  });

  test.each(['l.oo', 'O', '¥ S'])('of an amount as “%s” may have a misread digit', (text) => {
    const reading = { ...certain(text), least: 0.2 };
    expect(shownAt('grossTotal', '93826.00', reading)).toEqual({ kind: 'unclear' });
  });

  test.each([
    ['grossTotal', '¥526.00', 0.9],
    ['grossTotal', '（小写） Y 526.00', 0.9],
    ['lines.0.amount', '526.00', 0.9],
    ['number', '￥526', 0.5],
    ['number', '5 26', 0.5],
  ])('of %s as “%s” is as certain as the characters of the value', (field, text, least) => {
    const scored = Array.from(text, (sign) => ({ text: sign, score: /[¥￥Y\s]/u.test(sign) ? 0.5 : 0.9 }));
    expect(readingOf(field, scored)).toEqual({ text, least });
  });

  test('of an amount may have a sign that reads as a letter, which may be its first digit, too', () => {
    expect(shownAt('grossTotal', '526.00', certain('Y 526.00'))).toEqual({ kind: 'same' });
    expect(shownAt('grossTotal', '93826.00', certain('Y526.00'))).toEqual({ kind: 'other', value: '526.00' });
    expect(shownAt('grossTotal', '7526.00', certain('Y526.00'))).toEqual({ kind: 'unclear' });
    expect(shownAt('grossTotal', '7526.00', certain('￥526.00'))).toEqual({ kind: 'other', value: '526.00' });
    expect(shownAt('grossTotal', '1526.00', certain('1526:00'))).toEqual({ kind: 'unclear' });
  });

  test('without a character that the value has contradicts it, unless one may be lost in a gap', () => {
    expect(shownAt('issueDate', '2025-10-15', certain('2025年10月5日'))).toEqual({
      kind: 'other',
      value: '2025-10-05',
    });
    const gapped = { ...certain('2023年05月31日'), isGapped: true };
    expect(shownAt('issueDate', '2024-05-31', gapped)).toEqual({ kind: 'other', value: '2023-05-31' });
  });

  test.each([
    ['grossTotal', '3826.00', 'Ч3,826.00', 'Ч3,826.00'],
    ['grossTotal', '3826.00', '93,826.00', '93826.00'],
    ['seller.name', '京某某科技有限公司', '北京某某科技有限公司', '北京某某科技有限公司'],
    ['issueDate', '2024-05-01', '2024年05月019日', '2024年05月019日'],
    ['seller.taxId', '91110000710925067B', '791110000710925067B', '791110000710925067B'],
    ['grossTotal', '3826.00', '¥3,826.00', null],
    ['grossTotal', '3826.00', '半3,826.00', null],
    ['grossTotal', '3826.00', '（小写）:Y3,826.00', null],
    ['seller.name', '北京某某科技有限公司', '称：北京某某科技有限公司', null],
  ])('with an adjacent mark, of %s %s, read as “%s”, must equal the value', (field, value, text, shown) => {
    const marked = { ...certain(text), hasMarks: true };
    expect(shownAt(field, value, marked)).toEqual(
      shown === null ? { kind: 'same' } : { kind: 'other', value: shown },
    );
  });

  test.each([
    ['grossTotal', '3826.00', { text: '￥3,826.00', before: mark('9') }, '9￥3,826.00'],
    ['grossTotal', '3826.00', { text: '￥3,826.00', after: mark('7') }, '￥3,826.007'],
    ['number', '12345678', { text: '912345678', least: 0.4, before: mark('9') }, '912345678'],
    ['grossTotal', '3826.00', { text: '￥3,826.00', before: mark('9', 0.6) }, null],
    ['grossTotal', '3826.00', { text: '￥3,826.00', before: mark('1'), after: mark('0') }, null],
    ['grossTotal', '3826.00', { text: '￥3,826.00', before: mark('口'), after: null }, null],
    ['seller.name', '北京某某科技有限公司', { text: '北京某某科技有限公司', before: mark('9') }, null],
  ])('with a mark that is a digit by itself, %s is not %s', (field, value, reading, shown) => {
    const marked = { ...certain(''), hasMarks: true, ...reading };
    expect(shownAt(field, value, marked)).toEqual(
      shown === null ? { kind: 'same' } : { kind: 'other', value: shown },
    );
  });

  test.each([
    ['grossTotal', '3826.00', { text: 'Ч3,826.00', least: 0.6 }],
    ['seller.name', '京某某科技有限公司', { text: '北京某某科技有限公司', least: 0.6 }],
    ['seller.name', '北京某某科技有限公司', { text: '北京某菜科技有限公司', least: 0.98 }],
    ['seller.taxId', '91110000710925O67B', { text: '911100007109250678', least: 0.98 }],
  ])('with an adjacent mark, of %s %s, says nothing about %o', (field, value, reading) => {
    expect(shownAt(field, value, { ...certain(''), hasMarks: true, ...reading })).toEqual({
      kind: 'unclear',
    });
  });
});

test('only values that one place states are read', () => {
  const origins = {
    number: origin('24312000000012345678'),
    total: origin('477.06 + 45.87'),
    grossTotal: origin('¥620.00'),
  };
  expect(readOnPage(invoice, origins)).toEqual(['number', 'grossTotal']);
});

test('a look says what differs from these values, what cannot be seen, and what is the same', () => {
  const look = {
    file: 'f',
    read: ['number', 'total'],
    unclear: ['issueDate', 'code'],
    blank: ['grossTotal', 'taxTotal'],
    differences: [
      { field: 'total', value: '522.93', shown: '477.06' },
      { field: 'grossTotal', value: '620.00', shown: null },
    ],
  };
  const { findings, unseen } = lookFindings(look, invoice);
  expect(findings.map(({ id, level, fields }) => [id, level, fields])).toEqual([
    ['page-shows-other', undefined, ['total']],
    ['text-not-visible', undefined, ['grossTotal']],
    ['page-shows-same', 'ok', ['number']],
    ['not-compared', 'info', ['issueDate']],
    ['not-compared', 'warn', ['grossTotal']],
  ]);
  expect(unseen).toEqual(['grossTotal']);
  // Data that was read again is judged by its own look.
  const other = { ...invoice, total: '477.06', grossTotal: '526.00' };
  expect(lookFindings(look, other).unseen).toEqual([]);
  expect(lookFindings(look, other).findings.map(({ id }) => id)).toEqual([
    'page-shows-same',
    'not-compared',
    'not-compared',
  ]);
});
