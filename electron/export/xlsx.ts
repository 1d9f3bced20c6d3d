import type { Layout } from '../../shared/contract/export/layout.ts';
import type { Language } from '../../shared/language.ts';
import { checkColumnsPlaced, checkFilter, findingRows } from './check-columns.ts';
import { faceColumns, type FaceTableOptions } from './face-columns.ts';
import { invoiceColumnsFor, lineColumnsFor, rowsOfLayout } from './layouts.ts';
import type { ExportFacts, PageEncoder } from './page-encoder.ts';
import { countedRows, faceRows } from './rows.ts';
import { startTable } from './xlsx-sheets.ts';
import { createStyleTable } from './xlsx-styles.ts';
import { workbookOf } from './xlsx-workbook.ts';
import { sheetNames } from '../../shared/texts/exports.ts';

type InvoiceXlsxOptions = { readonly language: Language; readonly layout?: Layout };

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
    layout !== 'tax-bureau' && layout !== 'deduction' && columnId.startsWith('line-') === perLine;

/**
 * Invoices as a workbook: a sheet of invoices in the requested layout, one of line items if that layout has
 * one row per invoice, and one of findings. Ids are text, amounts numbers, dates dates. Cells with findings
 * are tinted and have a note; sums are below. Rows are deflated while they are written, so ten thousand
 * invoices need a few megabytes.
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
  const invoiceRow = countedRows(perLine);
  const lineTable = perLine
    ? null
    : startTable(lines[language], lineColumnsFor(language), language, styles, next, {
        isSummed: summedIn('vouch', true),
      });
  const lineRow = countedRows(true);
  const checkTable = startTable(checks[language], checkColumnsPlaced(language), language, styles, next, {
    filter: checkFilter(language),
  });
  return {
    add: (page) => {
      invoiceTable.add(invoiceRow(page));
      lineTable?.add(lineRow(page));
      checkTable.add(findingRows([page]));
      return null;
    },
    end: () => workbookOf([...invoiceTable.end(), ...(lineTable?.end() ?? []), ...checkTable.end()], styles),
  };
};

/** The last column of a sheet is XFD. */
const mostColumns = 16_384;

/**
 * Faces as a workbook, one row per face. If there are more points than columns, it contains the number of
 * points.
 */
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
