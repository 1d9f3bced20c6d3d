import i18next from 'i18next';
import { expect, test } from 'vitest';
import { exportLine } from '../../../../../renderer/features/export/export-line.ts';
import { en } from '../../../../../shared/texts/en.ts';
import { zh } from '../../../../../shared/texts/zh.ts';
import type { ExportRecord } from '../../../../../shared/contract/export/record.ts';

const record: ExportRecord = {
  id: 1,
  at: '2026-05-03T08:00:00.000Z',
  form: 'csv',
  layout: 'deduction',
  place: 'file',
  target: '/out/a & b.csv',
  pages: 12,
  leftOut: 2,
};

const translator = async (lng: 'zh' | 'en') => {
  const i18n = i18next.createInstance();
  const resources = { zh: { translation: zh }, en: { translation: en } };
  await i18n.init({ lng, resources, interpolation: { escapeValue: false } });
  return i18n.t;
};

test.each([
  ['en', 'Table (.csv) · Deduction list · Saved as /out/a & b.csv · 12 pages · left out: 2'],
  ['zh', '表格（.csv） · 抵扣清单 · 保存为 /out/a & b.csv · 12 页 · 未含 2 页'],
] as const)('describes an export in one line, in %s', async (language, line) => {
  expect(exportLine(record, await translator(language))).toBe(line);
});

test('omits default options, and names a custom layout', async () => {
  const t = await translator('en');
  const over = { pages: 1, leftOut: 0, place: 'output', target: '' } as const;
  expect(exportLine({ ...record, ...over, form: 'json', layout: null }, t)).toBe(
    'JSON data (.json) · To standard output · 1 page',
  );
  expect(exportLine({ ...record, ...over, layout: { own: 'Claims' } }, t)).toContain(' · Claims · ');
  expect(exportLine({ ...record, ...over, form: 'crops', layout: null }, t)).toMatch(/^Cropped faces · /);
});
