import { fieldOf } from '../../shared/invoice/fields.ts';
import type { CheckLevel } from '../../shared/invoice/model.ts';
import type { Bilingual, Language } from '../../shared/language.ts';
import type { Finding } from '../../shared/invoice/finding.ts';
import { checkName } from '../../shared/texts/check-names.ts';
import type { ExportPage } from './export-page.ts';
import { sandboxMark } from './page-words.ts';
import { place, type CellType, type Column, type PlacedColumn, type RowFilter } from './table.ts';

/** A row of the table of checks. */
export type CheckRow = { readonly page: ExportPage; readonly check: Finding };

const levelWords: Readonly<Record<CheckLevel, Bilingual>> = {
  ok: { zh: '通过', en: 'ok' },
  info: { zh: '提示', en: 'info' },
  warn: { zh: '警告', en: 'warning' },
  error: { zh: '错误', en: 'error' },
};

const column = (
  id: string,
  zh: string,
  en: string,
  type: CellType,
  width: number,
  value: Column<CheckRow>['value'],
): Column<CheckRow> => ({ id, header: { zh, en }, type, width, value });

const checkColumns: readonly Column<CheckRow>[] = [
  {
    ...column('source', '文件', 'File', 'text', 28, ({ page }) => page.source),
    link: ({ page }) => page.link ?? null,
  },
  column('page', '页', 'Page', 'number', 6, ({ page }) => String(page.page)),
  column('number', '发票号码', 'Invoice number', 'id', 23, ({ page }) => page.invoice?.value.number ?? null),
  column('level', '结果', 'Outcome', 'text', 9, ({ check }, language) => levelWords[check.level][language]),
  column('message', '说明', 'Message', 'text', 60, ({ check }, language) => check.message[language]),
  column('fields', '相关栏目', 'Fields', 'text', 40, ({ check }, language) =>
    check.fields.map((path) => fieldOf(path)?.label[language] ?? path).join(language === 'zh' ? '、' : ', '),
  ),
  column('check', '校验项', 'Check', 'text', 24, ({ check }, language) => checkName(check.id)[language]),
  column('sandbox', '演示数据', 'Demo data', 'text', 12, ({ page }, language) => sandboxMark(page, language)),
];

/** Every check that could be made, those that held included: they are what makes the figures trusted. */
export const checkRows = function* (pages: Iterable<ExportPage>): Generator<CheckRow> {
  for (const page of pages) for (const check of page.invoice?.checks ?? []) yield { page, check };
};

export const checkColumnsPlaced = (language: Language): readonly PlacedColumn<CheckRow>[] =>
  place(checkColumns, language);

/** What the sheet shows at first: all but the checks that held, which its filter brings back. */
export const checkFilter = (language: Language): RowFilter<CheckRow> => ({
  columnId: 'level',
  shown: (['info', 'warn', 'error'] as const).map((level) => levelWords[level][language]),
  isShown: ({ check }) => check.level !== 'ok',
});
