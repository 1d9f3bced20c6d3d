import { fieldOf } from '../../shared/invoice/fields.ts';
import type { Language } from '../../shared/language.ts';
import type { Finding } from '../../shared/invoice/finding.ts';
import { extraNameOf } from '../../shared/texts/columns.ts';
import { checkName } from '../../shared/texts/check-names.ts';
import type { ExportPage } from './export-page.ts';
import { demoMark } from './page-words.ts';
import {
  place,
  type CellType,
  type Column,
  type PlacedColumn,
  type RowFilter,
  countedRows,
  createCountedTally,
  faceRows,
} from './rows.ts';
import { checkHeaders, countedRule, levelWords, sheetNames } from '../../shared/texts/exports.ts';
import { joinItems } from '../../shared/texts/phrases.ts';
import type { Layout } from '../../shared/contract/export/exported.ts';
import { faceColumns, type FaceTableOptions } from './face-columns.ts';
import { invoiceColumnsFor, isTaxLayout, lineColumnsFor, rowsIn, rowsOfLayout } from './layouts.ts';
import type { ExportFacts, PageEncoder } from './page-encoder.ts';
import { startTable } from './xlsx-sheets.ts';
import { createStyleTable } from './xlsx-styles.ts';
import { workbookOf, type Made } from './xlsx-workbook.ts';

type CheckRow = { readonly page: ExportPage; readonly check: Finding };

const column = (
  id: keyof typeof checkHeaders,
  type: CellType,
  width: number,
  value: Column<CheckRow>['value'],
): Column<CheckRow> => ({ id, header: checkHeaders[id], type, width, value });

const fieldWord = (path: string, language: Language): string =>
  (fieldOf(path)?.label ?? extraNameOf(path))?.[language] ?? path;

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
  column('sandbox', 'text', 12, ({ page }, language) => demoMark(page, language)),
];

/** Every finding, including passed checks: they are the reason to trust the figures. */
const findingRows = function* (pages: Iterable<ExportPage>): Generator<CheckRow> {
  for (const page of pages) for (const check of page.invoice?.checks ?? []) yield { page, check };
};

const checkColumnsPlaced = (language: Language): readonly PlacedColumn<CheckRow>[] =>
  place(checkColumns, language);

/** The initial filter of the sheet: hides passed checks. */
const checkFilter = (language: Language): RowFilter<CheckRow> => ({
  columnId: 'level',
  shown: (['info', 'warn', 'error'] as const).map((level) => levelWords[level][language]),
  isShown: ({ check }) => check.level !== 'ok',
});

type InvoiceXlsxOptions = {
  readonly language: Language;
  readonly layout?: Layout;
  readonly made?: Made;
};

/** Counts from 1. */
const counter = (): (() => number) => {
  let last = 0;
  return () => (last += 1);
};

/**
 * Sums are below our own and custom layouts only: a program that imports the tax bureau's lists would treat a
 * sum as an invoice. If a row is a line item, the invoice's totals are repeated and therefore not summed.
 */
const summedIn =
  (layout: Layout, perLine: boolean) =>
  (columnId: string): boolean =>
    !isTaxLayout(layout) && columnId.startsWith('line-') === perLine;

/**
 * Invoices as a workbook: a sheet of invoices in the requested layout, one of line items if that layout has
 * one row per invoice, and one of findings. Ids are text, amounts numbers, dates dates. Cells with findings
 * are tinted and have a note; sums are below. Rows are deflated while they are written, so ten thousand
 * invoices need a few megabytes.
 */
export const invoiceXlsxEncoder = (
  facts: ExportFacts,
  { language, layout = 'vouch', made }: InvoiceXlsxOptions,
): PageEncoder => {
  const styles = createStyleTable();
  const next = counter();
  const perLine = rowsOfLayout(layout) === 'line';
  const { invoices, lines, checks } = sheetNames;
  const tally = createCountedTally();
  const rule = (): string => {
    const { unconfirmed, withErrors } = tally.counted();
    return countedRule(unconfirmed, withErrors)[language];
  };
  const invoiceTable = startTable(
    invoices[language],
    invoiceColumnsFor(layout, facts, language),
    language,
    styles,
    next,
    { isSummed: summedIn(layout, perLine), isRead: layout === 'vouch', rule },
  );
  const invoiceRow = rowsIn(layout);
  const lineTable = perLine
    ? null
    : startTable(lines[language], lineColumnsFor(language), language, styles, next, {
        isSummed: summedIn('vouch', true),
        isRead: true,
        rule,
      });
  const lineRow = countedRows(true);
  const checkTable = startTable(checks[language], checkColumnsPlaced(language), language, styles, next, {
    filter: checkFilter(language),
  });
  return {
    add: (page) => {
      tally.see(page);
      invoiceTable.add(invoiceRow(page));
      lineTable?.add(lineRow(page));
      checkTable.add(findingRows([page]));
      return null;
    },
    end: () =>
      workbookOf([...invoiceTable.end(), ...(lineTable?.end() ?? []), ...checkTable.end()], styles, made),
  };
};

/** The last column of a sheet is XFD. */
const mostColumns = 16_384;

/**
 * Faces as a workbook, one row per face. If there are more points than columns, it contains the number of
 * points.
 */
export const faceXlsxEncoder = (
  facts: ExportFacts,
  options: FaceTableOptions & { readonly made?: Made },
): PageEncoder => {
  const styles = createStyleTable();
  const { language } = options;
  const columns = faceColumns(facts, { ...options, mostColumns });
  const table = startTable(sheetNames.faces[language], columns, language, styles, counter());
  return {
    add: (page) => {
      table.add(faceRows([page]));
      return null;
    },
    end: () => workbookOf(table.end(), styles, options.made),
  };
};
