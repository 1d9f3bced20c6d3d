import { afterEach, describe, expect, test } from 'vitest';
import { checksWith, dropDraft, setDraft, useDraft } from '../../../../renderer/state/draft.ts';
import { checkArithmetic } from '../../../../shared/invoice/check-invoice.ts';
import type { Finding } from '../../../../shared/invoice/finding.ts';
import { invoiceDetail } from '../features/invoice/invoice-details.ts';

const { value } = invoiceDetail();
const other: Finding = { id: 'buyer-own-company', level: 'warn', message: { zh: '', en: '' }, fields: [] };
const detail = invoiceDetail({ checks: [other, ...checkArithmetic({ invoice: value })] });
const gross = (checks: readonly Finding[]) => checks.find(({ id }) => id === 'total-plus-tax');

describe('equations while a value is typed', () => {
  test('are evaluated with the typed value, each once', () => {
    expect(gross(detail.checks)?.message.en).toBe('300.00 + 18.00 = 318.00');
    const typed = checksWith(detail, { path: 'total', text: '￥1,300' });
    expect(gross(typed)?.level).toBe('error');
    expect(gross(typed)?.message.en).toContain('1,300.00 + 18.00 = 1,318.00');
    expect(typed.filter(({ id }) => id === 'total-plus-tax')).toHaveLength(1);
    expect(typed).toContain(other);
  });

  test("disappear while a value can't be parsed, and return afterwards", () => {
    expect(gross(checksWith(detail, { path: 'total', text: '' }))).toBeUndefined();
    expect(gross(checksWith(detail, { path: 'total', text: '300.00' }))?.level).toBe('ok');
  });

  test('are unchanged without typed input', () => {
    expect(checksWith(detail, null)).toBe(detail.checks);
  });

  test('are evaluated once per input for all views of it', () => {
    const [draft, next] = ['1', '12'].map((text) => ({ path: 'total', text }));
    if (!draft || !next) throw new Error('two inputs');
    expect(checksWith(detail, draft)).toBe(checksWith(detail, draft));
    expect(checksWith(detail, next)).not.toBe(checksWith(detail, draft));
  });
});

describe('a draft', () => {
  afterEach(() => dropDraft(useDraft.getState().draft?.path ?? ''));

  test('ends only with its own field', () => {
    setDraft({ path: 'total', text: '1' });
    dropDraft('number');
    expect(useDraft.getState().draft).toEqual({ path: 'total', text: '1' });
    dropDraft('total');
    expect(useDraft.getState().draft).toBeNull();
  });
});
