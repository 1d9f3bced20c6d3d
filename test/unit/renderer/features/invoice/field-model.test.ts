import { describe, expect, test } from 'vitest';
import { unknownKind } from '../../../../../shared/invoice/kind.ts';
import {
  isShown,
  isWalked,
  mostDoubtful,
  shownColumns,
  shownValue,
  sortedChecks,
  viewFields,
  type InvoiceDetail,
} from '../../../../../renderer/features/invoice/field-model.ts';
import { fieldPathsOf } from '../../../../../shared/invoice/fields.ts';
import { checkLevels } from '../../../../../shared/invoice/model.ts';
import type { Finding } from '../../../../../shared/invoice/finding.ts';
import { invoiceDetail } from './invoice-details.ts';

const check = (id: string, level: Finding['level'], ...fields: readonly string[]): Finding => ({
  id,
  level,
  message: { zh: id, en: id },
  fields,
});

const stateOf = (detail: InvoiceDetail, path: string) => viewFields(detail, false).get(path)?.state;

const totalUnder = (level: Finding['level']) =>
  stateOf(invoiceDetail({ checks: [check('x', level, 'total')] }), 'total');

describe('the state of a field', () => {
  test('is trusted if it was extracted without findings, and unread if it is missing', () => {
    expect(stateOf(invoiceDetail(), 'number')).toBe('trusted');
    expect(stateOf(invoiceDetail(), 'checkCode')).toBe('unread');
  });

  test('is never trusted for a kind that nobody has recognized', () => {
    const { value } = invoiceDetail();
    expect(stateOf(invoiceDetail({ value: { ...value, kind: '99' } }), 'kind')).toBe('unread');
    expect(stateOf(invoiceDetail({ value: { ...value, kind: '32' } }), 'kind')).toBe('trusted');
  });

  test('is uncertain with a warning, failed with an error, and neither with a note or a passed check', () => {
    expect(checkLevels.map(totalUnder)).toEqual(['trusted', 'trusted', 'uncertain', 'failed']);
  });

  test('follows the worst finding in any order', () => {
    const checks = [check('a', 'info', 'total'), check('b', 'error', 'total'), check('c', 'warn', 'total')];
    for (const order of [checks, checks.toReversed()]) {
      const view = viewFields(invoiceDetail({ checks: order }), false).get('total');
      expect(view?.state).toBe('failed');
      expect(view?.complaints.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    }
  });

  test('is corrected for a corrected or emptied value, unless a check fails', () => {
    const corrections = [
      { id: 1, field: 'number', value: '1', at: '2026-01-01T00:00:00Z', kind: 'typed' as const },
      { id: 2, field: 'number', value: '2', at: '2026-01-01T00:00:01Z', kind: 'typed' as const },
      { id: 3, field: 'checkCode', value: null, at: '2026-01-01T00:00:02Z', kind: 'typed' as const },
    ];
    const view = viewFields(invoiceDetail({ corrections }), false).get('number');
    expect(view?.state).toBe('corrected');
    expect(view?.correction?.id).toBe(2);
    expect(stateOf(invoiceDetail({ corrections }), 'checkCode')).toBe('corrected');
    expect(stateOf(invoiceDetail({ corrections, checks: [check('x', 'error', 'number')] }), 'number')).toBe(
      'failed',
    );
  });
});

const firstOf = (given: readonly Finding[]) =>
  mostDoubtful([...viewFields(invoiceDetail({ checks: given }), false).values()].filter(isWalked));

test('a wrong amount is looked at before those whose sums it spoils', () => {
  const checks = [
    check('sum', 'error', 'total', 'taxTotal', 'grossTotal'),
    check('words', 'error', 'grossTotalWords', 'grossTotal'),
    { ...check('confidence', 'warn', 'total'), settled: { by: 'local', at: '2026-01-01T00:00:00Z' } },
  ];
  expect(firstOf(checks)?.field.path).toBe('grossTotal');
  expect(firstOf(checks.slice(0, 1))?.field.path).toBe('total');
  expect(firstOf([])).toBeUndefined();
});

test("is confirmed after the user's confirmation despite findings, except for an empty field", () => {
  const fields = viewFields(invoiceDetail({ checks: [check('x', 'error', 'total')] }), true);
  expect(fields.get('total')?.state).toBe('confirmed');
  expect(fields.get('total')?.complaints).toHaveLength(1);
  expect(fields.get('checkCode')?.state).toBe('unread');
});

test('shows fields of digital invoices if they have a value or the user emptied them', () => {
  const detail = invoiceDetail();
  const columnsOf = (changes: Partial<typeof detail>) => {
    const fields = viewFields({ ...detail, ...changes }, false);
    const shown = [...fields.values()].filter((view) => isShown(view)).map(({ field }) => field.path);
    return { shown, columns: shownColumns(fields).map(({ path }) => path) };
  };
  const plain = columnsOf({});
  expect(plain.columns).toEqual(['name', 'unitPrice', 'amount', 'taxRate', 'tax']);
  expect(plain.shown).toContain('checkCode');
  expect(plain.shown).not.toContain('remark');
  const [line] = detail.value.lines;
  if (!line) throw new Error('no line');
  const digital = columnsOf({
    value: { ...detail.value, remark: '合同', lines: [line, { ...line, unit: '包' }] },
    corrections: [{ id: 1, field: 'drawer', value: null, at: '2026-01-01T00:00:00Z', kind: 'typed' }],
  });
  expect(digital.columns).toEqual(['name', 'unit', 'unitPrice', 'amount', 'taxRate', 'tax']);
  expect(digital.shown).toEqual(expect.arrayContaining(['remark', 'drawer']));
});

test('shows no empty field of a page that is no invoice', () => {
  const fields = viewFields(invoiceDetail({ checks: [check('x', 'error', 'checkCode')] }), false);
  const empty = fields.get('checkCode');
  const stated = fields.get('number');
  if (!empty || !stated) throw new Error('no field');
  expect(isShown(empty)).toBe(true);
  expect(isShown(empty, '', false, false)).toBe(false);
  expect(isShown(stated, '', false, false)).toBe(true);
  const unknown = viewFields(
    invoiceDetail({ value: { ...invoiceDetail().value, kind: unknownKind } }),
    false,
  ).get('kind');
  expect(unknown && isShown(unknown, '', false, false)).toBe(false);
});

test('gives a field its findings, and all its corrections in order', () => {
  const corrections = [
    { id: 1, field: 'total', value: '1', at: '2026-01-01T00:00:00Z', kind: 'typed' as const },
    { id: 2, field: 'total', value: '2', at: '2026-01-01T00:00:01Z', kind: 'typed' as const },
  ];
  const checks = [check('a', 'ok', 'total'), check('b', 'warn', 'total'), check('c', 'ok', 'number')];
  const view = viewFields(invoiceDetail({ checks, corrections }), false).get('total');
  expect(view?.support.map(({ id }) => id)).toEqual(['a']);
  expect(view?.corrections.map(({ id }) => id)).toEqual([1, 2]);
});

test('lists every field of the invoice in the order on the paper', () => {
  const detail = invoiceDetail();
  expect([...viewFields(detail, false).keys()]).toEqual(fieldPathsOf(detail.value));
});

test('displays values by kind and language', () => {
  const fields = viewFields(invoiceDetail(), false);
  const shown = (path: string, language: 'zh' | 'en') => {
    const view = fields.get(path);
    return view ? shownValue(view, language) : undefined;
  };
  expect(shown('kind', 'zh')).toBe('增值税普通发票');
  expect(shown('issueDate', 'en')).toBe('28 May 2024');
  expect(shown('number', 'en')).toBe('12345678');
  expect(shown('checkCode', 'en')).toBeNull();
});

test('puts failed checks first, sorted by severity', () => {
  const { open, held } = sortedChecks([
    check('a', 'ok'),
    check('b', 'info'),
    check('c', 'error'),
    check('d', 'warn'),
    check('e', 'ok'),
  ]);
  expect(open.map(({ id }) => id)).toEqual(['c', 'd', 'b']);
  expect(held.map(({ id }) => id)).toEqual(['a', 'e']);
});
