import { fieldOf } from '../../shared/invoice/fields.ts';
import type { Bilingual, Language } from '../../shared/language.ts';
import type { Finding } from '../../shared/invoice/finding.ts';
import { columnNames } from '../../shared/texts/columns.ts';
import { checkName } from '../../shared/texts/check-names.ts';
import type { ExportPage } from './export-page.ts';
import { sandboxMark } from './page-words.ts';
import { place, type CellType, type Column, type PlacedColumn, type RowFilter } from './table.ts';
import { checkHeaders, levelWords } from '../../shared/texts/exports.ts';
import { joinItems } from '../../shared/texts/join.ts';

type CheckRow = { readonly page: ExportPage; readonly check: Finding };

const column = (
  id: keyof typeof checkHeaders,
  type: CellType,
  width: number,
  value: Column<CheckRow>['value'],
): Column<CheckRow> => ({ id, header: checkHeaders[id], type, width, value });

/** The amounts of a ticket are not fields of an invoice. They are named like their columns. */
const ticketFields: Readonly<Record<string, Bilingual>> = {
  'ticket.fare': columnNames.fare,
  'ticket.fuelSurcharge': columnNames['fuel-surcharge'],
  'ticket.fund': columnNames.fund,
  'ticket.otherTaxes': columnNames['other-taxes'],
};

const fieldWord = (path: string, language: Language): string =>
  (fieldOf(path)?.label ?? ticketFields[path])?.[language] ?? path;

const checkColumns: readonly Column<CheckRow>[] = [
  {
    ...column('source', 'text', 28, ({ page }) => page.source),
    link: ({ page }) => page.link ?? null,
  },
  column('page', 'number', 6, ({ page }) => String(page.page)),
  column('number', 'id', 23, ({ page }) => page.invoice?.value.number ?? null),
  column('level', 'text', 9, ({ check }, language) => levelWords[check.level][language]),
  column('message', 'text', 60, ({ check }, language) => check.message[language]),
  column('fields', 'text', 40, ({ check }, language) =>
    joinItems(
      check.fields.map((path) => fieldWord(path, language)),
      language,
    ),
  ),
  column('check', 'text', 24, ({ check }, language) => checkName(check.id)[language]),
  column('sandbox', 'text', 12, ({ page }, language) => sandboxMark(page, language)),
];

/** Every finding, including passed checks: they are the reason to trust the figures. */
export const findingRows = function* (pages: Iterable<ExportPage>): Generator<CheckRow> {
  for (const page of pages) for (const check of page.invoice?.checks ?? []) yield { page, check };
};

export const checkColumnsPlaced = (language: Language): readonly PlacedColumn<CheckRow>[] =>
  place(checkColumns, language);

/** The initial filter of the sheet: hides passed checks. */
export const checkFilter = (language: Language): RowFilter<CheckRow> => ({
  columnId: 'level',
  shown: (['info', 'warn', 'error'] as const).map((level) => levelWords[level][language]),
  isShown: ({ check }) => check.level !== 'ok',
});
