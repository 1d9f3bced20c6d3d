import type { Layout } from '../../shared/contract/export/layout.ts';
import type { Language } from '../../shared/language.ts';
import { checkColumnsPlaced, checkFilter, checkRows } from './check-columns.ts';
import type { ExportPage } from './export-page.ts';
import { faceColumns, type FaceTableOptions } from './face-columns.ts';
import { invoiceColumnsFor, lineColumnsFor, rowsOfLayout } from './layouts.ts';
import { encodeAll, factsOf, type ExportFacts, type PageEncoder } from './page-encoder.ts';
import { countedRows, faceRows, invoiceRows, lineRows } from './rows.ts';
import { startTable } from './xlsx-sheets.ts';
import { createStyleTable } from './xlsx-styles.ts';
import { workbookOf } from './xlsx-workbook.ts';
import { sheetNames } from '../../shared/texts/exports.ts';

export type InvoiceXlsxOptions = { readonly language: Language; readonly layout?: Layout };

/** Numbers from 1, in the order of asking. */
const counter = (): (() => number) => {
  let last = 0;
  return () => (last += 1);
};

/**
 * Sums stand below our own layouts and the user's: programs that take in the tax bureau's lists would take a sum for an
 * invoice. Where a row is a goods line, the invoice's own totals stand there several times, and are not summed.
 */
const summedIn =
  (layout: Layout, perLine: boolean) =>
  (columnId: string): boolean =>
    layout !== 'tax-bureau' && layout !== 'deduction' && columnId.startsWith('line-') === perLine;

/**
 * Invoices as a workbook: a sheet of invoices in the layout asked for, one of goods lines where that has a row an
 * invoice, and one of checks. Ids are text, amounts numbers, dates dates; doubtful cells are tinted and say why in a
 * note; sums stand below. Rows are deflated as they come: of ten thousand invoices it holds a few megabytes.
 */
export const invoiceXlsxEncoder = (
  facts: ExportFacts,
  { language, layout = 'vouch' }: InvoiceXlsxOptions,
): PageEncoder => {
  const styles = createStyleTable();
  const next = counter();
  const perLine = rowsOfLayout(layout) === 'line';
  const { invoices, lines, checks } = sheetNames;
  const invoiceTable = startTable(
    invoices[language],
    invoiceColumnsFor(layout, facts, language),
    language,
    styles,
    next,
    { isSummed: summedIn(layout, perLine) },
  );
  const invoiceRow = countedRows(perLine ? lineRows : invoiceRows);
  const lineTable = perLine
    ? null
    : startTable(lines[language], lineColumnsFor(language), language, styles, next, {
        isSummed: summedIn('vouch', true),
      });
  const lineRow = countedRows(lineRows);
  const checkTable = startTable(checks[language], checkColumnsPlaced(language), language, styles, next, {
    filter: checkFilter(language),
  });
  return {
    add: (page) => {
      invoiceTable.add(invoiceRow(page));
      lineTable?.add(lineRow(page));
      checkTable.add(checkRows([page]));
      return null;
    },
    end: () => workbookOf([...invoiceTable.end(), ...(lineTable?.end() ?? []), ...checkTable.end()], styles),
  };
};

/** A sheet ends with the column XFD. */
const mostColumns = 16_384;

/** Faces as a workbook, one row a face; of more points than a sheet has columns for, how many there are. */
export const faceXlsxEncoder = (facts: ExportFacts, options: FaceTableOptions): PageEncoder => {
  const styles = createStyleTable();
  const { language } = options;
  const columns = faceColumns(facts, { ...options, mostColumns });
  const table = startTable(sheetNames.faces[language], columns, language, styles, counter());
  return {
    add: (page) => {
      table.add(faceRows([page]));
      return null;
    },
    end: () => workbookOf(table.end(), styles),
  };
};

export const invoicesToXlsx = (pages: readonly ExportPage[], options: InvoiceXlsxOptions): Buffer =>
  Buffer.concat([...encodeAll(pages, invoiceXlsxEncoder(factsOf(pages), options))]);

export const facesToXlsx = (pages: readonly ExportPage[], options: FaceTableOptions): Buffer =>
  Buffer.concat([...encodeAll(pages, faceXlsxEncoder(factsOf(pages), options))]);
