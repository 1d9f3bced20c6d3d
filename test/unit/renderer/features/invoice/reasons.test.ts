import i18next from 'i18next';
import { expect, test } from 'vitest';
import { en } from '../../../../../shared/texts/en.ts';
import { viewFields, type InvoiceDetail } from '../../../../../renderer/features/invoice/field-model.ts';
import {
  hoverWords,
  markWords,
  reasonsOf,
  fieldStateWords,
  storyOf,
} from '../../../../../renderer/features/invoice/reasons.ts';
import type { Finding } from '../../../../../shared/invoice/finding.ts';
import { invoiceDetail } from './invoice-details.ts';

const texts = i18next.createInstance();
await texts.init({
  lng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
});

const check = (id: string, level: Finding['level']): Finding => ({
  id,
  level,
  message: { zh: id, en: id },
  fields: ['total'],
});

const totalOf = (changes: Partial<InvoiceDetail>) => {
  const view = viewFields(invoiceDetail(changes), false).get('total');
  if (!view) throw new Error('no total');
  return view;
};
const story = (changes: Partial<InvoiceDetail>) =>
  storyOf(totalOf(changes), texts.t, 'en', new Map()).map(({ text }) => text);

test('lists the score of a value, then findings against it, then passed checks', () => {
  // The state has the score already.
  const low = check('low-confidence', 'warn');
  const view = totalOf({ checks: [check('sum', 'ok'), check('limit', 'warn'), low] });
  expect(fieldStateWords(view, texts.t)).toBe('Uncertain, confidence 98%');
  expect(reasonsOf(view, 'en').map(({ text, level }) => [text, level])).toEqual([
    ['limit', 'warn'],
    ['sum ✓', null],
  ]);
  expect(hoverWords(view, texts.t, 'en')).toBe('Uncertain, confidence 98%\nlimit\nsum ✓');
});

test('lists the extracted text of a value and all changes, including equal ones', () => {
  const at = '2026-01-02T03:04:05Z';
  const correction = (id: number, value: string | null) => ({
    id,
    field: 'total',
    value,
    at,
    kind: 'typed' as const,
  });
  const reasons = story({ corrections: [correction(1, '5.00'), correction(2, null), correction(3, '5.00')] });
  expect(reasons).toHaveLength(5);
  expect(reasons[0]).toBe('Recognized as “¥300.00”');
  expect(reasons[1]).toContain('currency sign removed');
  expect(reasons[2]).toMatch(/2 Jan 2026.*changed to “5\.00”$/);
  expect(reasons[3]).toMatch(/emptied$/);
  const keys = storyOf(
    totalOf({ corrections: [correction(1, '5.00'), correction(3, '5.00')] }),
    texts.t,
    'en',
    new Map(),
  ).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test('names who changed a value, if the office knows the name', () => {
  const correction = {
    id: 1,
    field: 'total',
    value: '5.00',
    at: '2026-01-02T03:04:05Z',
    kind: 'typed' as const,
  };
  const names = new Map([['li', 'Li Hua']]);
  const of = (by: string) =>
    storyOf(totalOf({ corrections: [{ ...correction, by }] }), texts.t, 'en', names).at(-1)?.text;
  expect(of('li')).toMatch(/· Li Hua: changed to “5\.00”$/u);
  expect(of('local')).not.toContain('·');
  const mark = { kind: 'confirm', by: 'li', at: '2026-01-02T03:04:05Z', fields: [] } as const;
  expect(markWords(mark, texts.t, 'en', names)).toMatch(/^Confirmed by Li Hua, 2 Jan 2026/u);
  expect(markWords({ ...mark, by: 'local' }, texts.t, 'en', names)).toBeNull();
});

test('says that the user added a value without an extracted one', () => {
  const correction = {
    id: 1,
    field: 'checkCode',
    value: '12',
    at: '2026-01-02T03:04:05Z',
    kind: 'typed' as const,
  };
  const view = viewFields(invoiceDetail({ corrections: [correction] }), false).get('checkCode');
  expect(view && storyOf(view, texts.t, 'en', new Map())[0]?.text).toBe('Nothing was recognized here');
});
