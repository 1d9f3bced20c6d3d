import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  extractionChoiceOf,
  differingPart,
} from '../../../../../renderer/features/invoice/extraction-choice.ts';
import type { FieldCorrection } from '../../../../../shared/contract/page.ts';
import { invoiceDetail } from './invoice-details.ts';

const kind = (field: string, word: FieldCorrection['kind']): FieldCorrection => ({
  id: 1,
  field,
  value: null,
  at: '2026-01-01T00:00:00Z',
  kind: word,
});
const conflict = { field: 'number', before: '1', mine: '2', now: '3' };

test('keeps or replaces a field in conflict, reverts a corrected one, and offers neither for others', () => {
  const detail = invoiceDetail({
    conflicts: [conflict],
    corrections: [kind('number', 'typed'), kind('total', 'typed'), kind('code', 'reverted')],
  });
  expect(extractionChoiceOf(detail, 'number')).toEqual({ take: 'number', keep: 'number', other: null });
  expect(extractionChoiceOf(detail, 'total')).toEqual({ take: 'total', keep: null, other: null });
  for (const path of ['code', 'issueDate', 'lines.0.name', null])
    expect(extractionChoiceOf(detail, path)).toEqual({ take: null, keep: null, other: null });
});

test('offers the value of the other reader until the user accepts the shown one', () => {
  const finding = {
    id: 'readers-differ',
    level: 'warn',
    message: { zh: '', en: '' },
    fields: ['number'],
    other: '2',
  } as const;
  const detail = invoiceDetail({ checks: [finding] });
  expect(extractionChoiceOf(detail, 'number')).toEqual({ take: null, keep: null, other: '2' });
  expect(extractionChoiceOf(detail, 'total')).toEqual({ take: null, keep: null, other: null });
  const settled = invoiceDetail({
    checks: [{ ...finding, settled: { by: 'a', at: '2026-01-01T00:00:00Z' } }],
  });
  expect(extractionChoiceOf(settled, 'number').other).toBeNull();
});

test('treats a cell of conflicting lines as all of them', () => {
  const detail = invoiceDetail({ linesConflict: { before: [], now: [] } });
  expect(extractionChoiceOf(detail, 'lines.0.amount')).toEqual({ take: 'lines', keep: 'lines', other: null });
  expect(extractionChoiceOf(detail, 'total')).toEqual({ take: null, keep: null, other: null });
});

const part = (text: string, other: string) => {
  const { from, to } = differingPart(text, other);
  return text.slice(from, to);
};

test('finds the differing part between the common start and end', () => {
  expect(part('12345678', '12845678')).toBe('3');
  expect(part('上海某某公司', '上海公司')).toBe('某某');
  expect(part('上海公司', '上海某某公司')).toBe('');
  expect(part('aaa', 'aa')).toBe('a');
  expect(part('𠮷野', '𠮾野')).toBe('𠮷');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, other) => {
      const { from, to } = differingPart(text, other);
      expect(0 <= from && from <= to && to <= text.length).toBe(true);
      expect(other.startsWith(text.slice(0, from)) && other.endsWith(text.slice(to))).toBe(true);
    }),
  );
});
